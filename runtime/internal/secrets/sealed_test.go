package secrets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// memoryRing is a keyring that a test can take away.
type memoryRing struct {
	mu    sync.Mutex
	all   map[string]string
	gone  error
	asked int
}

func (r *memoryRing) Get(_ context.Context, name string) (string, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	secret, found := r.all[name]
	return secret, found, r.gone
}

func (r *memoryRing) Set(_ context.Context, name, secret string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	if r.gone == nil {
		r.all[name] = secret
	}
	return r.gone
}

func newRing() *memoryRing { return &memoryRing{all: map[string]string{}} }

var madeLogin = Credential{Access: "SECRET-a", Refresh: "SECRET-r", Login: &Login{Issuer: "https://i", Client: Client{ID: "id", Secret: "SECRET-c"}}}

// written is what is in all files of a directory.
func written(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	assert.NilError(t, err)
	var all strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		assert.NilError(t, err)
		all.Write(data)
	}
	return all.String()
}

// With a keyring no file holds a token, another process opens it with the same key, and
// what was renewed is sealed again.
func TestSealedFilesTellNothing_OAC_40(t *testing.T) {
	ctx, dir, ring := t.Context(), t.TempDir(), newRing()
	assert.NilError(t, Save(ctx, NewSealedDirectory(dir, ring, SealNew), "x", madeLogin))
	another := NewSealedDirectory(dir, ring, SealNew)
	assert.NilError(t, another.Change(ctx, "x", func(c Credential, found bool) (Credential, error) {
		assert.Check(t, found && c.Refresh == madeLogin.Refresh && c.Login.Client == madeLogin.Login.Client)
		c.Access += "2"
		return c, nil
	}))
	assert.NilError(t, Save(ctx, another, "y", madeLogin))
	assert.Check(t, !strings.Contains(written(t, dir), "SECRET"), written(t, dir))
	assert.Equal(t, len(ring.all), 1)
	for name, secret := range ring.all {
		assert.Check(t, !strings.Contains(written(t, dir), secret))
		assert.Check(t, cmp.Regexp("^credentials [0-9a-f]{16}$", name)) // what other versions look for, and what a person sees
	}
	all, err := NewSealedDirectory(dir, ring, SealNew).List(ctx)
	assert.NilError(t, err)
	assert.Check(t, len(all) == 2 && all["x"].Access == "SECRET-a2")
	assert.NilError(t, Save(ctx, another, "x", Credential{}))
	_, found, err := NewDirectory(dir).Load(ctx, "x")
	assert.Check(t, err == nil && !found, "a logout can be read without the keyring")
}

// Where the keyring cannot be used a new login is a file as before; a sealed one is an
// error, which a new login mends.
func TestWithoutTheKeyring(t *testing.T) {
	ctx, dir, ring := t.Context(), t.TempDir(), newRing()
	sealed := NewSealedDirectory(dir, ring, SealNew)
	assert.NilError(t, Save(ctx, sealed, "x", madeLogin))
	ring.gone = errors.New("it is locked")
	for name, d := range map[string]*Directory{"it is locked": NewSealedDirectory(dir, ring, SealNew), "there is no keyring": NewDirectory(dir)} {
		_, found, err := d.Load(ctx, "x")
		assert.ErrorContains(t, err, name)
		assert.Check(t, !found)
		_, err = d.List(ctx)
		assert.ErrorContains(t, err, name)
		assert.NilError(t, Save(ctx, d, "y", madeLogin))
		_, found, err = d.Load(ctx, "y")
		assert.Check(t, err == nil && found)
	}
	assert.ErrorContains(t, Save(ctx, NewSealedDirectory(dir, ring, SealAll), "z", madeLogin), "it is locked")
	assert.NilError(t, Save(ctx, NewDirectory(dir), "x", madeLogin))
	_, found, err := NewDirectory(dir).Load(ctx, "x")
	assert.Check(t, err == nil && found)

	ring.gone, ring.all = nil, map[string]string{} // the user has removed the key: there is another one
	d := NewSealedDirectory(dir, ring, SealAll)
	assert.NilError(t, Save(ctx, d, "x", madeLogin))
	_, found, err = d.Load(ctx, "x")
	assert.Check(t, err == nil && found)
}

