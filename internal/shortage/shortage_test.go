package shortage_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/shortage"
)

// What the machine lacks is told from what a program or a server does.
func TestWhatAMachineLacks(t *testing.T) {
	fork := func(n syscall.Errno) error { return &fs.PathError{Op: "fork/exec", Path: "./x", Err: n} }
	dial := func(n syscall.Errno) error { return &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", n)} }
	for _, c := range []struct {
		err  error
		want string // a part; "" = it lacks nothing
	}{
		{fmt.Errorf("starting: %w", os.NewSyscallError("pipe2", syscall.EMFILE)), "open files (ulimit -n)"},
		{fork(syscall.EMFILE), "open files (ulimit -n)"},
		{dial(syscall.EMFILE), "open files (ulimit -n)"},
		{dial(syscall.ENFILE), "too many files open"},
		{fork(syscall.ENOMEM), "too little memory"},
		{dial(syscall.ENOBUFS), "too little memory"},
		{fork(syscall.EAGAIN), "no more processes"},
		{dial(syscall.EADDRNOTAVAIL), "no free port"},
		{dial(syscall.EAGAIN), ""},
		{&net.OpError{Op: "listen", Err: syscall.EADDRNOTAVAIL}, ""},
		{fork(syscall.ENOENT), ""},
		{fork(syscall.EACCES), ""},
		{dial(syscall.ECONNREFUSED), ""},
		{errors.New("too many open files"), ""},
		{nil, ""},
	} {
		got := shortage.Of(c.err)
		assert.Equal(t, got == "", c.want == "", "%v: %s", c.err, got)
		assert.Assert(t, strings.Contains(got, c.want), "%v: %s", c.err, got)
	}
}
