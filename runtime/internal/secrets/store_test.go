package secrets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/atomicfile"
)

func TestStores(t *testing.T) {
	ctx := t.Context()
	for name, store := range map[string]Store{"memory": new(Memory), "directory": NewDirectory(filepath.Join(t.TempDir(), "new"))} {
		t.Run(name, func(t *testing.T) {
			_, found, err := store.Load(ctx, "x")
			assert.NilError(t, err)
			assert.Check(t, !found)
			for _, c := range []Credential{
				{Access: "a1"}, {"a2", "r2", start}, {"a3", "", start.Add(time.Hour)}, {Refresh: "r4"},
			} {
				for _, id := range []string{"x", "../../x", "", "ü\n"} {
					assert.NilError(t, store.Save(ctx, id, c))
					got, found, err := store.Load(ctx, id)
					assert.NilError(t, err)
					assert.Check(t, found && got == c, id)
				}
			}
		})
	}
}

func TestDirectoryIsPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "down")
	d := NewDirectory(dir)
	assert.NilError(t, d.Save(t.Context(), "my login", Credential{Access: "a1"}))
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
	assert.NilError(t, d.Save(ctx, "x", Credential{Access: "SECRET", Refresh: "SECRET"}))
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
			assert.NilError(t, atomicfile.Replace(d.file("x"), data))
			_, found, err := d.Load(ctx, "x")
			assert.ErrorContains(t, err, "reading a credential: ")
			assert.Check(t, !found && !strings.Contains(err.Error(), "SECRET"), "%v", err)
			after, err := os.ReadFile(d.file("x"))
			assert.NilError(t, err)
			assert.Check(t, bytes.Equal(after, data))
		})
	}
	year := Credential{Access: "a", Expires: time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)}
	assert.ErrorContains(t, d.Save(ctx, "z", year), "saving a credential: ")
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
	assert.NilError(t, m.Save(t.Context(), "x", c))
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "c", c, "p", &c, "m", m)
	for _, v := range []any{c, &c, m, []Credential{c}, map[string]Credential{"x": c}} {
		encoded, err := json.Marshal(v)
		assert.NilError(t, err)
		text := fmt.Sprintf("%v %+v %#v %s %s", v, v, v, v, encoded) + log.String()
		assert.Check(t, !strings.Contains(text, "SECRET"), text)
	}
}