// Where it cannot be read which key is the current one, no other is made: what is sealed could
// become what nobody opens.
func TestTheNameOfTheKeyCannotBeRead(t *testing.T) {
	ring := newRing()
	d := NewSealedDirectory(t.TempDir(), ring, SealAll)
	assert.NilError(t, os.Symlink("nowhere", d.seals.named))
	assert.ErrorIs(t, Save(t.Context(), d, "x", madeLogin), atomicfile.ErrNotRegular)
	assert.Equal(t, len(ring.all), 0)
}

// A file that is there stays as it is until a login says otherwise, and then the keyring
// is not even asked.
func TestFilesStayAsTheyAre(t *testing.T) {
	ctx, dir, ring := t.Context(), t.TempDir(), newRing()
	assert.NilError(t, Save(ctx, NewSealedDirectory(dir, ring, SealNone), "x", madeLogin))
	assert.NilError(t, Save(ctx, NewSealedDirectory(dir, ring, SealNew), "x", madeLogin))
	assert.Equal(t, ring.asked, 0)
	assert.Check(t, strings.Contains(written(t, dir), "SECRET-a"))
	assert.NilError(t, Save(ctx, NewSealedDirectory(dir, ring, SealAll), "x", madeLogin))
	assert.Check(t, !strings.Contains(written(t, dir), "SECRET"))
	assert.NilError(t, Save(ctx, NewSealedDirectory(dir, ring, SealNone), "x", madeLogin))
	assert.Check(t, strings.Contains(written(t, dir), "SECRET-a"))
}

// A sealed file is good under its own name only, and a changed one not at all.
func TestSealsAreBroken(t *testing.T) {
	ctx, dir, ring := t.Context(), t.TempDir(), newRing()
	d := NewSealedDirectory(dir, ring, SealNew)
	assert.NilError(t, Save(ctx, d, "x", madeLogin))
	good, err := os.ReadFile(d.file("x"))
	assert.NilError(t, err)
	for name, data := range map[string]string{
		"another's":   strings.Replace(string(good), `"id":"x"`, `"id":"y"`, 1),
		"short":       strings.Replace(string(good), `"sealed":"`, `"sealed":"AAAA","x":"`, 1),
		"changed":     strings.Replace(string(good), `"sealed":"`, `"sealed":"AAAA`, 1),
		"no key":      strings.Replace(string(good), `"key":"`, `"key":"ab`, 1),
		"newer":       strings.Replace(string(good), `"version":2`, `"version":3`, 1),
		"not a text":  strings.Replace(string(good), `"sealed":"`, `"sealed":1,"x":"`, 1),
		"base64 torn": strings.Replace(string(good), `"sealed":"`, `"sealed":"#`, 1),
	} {
		assert.NilError(t, os.WriteFile(d.file("y"), []byte(data), 0o600))
		_, found, err := d.Load(ctx, "y")
		assert.Check(t, err != nil && !found, name)
	}
}

// Processes that begin at once agree on one key, and none undoes what another one did.
func TestSealedChangesAtOnce(t *testing.T) {
	dir, ring := t.TempDir(), newRing()
	var all sync.WaitGroup
	for range 4 {
		d := NewSealedDirectory(dir, ring, SealNew)
		all.Go(func() {
			for range 10 {
				assert.Check(t, d.Change(t.Context(), "x", func(c Credential, _ bool) (Credential, error) {
					c.Access += "a"
					return c, nil
				}))
			}
		})
	}
	all.Wait()
	assert.Equal(t, len(ring.all), 1)
	c, found, err := NewSealedDirectory(dir, ring, SealNew).Load(t.Context(), "x")
	assert.NilError(t, err)
	assert.Check(t, found && c.Access == strings.Repeat("a", 40), "%d", len(c.Access))
}
