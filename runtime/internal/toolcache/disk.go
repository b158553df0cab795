package toolcache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/atomicfile"
)

// Disk is a Cache in a directory: one file per server, replaced atomically and
// readable by its owner only. Several processes may share the directory; the last
// one to save wins. Files of servers that are gone stay until the user removes
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
	data, err := atomicfile.Read(d.file(server), MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Found{Reason: Absent}
	case errors.Is(err, atomicfile.ErrNotRegular), errors.Is(err, atomicfile.ErrTooLarge):
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
	if err := atomicfile.Replace(d.file(server), data); err != nil {
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
