// Package lobby holds the screens between the street and a table: choosing a
// name, home, the queue, tables against the house and private ones, the rules.
package lobby
