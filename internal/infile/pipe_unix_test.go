//go:build unix

package infile_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/infile"
)

func newPipe(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe")
	assert.NilError(t, syscall.Mkfifo(name, 0o600))
	return name
}

func TestPipesAreReadToTheirEnd(t *testing.T) {
	name, text := newPipe(t), strings.Repeat("0123456789", 20_000)
	written := make(chan error)
	go func() { written <- os.WriteFile(name, []byte(text), 0) }()
	data, err := infile.Read(t.Context(), name, len(text))
	assert.NilError(t, err)
	assert.Assert(t, string(data) == text)
	assert.NilError(t, <-written)
}

func TestTheEndOfTheContextEndsTheWaitForAPipe(t *testing.T) {
	why := errors.New("interrupted")
	for name, end := range map[string]func(cancel func()){
		"before":    func(cancel func()) { cancel() },
		"meanwhile": func(cancel func()) { go cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			end(func() { cancel(why) })
			_, err := infile.Read(ctx, newPipe(t), 5)
			assert.ErrorIs(t, err, why)
		})
	}
}

// What was written is read; the wait for more ends with the context.
func TestTheEndOfTheContextEndsARead(t *testing.T) {
	why := errors.New("interrupted")
	name := newPipe(t)
	writer, err := os.OpenFile(name, os.O_RDWR, 0) // which waits for no reader
	assert.NilError(t, err)
	defer writer.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	file, err := infile.Open(ctx, name)
	assert.NilError(t, err)
	_, err = writer.WriteString("12")
	assert.NilError(t, err)
	begun := make([]byte, 2)
	_, err = io.ReadFull(file, begun)
	assert.NilError(t, err)
	assert.Equal(t, string(begun), "12")
	go cancel(why)
	_, err = file.Read(begun)
	assert.ErrorIs(t, err, why)
	assert.NilError(t, file.Close())
}
