package secrets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

func TestStores(t *testing.T) {
	ctx := t.Context()
	for name, store := range map[string]Store{"memory": new(Memory), "directory": NewDirectory(filepath.Join(t.TempDir(), "new")), "sealed": NewSealedDirectory(filepath.Join(t.TempDir(), "new"), newRing(), SealNew)} {
		t.Run(name, func(t *testing.T) {
			_, found, err := store.Load(ctx, "x")
			assert.NilError(t, err)
			assert.Check(t, !found)
			for _, c := range []Credential{
				{Access: "a1"}, {Access: "a2", Refresh: "r2", Expires: start}, {Access: "a3", Expires: start.Add(time.Hour)}, {Refresh: "r4"},
			} {
				for _, id := range []string{"x", "../../x", "", "ü\n"} {
					assert.NilError(t, Save(ctx, store, id, c))
					got, found, err := store.Load(ctx, id)
					assert.NilError(t, err)
					assert.Check(t, found && got == c, id)
				}
			}
		})
	}
}

func TestAChangeThatFailsChangesNothing(t *testing.T) {
	ctx, refused := t.Context(), errors.New("refused")
	for name, store := range map[string]Store{"memory": new(Memory), "directory": NewDirectory(t.TempDir()), "sealed": NewSealedDirectory(t.TempDir(), newRing(), SealAll)} {
		assert.NilError(t, Save(ctx, store, "x", Credential{Access: "a"}), name)
		err := store.Change(ctx, "x", func(c Credential, found bool) (Credential, error) {
			assert.Check(t, found && c.Access == "a", name)
			return Credential{Access: "b"}, refused
		})
		assert.ErrorIs(t, err, refused, name)
		c, found, err := store.Load(ctx, "x")
		assert.Check(t, err == nil && found && c.Access == "a", "%s: %v", name, err)
	}
}

func TestDirectoryIsPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "down")
	d := NewDirectory(dir)
	assert.NilError(t, Save(t.Context(), d, "my login", Credential{Access: "a1"}))
	for name, mode := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, d.file("my login"): 0o600} {
		info, err := os.Stat(name)
		assert.NilError(t, err)
		assert.Equal(t, info.Mode(), mode)
	}
	assert.Check(t, !strings.Contains(d.file("my login"), "login"))
}

func TestDamagedFilesAreErrorsAndStay(t *testing.T) {
	ctx := t.Context()
	d := NewDirectory(t.TempDir())
	assert.NilError(t, Save(ctx, d, "x", Credential{Access: "SECRET", Refresh: "SECRET"}))
	good, err := os.ReadFile(d.file("x"))
	assert.NilError(t, err)
	for name, data := range map[string][]byte{
		"torn":        good[:len(good)/2],
		"empty":       nil,
		"other id":    bytes.Replace(good, []byte(`"x"`), []byte(`"y"`), 1),
		"new version": bytes.Replace(good, []byte(`"version":1`), []byte(`"version":2`), 1),
		"no token":    []byte(`{"version":1,"id":"x"}`),
		"too large":   append(bytes.Repeat([]byte(" "), MaxCredential), good...),
	} {
		t.Run(name, func(t *testing.T) {
			assert.NilError(t, atomicfile.Write(d.file("x"), data))
			_, found, err := d.Load(ctx, "x")
			assert.ErrorContains(t, err, "reading a credential: ")
			assert.Check(t, !found && !strings.Contains(err.Error(), "SECRET"), "%v", err)
			after, err := os.ReadFile(d.file("x"))
			assert.NilError(t, err)
			assert.Check(t, bytes.Equal(after, data))
		})
	}
	year := Credential{Access: "a", Expires: time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)}
	assert.ErrorContains(t, Save(ctx, d, "z", year), "saving a credential: ")
}

// Processes that share the directory change a credential one after the other.
func TestChangesAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		d := NewDirectory(dir)
		all.Go(func() {
			for range 25 {
				assert.Check(t, d.Change(t.Context(), "x", func(c Credential, _ bool) (Credential, error) {
					c.Access += "a"
					return c, nil
				}))
			}
		})
	}
	all.Wait()
	c, found, err := NewDirectory(dir).Load(t.Context(), "x")
	assert.NilError(t, err)
	assert.Check(t, found && c.Access == strings.Repeat("a", 100), "%d", len(c.Access))
}

func FuzzDecode(f *testing.F) {
	good, _ := encode("x", Credential{Access: "a", Refresh: "r", Expires: start})
	f.Add(good)
	f.Add([]byte(`{"version":1,"id":"x","access_token":"a","expires":"never"}`))
	f.Add([]byte("[]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decode(data, "x")
		if err != nil {
			return
		}
		again, err := encode("x", c)
		assert.NilError(t, err)
		same, err := decode(again, "x")
		assert.NilError(t, err)
		assert.Check(t, same.Access == c.Access && same.Refresh == c.Refresh && same.Expires.Equal(c.Expires))
	})
}

// However a credential is shown, its tokens are not.
func TestCredentialsAreNeverShown_OMP_LC_29(t *testing.T) {
	c := Credential{Access: "SECRET-a", Refresh: "SECRET-r", Expires: start}
	m := new(Memory)
	assert.NilError(t, Save(t.Context(), m, "x", c))
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "c", c, "p", &c, "m", m)
	for _, v := range []any{c, &c, m, []Credential{c}, map[string]Credential{"x": c}} {
		encoded, err := json.Marshal(v)
		assert.NilError(t, err)
		text := fmt.Sprintf("%v %+v %#v %s %s", v, v, v, v, encoded) + log.String()
		assert.Check(t, !strings.Contains(text, "SECRET"), text)
	}
}

