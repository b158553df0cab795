package toolcache

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Disk is a Cache in a directory: one file per server, replaced atomically and
// readable by its owner only. Several processes may share the directory; the last
// one to save wins. Files of servers that are gone stay until the user removes
// them; what a process that died while saving has left goes with the next save. Make
// one with [NewDisk].
type Disk struct {
	kept
	dir string
}

// NewDisk returns the cache in dir, which is made when something is first saved.
// Nothing is read or written here. clk tells the age of entries.
func NewDisk(dir string, clk clock.Clock) *Disk {
	d := &Disk{dir: dir}
	d.kept = kept{d, clk}
	return d
}

func (d *Disk) read(server string) ([]byte, error) { return atomicfile.Read(d.file(server), MaxSize) }

func (d *Disk) write(server string, data []byte) error {
	return atomicfile.Write(d.file(server), data)
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
