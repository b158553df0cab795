// Package outfile writes the files that commands leave: whole or not at all. They
// do not survive a crash of the machine; those of internal/atomicfile do.
package outfile

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// Write is [WriteContext] for a file that is none of a user's pipes.
func Write(path string, fill func(io.Writer) error) error {
	return WriteContext(context.Background(), path, fill)
}

// WriteContext writes a whole file or leaves what was there: it fills a new file in
// the same folder, ".saving-NAME", and renames it. A crash of the machine may lose it, a
// crash of the program does not; what that leaves is removed by the next write of the file.
// Programs that write it at once do so one after the other. Who may read a file that was
// there may read the new one, any other is as readable as the user's files are. A path that
// exists and is no regular file (a device, a pipe) is written to directly, see [Open], and so
// is one that means an open file of this program (/dev/stdout), whatever that is.
func WriteContext(ctx context.Context, path string, fill func(io.Writer) error) error {
	mode := fs.FileMode(0o666)
	write := func() error { return replace(path, mode, fill) }
	if n, ok := descriptor(path); ok {
		write = func() error { return writeDescriptor(n, path, fill) }
	} else if info, err := os.Stat(path); err == nil {
		if mode = info.Mode().Perm(); !info.Mode().IsRegular() {
			write = func() error { return writeDevice(ctx, path, fill) }
		}
	}
	if err := write(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// replace is called while no other program writes the file.
func replace(path string, mode fs.FileMode, fill func(io.Writer) error) error {
	release, err := atomicfile.Hold(path, atomicfile.MaxWait)
	if err != nil {
		return err
	}
	defer release()
	f, err := begin(path, mode)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once the file has been renamed
	if err := fillFile(f, fill); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// begin makes the new file that is to replace one, in its folder.
func begin(path string, mode fs.FileMode) (*os.File, error) {
	beside := atomicfile.Beside(path, ".saving-", "")
	_ = os.Remove(beside) // what a program has left that was killed
	return os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

func writeDevice(ctx context.Context, path string, fill func(io.Writer) error) error {
	f, err := Open(ctx, path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return fillFile(f, fill)
}

func writeDescriptor(n int, path string, fill func(io.Writer) error) error {
	f, err := duplicate(n, path)
	if err != nil {
		return err
	}
	return fillFile(f, fill)
}

// fillFile fills f and closes it.
func fillFile(f *os.File, fill func(io.Writer) error) error {
	out := bufio.NewWriter(f)
	err := fill(out)
	if err == nil {
		err = out.Flush()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
