package secrets

import (
	"context"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// MaxCredential bounds the file of one credential, in bytes.
const MaxCredential = 64 << 10

// Directory is a Store of files: one per credential, replaced atomically and
// readable by its owner only. Several processes may share it: they change a credential
// one after the other, see [atomicfile.Change]. Make one with [NewDirectory], or with
// [NewSealedDirectory].
type Directory struct {
	dir   string
	seals *seals // nil: files are open
}

// NewDirectory returns the store in dir, which is made when something is first
// saved. Nothing is read or written here.
func NewDirectory(dir string) *Directory { return &Directory{dir: dir} }

// NewSealedDirectory returns the store in dir whose files are sealed with a key that is in
// a keyring. All else about it is as with [NewDirectory]: the lock, the list, the size.
func NewSealedDirectory(dir string, ring Keyring, how Sealing) *Directory {
	return &Directory{dir, &seals{ring: ring, how: how, named: filepath.Join(dir, "keyring"), known: map[string]cipher.AEAD{}}}
}

// stored is the format of a file.
type stored struct {
	Version int          `json:"version"`
	ID      string       `json:"id"`
	Removed bool         `json:"removed,omitempty"` // a logout left the file: a renewal that ends later must not undo it
	Access  string       `json:"access_token"`
	Refresh string       `json:"refresh_token,omitempty"`
	Expires *time.Time   `json:"expires,omitempty"`
	Login   *storedLogin `json:"login,omitempty"`
}

// storedLogin is a [Login] in a file.
type storedLogin struct {
	Server   string   `json:"server,omitempty"`
	Resource string   `json:"resource,omitempty"`
	Issuer   string   `json:"issuer"`
	TokenURL string   `json:"token_endpoint,omitempty"`
	Revoke   string   `json:"revocation_endpoint,omitempty"`
	ClientID string   `json:"client_id"`
	Secret   string   `json:"client_secret,omitempty"`
	Method   string   `json:"token_endpoint_auth_method,omitempty"`
	Redirect []string `json:"redirect_uris,omitempty"`
	Scopes   []string `json:"scopes,omitempty"`
}

const storedVersion = 1

// errNotCredential says that a file is not one of ours. It does not say what is
// in it.
var errNotCredential = errors.New("not a stored credential")

// Load reads a credential. A file that is torn, too large, not a regular file or
// of another id is an error, and stays as it is.
func (d *Directory) Load(ctx context.Context, id string) (Credential, bool, error) {
	data, err := d.read(id)
	if errors.Is(err, fs.ErrNotExist) {
		return Credential{}, false, nil
	}
	if err != nil {
		return Credential{}, false, fmt.Errorf("reading a credential: %w", err)
	}
	c, _, err := d.decode(ctx, data, id)
	if err != nil {
		return Credential{}, false, fmt.Errorf("reading a credential: %s: %w", d.file(id), err)
	}
	return c, !c.none(), nil
}

// List reads all files of the directory; one that is not there is empty.
func (d *Directory) List(ctx context.Context) (map[string]Credential, error) {
	names, err := d.files()
	out := map[string]Credential{}
	for _, name := range names {
		data, bad := atomicfile.Read(name, MaxCredential)
		if errors.Is(bad, fs.ErrNotExist) {
			continue // somebody has logged out meanwhile
		}
		var s stored
		if bad == nil && (json.Unmarshal(data, &s) != nil || d.file(s.ID) != name) {
			bad = errNotCredential
		}
		var c Credential
		if bad == nil {
			c, _, bad = d.decode(ctx, data, s.ID)
		}
		switch {
		case bad != nil:
			err = errors.Join(err, fmt.Errorf("%s: %w", name, bad))
		case !c.none():
			out[s.ID] = c
		}
	}
	return out, errors.Join(err, context.Cause(ctx))
}

// files are the names of the files that may be ours. What begins with a dot is not: a program
// was about to write it that was killed, or it is a lock.
func (d *Directory) files() (names []string, err error) {
	entries, err := os.ReadDir(d.dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") {
			names = append(names, filepath.Join(d.dir, name))
		}
	}
	return names, err
}

