//go:build !windows

package shell

// path is the shell of POSIX systems.
const path = "/bin/sh"
