package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// Check finds out, before the work whose result is to be written, whether [WriteContext]
// can begin to write a path: a name that is too long, a folder that is not there or not the
// user's, a path that is a folder itself. It changes no file that is there and waits for
// nobody. A disk that is full, or gets full, is found by writing alone.
func Check(path string) error {
	if n, ok := descriptor(path); ok {
		return checkDescriptor(n, path)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", path)
	case err == nil && info.Mode()&fs.ModeSocket != 0:
		return fmt.Errorf("%s is a socket: name a file", path)
	case err == nil && !info.Mode().IsRegular():
		return checkWritable(path)
	}
	return checkReplace(path)
}

// CheckApart refuses a path that would replace one of the files of which what is written is made: who
// names one twice has mistaken a name. A link is replaced itself, and what it leads to stays.
func CheckApart(path string, sources ...string) error {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // there is no file to replace
	}
	for _, source := range sources {
		if other, err := os.Stat(source); err == nil && os.SameFile(info, other) {
			return fmt.Errorf("%s is what is read, and would be gone: name another file", path)
		}
	}
	return nil
}

// checkReplace begins what [replace] does. What another program writes at the moment can
// be written.
func checkReplace(path string) error {
	release, err := atomicfile.Hold(path, 0)
	if _, locked := errors.AsType[*atomicfile.LockedError](err); locked {
		return nil
	}
	if err != nil {
		return inFolder(path, err)
	}
	defer release()
	f, err := begin(path, 0o600)
	if err != nil {
		return inFolder(path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()), checkName(path))
}

// checkName finds out whether a name can be that of a file, where the names beside it can.
func checkName(path string) error {
	if _, err := os.Lstat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// inFolder is an error about a file beside a path, as one about the path.
func inFolder(path string, err error) error {
	if wrong := checkName(path); wrong != nil {
		return wrong
	}
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		err = inner.Err
	}
	return fmt.Errorf("no file can be made in %s: %w", filepath.Dir(path), err)
}
