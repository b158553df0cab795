//go:build unix

package outfile_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/outfile"
)

func newPipe(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe")
	assert.NilError(t, syscall.Mkfifo(name, 0o600))
	return name
}

// A pipe waits for its reader, and one interrupt is enough to end that.
func TestAPipeWithoutAReader(t *testing.T) {
	name := newPipe(t)
	interrupted := errors.New("interrupted")
	ctx, interrupt := context.WithCancelCause(t.Context())
	written := make(chan error)
	go func() { written <- outfile.WriteContext(ctx, name, text("x")) }()
	interrupt(interrupted)
	assert.ErrorIs(t, <-written, interrupted)
	assert.ErrorContains(t, outfile.WriteContext(ctx, name, text("x")), "no program reads the pipe "+name)
}

func TestAPipeWhoseReaderComesLate(t *testing.T) {
	name := newPipe(t)
	written := make(chan error)
	go func() { written <- outfile.WriteContext(t.Context(), name, text("all of it")) }()
	f, err := os.Open(name)
	assert.NilError(t, err)
	data, err := io.ReadAll(f)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "all of it")
	assert.NilError(t, <-written)
}

// A reader that has gone to sleep holds nothing up for good.
func TestAPipeWhoseReaderStops(t *testing.T) {
	name := newPipe(t)
	ctx, interrupt := context.WithCancel(t.Context())
	written := make(chan error)
	go func() {
		written <- outfile.WriteContext(ctx, name, func(w io.Writer) error { return text(string(make([]byte, 1<<20)))(w) })
	}()
	f, err := os.Open(name)
	assert.NilError(t, err)
	defer f.Close()
	_, err = io.ReadFull(f, make([]byte, 10)) // it has begun
	assert.NilError(t, err)
	interrupt()
	assert.ErrorIs(t, <-written, os.ErrDeadlineExceeded)
}
