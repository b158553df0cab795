package outfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

const (
	// lookEvery is the time between two looks for a reader of a pipe.
	lookEvery = 10 * time.Millisecond
	// patience is how long after the end of the context a reader may take what is written.
	patience = 2 * time.Second
)

// Open opens a file to write to as [os.OpenFile] does, but that what is to end ends: a
// pipe with a name waits for its reader no longer than ctx, and what that one has not
// taken 2s after the end of ctx fails to be written.
func Open(ctx context.Context, name string, flag int, perm fs.FileMode) (*os.File, error) {
	if info, err := os.Stat(name); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return os.OpenFile(name, flag, perm)
	}
	clk := clock.Real()
	for {
		f, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0) // blocks for nobody, as it would else
		switch {
		case err == nil:
			context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(clk.Now().Add(patience)) })
			return f, nil
		case !errors.Is(err, syscall.ENXIO):
			return nil, err
		}
		if err := clock.Sleep(ctx, clk, lookEvery); err != nil {
			return nil, fmt.Errorf("no program reads the pipe %s: %w", name, err)
		}
	}
}