// A login survives the store, is listed, and leaves no trace of its tokens when it ends.
func TestLoginsInStores(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	for name, store := range map[string]Store{"memory": new(Memory), "directory": NewDirectory(dir), "sealed": NewSealedDirectory(t.TempDir(), newRing(), SealNew)} {
		t.Run(name, func(t *testing.T) {
			want := Credential{Access: "SECRET-a", Refresh: "SECRET-r", Expires: start, Login: &Login{
				Server: "https://s/mcp", Resource: "https://s", Issuer: "https://i/", TokenURL: "https://i/token", Revoke: "https://i/revoke",
				Client: Client{"id", "SECRET-c", MethodBasic}, Redirect: []string{"http://127.0.0.1:1/callback"}, Scopes: []string{"a", "b"},
			}}
			assert.NilError(t, Save(ctx, store, "login:x", want))
			assert.NilError(t, Save(ctx, store, "client:x", Credential{Login: &Login{Issuer: "https://i/", Client: Client{ID: "id"}}}))
			all, err := store.(Lister).List(ctx)
			assert.NilError(t, err)
			assert.Equal(t, len(all), 2)
			got := all["login:x"]
			assert.DeepEqual(t, *got.Login, *want.Login)
			assert.Check(t, got.Access == want.Access && got.Refresh == want.Refresh && got.Expires.Equal(want.Expires))
			for _, v := range []any{got, got.Login, *got.Login} {
				text := fmt.Sprintf("%v %+v %#v", v, v, v)
				assert.Check(t, !strings.Contains(text, "SECRET"), text)
			}

			assert.NilError(t, Save(ctx, store, "login:x", Credential{}))
			_, found, err := store.Load(ctx, "login:x")
			assert.NilError(t, err)
			assert.Check(t, !found)
			assert.NilError(t, store.Change(ctx, "login:x", func(_ Credential, found bool) (Credential, error) {
				assert.Check(t, !found)
				return Credential{}, nil
			}))
			all, err = store.(Lister).List(ctx)
			assert.NilError(t, err)
			assert.Equal(t, len(all), 1)
		})
	}
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "odd.json"), []byte("{}"), 0o600))
	all, err := NewDirectory(dir).List(ctx)
	assert.ErrorContains(t, err, "odd.json: not a stored credential")
	assert.Equal(t, len(all), 1)
}

func TestCanonicalURLs_OAC_20(t *testing.T) {
	for raw, want := range map[string]string{
		"https://A.Example/mcp": "https://a.example/mcp", "HTTPS://a:443/": "https://a", "http://a:80/x/": "http://a/x/", "http://a:443": "http://a:443",
		"https://u:p@a/b?token=1#f": "https://a/b", "not a url": "not a url", "https://a:80": "https://a:80", "HTTP://[::1]:80/m": "http://[::1]/m",
		"http://a/?": "http://a", "http://a/#%41": "http://a", "http://a/%2f": "http://a/%2f", "/A": "/A", "http://%zz": "http://%zz",
	} {
		assert.Equal(t, CanonicalURL(raw), want)
	}
}

// A list passes over what a program has left that was killed while it wrote.
func TestAListPassesOverLeftovers(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	store := NewDirectory(dir)
	assert.NilError(t, Save(ctx, store, "a", Credential{Access: "SECRET-a"}))
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	assert.NilError(t, err)
	assert.Equal(t, len(names), 1)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, ".saving-"+filepath.Base(names[0])), []byte(`{"ver`), 0o600))
	all, err := store.List(ctx)
	assert.NilError(t, err)
	assert.Equal(t, len(all), 1)
}

// What could not be read again is not kept, and what was there stays.
func TestWhatIsTooLargeIsNotKept(t *testing.T) {
	for kind, store := range map[string]*Directory{
		"open":   NewDirectory(t.TempDir()),
		"sealed": NewSealedDirectory(t.TempDir(), newRing(), SealAll),
	} {
		before := Credential{Access: "a"}
		assert.NilError(t, Save(t.Context(), store, "id", before))
		err := Save(t.Context(), store, "id", Credential{Access: strings.Repeat("x", MaxCredential)})
		assert.ErrorIs(t, err, atomicfile.ErrTooLarge, kind)
		assert.ErrorContains(t, err, "saving a credential: file is too large: tokens and client take ")
		kept, found, err := store.Load(t.Context(), "id")
		assert.NilError(t, err)
		assert.Check(t, found && kept.Access == "a", kind)
		assert.NilError(t, Save(t.Context(), store, "id", Credential{Access: strings.Repeat("x", MaxCredential/2)}))
		_, found, err = store.Load(t.Context(), "id")
		assert.Check(t, found && err == nil, kind)
	}
}

// A directory is not a pattern, whatever it is called.
func TestAListInAnOddDirectory(t *testing.T) {
	store := NewDirectory(filepath.Join(t.TempDir(), "a[b"))
	all, err := store.List(t.Context())
	assert.Check(t, err == nil && len(all) == 0)
	assert.NilError(t, Save(t.Context(), store, "id", Credential{Access: "a"}))
	all, err = store.List(t.Context())
	assert.NilError(t, err)
	assert.Equal(t, all["id"].Access, "a")
}
