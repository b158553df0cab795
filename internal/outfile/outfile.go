// Package outfile writes the files that commands leave: whole or not at all. It
// does not survive a crash of the machine; internal/atomicfile does.
package outfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write writes a whole file or leaves what was there: it fills a new file in
// the same folder and renames it. A crash of the machine may lose it, a crash of
// the program does not. A path that exists and is no regular file (a
// device, a pipe) is written to directly.
func Write(path string, fill func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeDevice(path, fill)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
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

// fillFile fills f, makes it as readable as other files are, and closes it.
func fillFile(f *os.File, fill func(io.Writer) error) error {
	out := bufio.NewWriter(f)
	err := fill(out)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
