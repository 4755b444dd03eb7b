// Package lobby holds the screens before a table: choosing a name, the main menu (home), the queue,
// tables against the house and private ones, the rules.
package lobby
