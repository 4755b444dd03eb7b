//go:build !linux

package pgtest

import "syscall"

func attributes(string) (*syscall.SysProcAttr, error) { return nil, nil }
