// Package infile opens and reads the files that a command line names. They may be links,
// pipes or devices, and what waits for one of them ends with its context; a file that a
// program looks for by itself is read by internal/atomicfile, which takes none of these.
package infile

import (
	"context"
	"fmt"
	"io"
	"os"
)

// Read returns the content of a file of at most limit bytes. A longer one is an error, of
// which no more is read than shows that. Once ctx has ended the error is its cause.
func Read(ctx context.Context, name string, limit int) ([]byte, error) {
	file, err := Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err == nil && len(data) > limit {
		return nil, fmt.Errorf("%s: longer than %d bytes", name, limit)
	}
	return data, err
}

// Open opens a file to read. A pipe without a writer, a writer that writes nothing and a
// device without input are waited for no longer than ctx, whose cause is the error then.
// Close it when no Read is under way.
func Open(ctx context.Context, name string) (io.ReadCloser, error) {
	file, err := await(ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		return file, nil // its end is known: there is no writer to wait for
	}
	return &waiting{ctx, file}, nil
}

// Beginning returns at most limit bytes of the beginning of a regular file; of anything else there is
// an error. It waits for no other program.
func Beginning(name string, limit int) ([]byte, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, int64(limit)))
}

// Last returns the last byte of a regular file; false if there is none.
func Last(name string) (last byte, ok bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return 0, false
	}
	file, err := os.Open(name)
	if err != nil {
		return 0, false
	}
	defer file.Close()
	var b [1]byte
	_, err = file.ReadAt(b[:], info.Size()-1)
	return b[0], err == nil
}

// waiting is a file whose reads may have to wait.
type waiting struct {
	ctx  context.Context
	file *os.File
}

func (w *waiting) Read(p []byte) (int, error) {
	own := make([]byte, len(p)) // p is the caller's again when ctx ends
	n, err := await(w.ctx, func() (int, error) { return w.file.Read(own) })
	return copy(p, own[:n]), err
}

// Close ends a read that was left behind, too, where the system can do that for this kind
// of file.
func (w *waiting) Close() error { return w.file.Close() }

// await calls f and returns what it does, or the cause of ctx if that ends first. No
// system call can be interrupted: its goroutine is left behind then, until f returns or
// the process ends. A file that f opens too late is closed by its finalizer.
func await[T any](ctx context.Context, f func() (T, error)) (value T, err error) {
	if ctx.Err() != nil {
		return value, context.Cause(ctx)
	}
	done := make(chan struct{})
	var late T
	var failure error
	go func() {
		defer close(done)
		late, failure = f()
	}()
	select {
	case <-done:
		return late, failure
	case <-ctx.Done():
		return value, context.Cause(ctx)
	}
}