// decode reads a file, and tells whether it is sealed.
func (d *Directory) decode(ctx context.Context, data []byte, id string) (Credential, bool, error) {
	plain, was, err := d.seals.open(ctx, data, id)
	if err != nil {
		return Credential{}, was, err
	}
	c, err := decode(plain, id)
	return c, was, err
}

func (d *Directory) read(id string) ([]byte, error) {
	return atomicfile.Read(d.file(id), MaxCredential)
}

// Change replaces a credential. A file that Load cannot make sense of counts as none,
// so that a new login mends it.
func (d *Directory) Change(ctx context.Context, id string, change func(Credential, bool) (Credential, error)) error {
	err := context.Cause(ctx)
	if err == nil {
		seen, _ := d.usable(id)
		before, was, unusable := d.decode(ctx, seen, id)
		d.seals.ready(ctx, unusable == nil && !before.none(), was)
		err = atomicfile.Change(d.file(id), MaxCredential, func() ([]byte, error) { return d.usable(id) }, func(data []byte) ([]byte, error) {
			before, was, unusable := d.decode(ctx, data, id)
			known := unusable == nil && !before.none()
			after, err := change(before, known)
			if err != nil {
				return nil, err
			}
			data, err = encode(id, after)
			if err == nil && !after.none() { // that there is none is no secret
				data, err = d.seals.close(ctx, data, id, known, was)
			}
			if err == nil && len(data) > MaxCredential { // it could not be read again
				err = fmt.Errorf("%w: tokens and client take %d bytes, more than %d", atomicfile.ErrTooLarge, len(data), MaxCredential)
			}
			return data, err
		})
	}
	if err != nil {
		return fmt.Errorf("saving a credential: %w", err)
	}
	return nil
}

// usable is a file's content, nothing if it can be none of ours.
func (d *Directory) usable(id string) ([]byte, error) {
	data, err := d.read(id)
	if errors.Is(err, atomicfile.ErrNotRegular) || errors.Is(err, atomicfile.ErrTooLarge) {
		return nil, nil
	}
	return data, err
}

// file names a credential by the hash of its id: ids may be anything.
func (d *Directory) file(id string) string {
	sum := sha256.Sum256([]byte(id))
	return filepath.Join(d.dir, hex.EncodeToString(sum[:16])+".json")
}

func encode(id string, c Credential) ([]byte, error) {
	s := stored{Version: storedVersion, ID: id, Removed: c.none(), Access: c.Access, Refresh: c.Refresh}
	if !c.Expires.IsZero() {
		s.Expires = new(c.Expires.UTC())
	}
	if l := c.Login; l != nil {
		s.Login = &storedLogin{l.Server, l.Resource, l.Issuer, l.TokenURL, l.Revoke, l.Client.ID, l.Client.Secret, l.Client.Method, l.Redirect, l.Scopes}
	}
	data, err := json.Marshal(s)
	if err != nil { // only a time that no calendar has
		return nil, err
	}
	return append(data, '\n'), nil
}

func decode(data []byte, id string) (Credential, error) {
	var s stored
	if json.Unmarshal(data, &s) != nil || s.Version != storedVersion || s.ID != id || s.Removed == (s.Access+s.Refresh != "" || s.Login != nil) {
		return Credential{}, errNotCredential
	}
	c := Credential{Access: s.Access, Refresh: s.Refresh}
	if s.Expires != nil {
		c.Expires = *s.Expires
	}
	if l := s.Login; l != nil {
		c.Login = &Login{l.Server, l.Resource, l.Issuer, l.TokenURL, l.Revoke, Client{l.ClientID, l.Secret, l.Method}, l.Redirect, l.Scopes}
	}
	return c, nil
}
