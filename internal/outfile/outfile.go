// Package outfile writes the files that commands leave: whole or not at all. It
// does not survive a crash of the machine; internal/atomicfile does.
package outfile

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a whole file or leaves what was there: it fills a new file in
// the same folder and renames it. A crash of the machine may lose it, a crash of
// the program does not. Who may read a file that was there may read the new one, any
// other is as readable as the user's files are. A path that exists and is no regular
// file (a device, a pipe) is written to directly.
func Write(path string, fill func(io.Writer) error) error {
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode().Perm(); !info.Mode().IsRegular() {
			return writeDevice(path, fill)
		}
	}
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text())
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer os.Remove(f.Name()) // fails once the file has been renamed
	if err := fillFile(f, fill); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

func writeDevice(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	out := bufio.NewWriter(f)
	err = fill(out)
	if err == nil {
		err = out.Flush()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
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
