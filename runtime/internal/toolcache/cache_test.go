package toolcache

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

var (
	start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tools = []json.RawMessage{
		json.RawMessage(`{"name": "b<>", "inputSchema": {"z":1,  "a":2}}`), json.RawMessage(`{"name":"a"}`),
	}
)

// eachCache runs a test against both implementations.
func eachCache(t *testing.T, test func(t *testing.T, c Cache, clk *clockwork.FakeClock)) {
	t.Run("memory", func(t *testing.T) {
		clk := clockwork.NewFakeClockAt(start)
		test(t, NewMemory(clk), clk)
	})
	t.Run("disk", func(t *testing.T) {
		clk := clockwork.NewFakeClockAt(start)
		test(t, NewDisk(filepath.Join(t.TempDir(), "not", "there"), clk), clk)
	})
}

func TestSavedToolsComeBackByteByByte(t *testing.T) { // OMP-LC-45, OMP-LC-63
	eachCache(t, func(t *testing.T, c Cache, _ *clockwork.FakeClock) {
		ctx := t.Context()
		assert.DeepEqual(t, c.Get(ctx, "docs", "h1"), Found{Reason: Absent})
		assert.NilError(t, c.Set(ctx, "docs", "h1", tools))
		assert.DeepEqual(t, c.Get(ctx, "docs", "h1"), Found{Reason: Hit, Tools: tools})
		assert.DeepEqual(t, c.Get(ctx, "Docs", "h1"), Found{Reason: Absent})
		assert.DeepEqual(t, c.Get(ctx, "docs", "h2"), Found{Reason: OtherConfig})
		assert.NilError(t, c.Set(ctx, "docs", "h2", tools[1:]))
		assert.DeepEqual(t, c.Get(ctx, "docs", "h2"), Found{Reason: Hit, Tools: tools[1:]})
		assert.DeepEqual(t, c.Get(ctx, "docs", "h1"), Found{Reason: OtherConfig})
	})
}

func TestEmptyListIsAHit(t *testing.T) {
	eachCache(t, func(t *testing.T, c Cache, _ *clockwork.FakeClock) {
		assert.NilError(t, c.Set(t.Context(), "docs", "h", nil))
		found := c.Get(t.Context(), "docs", "h")
		assert.Assert(t, found.OK())
		assert.Equal(t, len(found.Tools), 0)
	})
}

func TestEntriesExpire(t *testing.T) { // F-22: 30 days
	eachCache(t, func(t *testing.T, c Cache, clk *clockwork.FakeClock) {
		assert.NilError(t, c.Set(t.Context(), "docs", "h", tools))
		clk.Advance(30*24*time.Hour - time.Millisecond)
		assert.Equal(t, c.Get(t.Context(), "docs", "h").Reason, Hit)
		clk.Advance(time.Millisecond)
		assert.DeepEqual(t, c.Get(t.Context(), "docs", "h"), Found{Reason: Expired})
		assert.NilError(t, c.Set(t.Context(), "docs", "h", tools))
		assert.Equal(t, c.Get(t.Context(), "docs", "h").Reason, Hit)
	})
}

func TestClockSetBack(t *testing.T) {
	data, err := encode("docs", "h", start, tools)
	assert.NilError(t, err)
	assert.Equal(t, decode(data, "docs", "h", start.Add(-time.Hour)).Reason, Hit)
	assert.Equal(t, decode(data, "docs", "h", start.Add(-MaxAge)).Reason, Expired)
}

func TestWhatGetWouldNotReadIsNotSet(t *testing.T) { // OMP-LC-46: the error is for the log
	eachCache(t, func(t *testing.T, c Cache, _ *clockwork.FakeClock) {
		ctx := t.Context()
		for _, bad := range []string{``, `null`, `[]`, `{`, `"x"`} {
			for _, list := range [][]json.RawMessage{{tools[0], json.RawMessage(bad)}, {json.RawMessage(bad), tools[0]}} {
				assert.NilError(t, c.Set(ctx, "docs", "h", list))
				assert.DeepEqual(t, c.Get(ctx, "docs", "h"), Found{Reason: Hit, Tools: tools[:1]})
			}
		}
		assert.NilError(t, c.Set(ctx, "docs", "h", tools))
		big := json.RawMessage(`{"name":"` + strings.Repeat("x", MaxSize) + `"}`)
		assert.ErrorContains(t, c.Set(ctx, "docs", "h", []json.RawMessage{big}), "are more than the 8388608 that are stored")
		assert.DeepEqual(t, c.Get(ctx, "docs", "h").Tools, tools)
	})
}

