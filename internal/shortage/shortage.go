// Package shortage tells what this machine gives too little of from what a peer does: a process that
// could not be started because too many files are open says nothing about its program. It judges nothing.
package shortage

import (
	"errors"
	"io/fs"
	"net"
	"syscall"
)

// Of says what this machine had too little of and what to do about it, if that is why something
// could not be opened, started or connected; "" = it is not.
func Of(err error) string {
	var number syscall.Errno
	if !errors.As(err, &number) {
		return ""
	}
	switch number {
	case syscall.EMFILE:
		return "this machine allows mcpsim no more open files (ulimit -n): allow more"
	case syscall.ENFILE:
		return "this machine has too many files open: close other programs"
	case syscall.ENOMEM, syscall.ENOBUFS:
		return "this machine has too little memory: close other programs, or allow mcpsim more (ulimit -v, the limit of its container)"
	case syscall.EAGAIN:
		return orNone(starting(err), "this machine starts no more processes: allow more (ulimit -u, the limit of its container)")
	case syscall.EADDRNOTAVAIL:
		return orNone(dialling(err), "this machine has no free port left to connect from: wait a minute, or close other programs")
	}
	return ""
}

func orNone(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// starting reports whether err is from the start of a process.
func starting(err error) bool {
	path, ok := errors.AsType[*fs.PathError](err)
	return ok && path.Op == "fork/exec"
}

// dialling reports whether err is from a connection that was to be made.
func dialling(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}
