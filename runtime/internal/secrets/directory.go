package secrets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/atomicfile"
)

// MaxCredential bounds the file of one credential, in bytes.
const MaxCredential = 64 << 10

// Directory is a Store of files: one per credential, replaced atomically and
// readable by its owner only. Several processes may share it; the last one to
// save wins. Make one with [NewDirectory].
type Directory struct{ dir string }

// NewDirectory returns the store in dir, which is made when something is first
// saved. Nothing is read or written here.
func NewDirectory(dir string) *Directory { return &Directory{dir: dir} }

// stored is the format of a file.
type stored struct {
	Version int        `json:"version"`
	ID      string     `json:"id"`
	Access  string     `json:"access_token"`
	Refresh string     `json:"refresh_token,omitempty"`
	Expires *time.Time `json:"expires,omitempty"`
}

const storedVersion = 1

// errNotCredential says that a file is not one of ours. It does not say what is
// in it.
var errNotCredential = errors.New("not a stored credential")

// Load reads a credential. A file that is torn, too large, not a regular file or
// of another id is an error, and stays as it is.
func (d *Directory) Load(ctx context.Context, id string) (Credential, bool, error) {
	if err := context.Cause(ctx); err != nil {
		return Credential{}, false, err
	}
	name := d.file(id)
	data, err := atomicfile.Read(name, MaxCredential)
	if errors.Is(err, fs.ErrNotExist) {
		return Credential{}, false, nil
	}
	if err != nil {
		return Credential{}, false, fmt.Errorf("reading a credential: %w", err)
	}
	c, err := decode(data, id)
	if err != nil {
		return Credential{}, false, fmt.Errorf("reading a credential: %s: %w", name, err)
	}
	return c, true, nil
}

// Save writes a credential.
func (d *Directory) Save(ctx context.Context, id string, c Credential) error {
	err := context.Cause(ctx)
	if err == nil {
		err = d.save(id, c)
	}
	if err != nil {
		return fmt.Errorf("saving a credential: %w", err)
	}
	return nil
}

func (d *Directory) save(id string, c Credential) error {
	data, err := encode(id, c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return err
	}
	return atomicfile.Replace(d.file(id), data)
}

// file names a credential by the hash of its id: ids may be anything.
func (d *Directory) file(id string) string {
	sum := sha256.Sum256([]byte(id))
	return filepath.Join(d.dir, hex.EncodeToString(sum[:16])+".json")
}

func encode(id string, c Credential) ([]byte, error) {
	s := stored{Version: storedVersion, ID: id, Access: c.Access, Refresh: c.Refresh}
	if !c.Expires.IsZero() {
		s.Expires = new(c.Expires.UTC())
	}
	data, err := json.Marshal(s)
	if err != nil { // only a time that no calendar has
		return nil, err
	}
	return append(data, '\n'), nil
}

func decode(data []byte, id string) (Credential, error) {
	var s stored
	if json.Unmarshal(data, &s) != nil || s.Version != storedVersion || s.ID != id || s.Access+s.Refresh == "" {
		return Credential{}, errNotCredential
	}
	c := Credential{Access: s.Access, Refresh: s.Refresh}
	if s.Expires != nil {
		c.Expires = *s.Expires
	}
	return c, nil
}
