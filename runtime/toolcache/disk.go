package toolcache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Disk is a Cache in a directory: one file per server, replaced atomically and
// readable by its owner only. Several processes may share the directory; the last
// one to save wins. Files of servers that are gone stay until somebody removes
// them, and so does a file ".saving-…" of a process that died while saving. Make
// one with [NewDisk].
type Disk struct {
	dir string
	clk clock.Clock
}

var _ Cache = (*Disk)(nil)

// NewDisk returns the cache in dir, which is made when something is first saved.
// Nothing is read or written here. clk tells the age of entries.
func NewDisk(dir string, clk clock.Clock) *Disk { return &Disk{dir: dir, clk: clk} }

// Get looks a server up. A file that is torn, too large, a link, a pipe or
// anything else but an entry is a miss with a warning.
func (d *Disk) Get(ctx context.Context, server, configHash string) Found {
	if err := context.Cause(ctx); err != nil {
		return odd(Unreadable, server, err)
	}
	data, err := readRegular(d.file(server))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Found{Reason: Absent}
	case errors.Is(err, errNotRegular):
		return odd(Corrupt, server, err)
	case err != nil:
		return odd(Unreadable, server, err)
	}
	return decode(data, server, configHash, d.clk.Now())
}

// Set saves a list.
func (d *Disk) Set(ctx context.Context, server, configHash string, tools []json.RawMessage) error {
	if err := context.Cause(ctx); err != nil {
		return saving(server, err)
	}
	data, err := encode(server, configHash, d.clk.Now(), tools)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return saving(server, err)
	}
	if err := replace(d.file(server), data); err != nil {
		return saving(server, err)
	}
	return nil
}

// file names the server's file: a readable part for people and a hash that makes
// it unique, also where file names ignore case.
func (d *Disk) file(server string) string {
	sum := sha256.Sum256([]byte(server))
	return filepath.Join(d.dir, readable(server)+"-"+hex.EncodeToString(sum[:16])+".json")
}

// readable keeps up to 40 letters, digits and hyphens of a name.
func readable(server string) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(server))
	return safe[:min(len(safe), 40)]
}

var errNotRegular = errors.New("not a regular file")

// readRegular reads at most one byte more than [MaxSize], which is what it takes
// to notice that a file is too large. It looks before it opens: opening a pipe
// would block, and a link could lead anywhere.
func readRegular(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, errNotRegular)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxSize+1))
}

// replace writes a new file beside the old one and puts it in its place, so that
// a reader sees the old bytes or the new ones, even after a crash.
func replace(name string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".saving-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