func TestOddEntriesAreMisses(t *testing.T) { // F-22
	const good = `{"version":1,"server":"docs","config_hash":"h","saved_at":"2026-03-01T12:00:00Z","tools":[{"name":"a"}]}`
	replaced := func(old, with string) string { return strings.Replace(good, old, with, 1) }
	for _, c := range []struct {
		name, data string
		want       Reason
		warning    string // "" means none
	}{
		{"good", good, Hit, ""},
		{"unknown fields are fine", replaced(`{"v`, `{"x":[1],"v`), Hit, ""},
		{"other config", replaced(`"h"`, `"g"`), OtherConfig, ""},
		{"expired", replaced(`2026`, `2025`), Expired, ""},
		{"never saved", replaced(`"saved_at":"2026-03-01T12:00:00Z",`, ``), Expired, ""},
		{"far future", replaced(`2026`, `9026`), Expired, ""},
		{"newer version", replaced(`1,`, `2,`), Version, "version 2, not 1"},
		{"no version", replaced(`"version":1,`, ``), Version, "version 0, not 1"},
		{"no array", replaced(`[{"name":"a"}]`, `{"name":"a"}`), NotArray, "tools are not an array"},
		{"null", replaced(`[{"name":"a"}]`, `null`), NotArray, "tools are not an array"},
		{"no tools", replaced(`,"tools":[{"name":"a"}]`, ``), NotArray, "tools are not an array"},
		{"no objects", replaced(`{"name":"a"}`, `{},null`), Corrupt, "tool 1 is not an object"},
		{"another server's", replaced(`docs`, `mail`), Corrupt, `saved for "mail"`},
		{"torn", good[:60], Corrupt, "unexpected end of JSON input"},
		{"empty", "", Corrupt, "unexpected end of JSON input"},
		{"two values", good + good, Corrupt, "invalid character '{' after top-level value"},
		{"wrong types", replaced(`"h"`, `1`), Corrupt, "not an entry of the tool cache"},
		{"bad time", replaced(`2026`, `yes`), Corrupt, "not an entry of the tool cache"},
		{"hostile nesting", replaced(`"a"`, strings.Repeat("[", 1_000_000)), Corrupt, "invalid character '[' exceeded max depth"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := decode([]byte(c.data), "docs", "h", start)
			assert.Equal(t, found.Reason, c.want)
			assert.Equal(t, found.OK(), c.want == Hit)
			if c.warning == "" {
				assert.NilError(t, found.Warning)
				return
			}
			assert.ErrorContains(t, found.Warning, `reading cached tools of "docs": `+c.warning)
		})
	}
}

func TestDiskFilesAreSafe(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	d := NewDisk(filepath.Join(dir, "cache"), clockwork.NewFakeClockAt(start))
	names := []string{"docs", "Docs", "", ".", "..", "../../etc/passwd", "/abs", `C:\x`, "con", "a/b", "a\x00b", "ü", "日本", strings.Repeat("x", 5000)}
	for _, name := range names {
		assert.NilError(t, d.Set(ctx, name, "h", tools), "%q", name)
		assert.NilError(t, d.Set(ctx, name, "h", tools), "%q", name)
	}
	for _, name := range names {
		assert.Assert(t, d.Get(ctx, name, "h").OK(), "%q", name)
	}
	files, err := os.ReadDir(d.dir)
	assert.NilError(t, err)
	assert.Check(t, is.Len(files, len(names)))
	for _, f := range files {
		info, err := f.Info()
		assert.NilError(t, err)
		assert.Equal(t, info.Mode(), os.FileMode(0o600), f.Name())
		assert.Assert(t, len(f.Name()) <= 80 && strings.HasSuffix(f.Name(), ".json"), f.Name())
	}
	info, err := os.Stat(d.dir)
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o700))
	outside, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Check(t, is.Len(outside, 1))
}

func TestDiskFailures(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	blocked := filepath.Join(dir, "file")
	assert.NilError(t, os.WriteFile(blocked, nil, 0o600))
	d := NewDisk(filepath.Join(blocked, "cache"), clockwork.NewFakeClockAt(start))
	assert.ErrorContains(t, d.Set(ctx, "docs", "h", tools), `saving tools of "docs": `)
	assert.Equal(t, d.Get(ctx, "docs", "h").Reason, Unreadable)

	// A file that is too large is not read to its end.
	d = NewDisk(t.TempDir(), clockwork.NewFakeClockAt(start))
	assert.NilError(t, os.WriteFile(d.file("docs"), make([]byte, MaxSize+1), 0o600))
	found := d.Get(ctx, "docs", "h")
	assert.Equal(t, found.Reason, Corrupt)
	assert.ErrorContains(t, found.Warning, "more than 8388608 bytes")

	// A failed save leaves no temporary file and the old entry in place.
	d = NewDisk(dir, clockwork.NewFakeClockAt(start))
	assert.NilError(t, os.Mkdir(d.file("docs"), 0o700))
	assert.ErrorContains(t, d.Set(ctx, "docs", "h", tools), "file exists")
	files, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Check(t, is.Len(files, 2))
}

// FuzzDecode: stored bytes never crash the reader, a hit has objects only, and
// what is not a hit has no tools.
func FuzzDecode(f *testing.F) {
	good, err := encode("docs", "h", start, tools)
	assert.NilError(f, err)
	for _, seed := range []string{string(good), string(good[:50]), `{}`, `[]`, ``, `{"version":1,"server":"docs","config_hash":"h","saved_at":"2026-03-01T12:00:00Z","tools":[null]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found := decode(data, "docs", "h", start)
		assert.Assert(t, found.OK() || found.Tools == nil)
		for _, tool := range found.Tools {
			assert.Assert(t, isObject(tool) && json.Valid(tool))
		}
		if found.OK() {
			again, err := encode("docs", "h", start, found.Tools)
			assert.NilError(t, err)
			assert.DeepEqual(t, decode(again, "docs", "h", start), found)
		}
	})
}

// Processes share the directory: whichever saves last, each entry is whole.
func TestSavingAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for process := range 4 {
		all.Go(func() {
			c := NewDisk(dir, clockwork.NewFakeClockAt(start))
			own := fmt.Sprintf("own-%d", process)
			for range 20 {
				assert.Check(t, c.Set(t.Context(), "shared", "h", tools))
				assert.Check(t, c.Get(t.Context(), "shared", "h").OK())
				assert.Check(t, c.Set(t.Context(), own, "h", tools[1:]))
			}
			assert.Check(t, is.DeepEqual(c.Get(t.Context(), own, "h"), Found{Reason: Hit, Tools: tools[1:]}))
		})
	}
	all.Wait()
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(entries), 5)
}
