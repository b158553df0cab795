package approval

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// holding is a store whose file has a content.
func holding(t *testing.T, text string) (*Store, *Memory) {
	t.Helper()
	m := &Memory{Name: "mcpApprovals.json"}
	assert.NilError(t, overwrite(m, text))
	return NewStore(m), m
}

func overwrite(s Storage, text string) error {
	return s.Change(func([]byte) ([]byte, error) { return []byte(text), nil })
}

func content(t *testing.T, s Storage) string {
	t.Helper()
	data, err := s.Read()
	assert.NilError(t, err)
	return string(data)
}

func TestTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "directory", FileName)
	store := NewStore(Disk(path))
	r, err := store.Load("/project")
	assert.NilError(t, err)
	assert.Equal(t, len(r), 0)
	_, err = os.Stat(filepath.Dir(path))
	assert.Assert(t, errors.Is(err, os.ErrNotExist), "looking makes no directory")

	a, b := server("a", "x"), server("b", "y")
	assert.NilError(t, store.Decide("/project/", Approved, a))
	assert.NilError(t, store.Decide("/project", Rejected, b))
	assert.Equal(t, content(t, Disk(path)), fmt.Sprintf(`{
  "/project": {
    "a": {
      "hash": "%s",
      "status": "approved"
    },
    "b": {
      "hash": "%s",
      "status": "rejected"
    }
  }
}
`, Hash(a.Definition), Hash(b.Definition)))
	info, err := os.Stat(path)
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600))

	r, err = NewStore(Disk(path)).Load("/project/../project")
	assert.NilError(t, err)
	assert.DeepEqual(t, r, Records{"a": {Hash(a.Definition), Approved}, "b": {Hash(b.Definition), Rejected}})
	r, err = store.Load("/other")
	assert.NilError(t, err)
	assert.Equal(t, len(r), 0)
}

// What another process writes counts at the next question (D-Q6).
func TestTheFileIsReadForEveryQuestion(t *testing.T) {
	store, file := holding(t, `{}`)
	e := server("a", "x")
	assert.NilError(t, NewStore(file).Decide("/p", Approved, e))
	r, err := store.Load("/p")
	assert.NilError(t, err)
	assert.Equal(t, r.State(e), Approved)
	assert.NilError(t, overwrite(file, `{}`))
	r, err = store.Load("/p")
	assert.NilError(t, err)
	assert.Equal(t, r.State(e), Pending)
}

func TestStoringKeepsEverythingElse(t *testing.T) {
	hash := strings.Repeat("0", 64)
	store, file := holding(t, `// a comment
{"/other": {"z": {"hash": "`+hash+`", "status": "approved", "by": 12345678901234567890}}, "version": 2,
 "/p": {"b": {"hash": "`+hash+`", "status": "rejected"}, "a": 1,}, "/broken": []}`)
	a := server("a", "x")
	assert.NilError(t, store.Decide("/p", Approved, a, server("c", "x")))
	assert.NilError(t, store.Decide("/broken", Rejected, a))
	record := func(status string) string {
		return fmt.Sprintf(`{"hash":"%s","status":"%s"}`, Hash(a.Definition), status)
	}
	want := `{"/other":{"z":{"hash":"` + hash + `","status":"approved","by":12345678901234567890}},"version":2,` +
		`"/p":{"b":{"hash":"` + hash + `","status":"rejected"},"a":` + record("approved") + `,"c":` + record("approved") + `},` +
		`"/broken":{"a":` + record("rejected") + `}}`
	assert.Equal(t, strings.NewReplacer("\n", "", "  ", "", ": ", ":").Replace(content(t, file)), want)
}

// A file that cannot be understood is reported, holds nothing, and is not
// written over.
func TestATornFileLosesNothing(t *testing.T) {
	for text, want := range map[string]string{
		`{"/p": {"a": {"hash": "28a5`: "mcpApprovals.json:1:28: the file ends too early",
		`[]`:                          "mcpApprovals.json:1:1: expecting an object, not a list",
		``:                            "mcpApprovals.json:1:1: the file ends too early",
	} {
		store, file := holding(t, text)
		r, err := store.Load("/p")
		assert.ErrorContains(t, err, "Warning: MCP approvals file error: "+want)
		var warning *Warning
		assert.Assert(t, errors.As(err, &warning))
		assert.Equal(t, len(r), 0)
		assert.ErrorContains(t, store.Decide("/p", Approved, server("a", "x")), "the file stays as it is")
		assert.Equal(t, content(t, file), text)
	}
}

func TestAFileThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	store := NewStore(Disk(dir))
	_, err := store.Load("/p")
	assert.ErrorContains(t, err, "not a regular file")
	assert.ErrorContains(t, store.Decide("/p", Approved, server("a", "x")), "not a regular file")
	under := NewStore(Disk(filepath.Join(dir, "file", FileName)))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	assert.ErrorContains(t, under.Decide("/p", Approved, server("a", "x")), "storing an approval: ")
}

func TestOneBrokenRecordHarmsNoOther(t *testing.T) {
	hash := strings.Repeat("a", 64)
	store, _ := holding(t, `{"/p": {
		"good": {"hash": "`+hash+`", "status": "approved"},
		"short": {"hash": "aaaa", "status": "approved"},
		"upper": {"hash": "`+strings.ToUpper(hash)+`", "status": "approved"},
		"pending": {"hash": "`+hash+`", "status": "pending"},
		"number": {"hash": 1, "status": "approved"},
		"twice": {"hash": "`+hash+`", "status": "approved"},
		"twice": {"hash": "`+hash+`", "status": "rejected"},
		"broken": {"hash": "`+hash+`", "status": "approved"},
		"broken": null
	}}`)
	r, err := store.Load("/p")
	assert.NilError(t, err)
	assert.DeepEqual(t, r, Records{"good": {hash, Approved}, "twice": {hash, Rejected}})
}

// Decisions at the same time do not undo each other.
func TestDecisionsAreStoredOneAfterTheOther(t *testing.T) {
	store := NewStore(new(Memory))
	var group sync.WaitGroup
	var all settings.Map
	for i := range 20 {
		e := server(fmt.Sprintf("s%d", i), "x")
		all = append(all, e)
		group.Go(func() { assert.Check(t, store.Decide("/p", Approved, e)) })
	}
	group.Wait()
	r, err := store.Load("/p")
	assert.NilError(t, err)
	assert.Equal(t, len(r.Gated(all)), 0)
}

// A file that had become too large to be read held no decision any more, rejections
// neither.
func TestAFileThatIsFullLosesNothing(t *testing.T) {
	for name, storage := range map[string]Storage{"disk": Disk(filepath.Join(t.TempDir(), FileName)), "memory": &Memory{Name: "memory"}} {
		store := NewStore(storage)
		bad := server("bad", "x")
		assert.NilError(t, store.Decide("/p", Rejected, bad))
		var many settings.Map
		for i := range 4100 {
			many = append(many, server(fmt.Sprintf("%d-%s", i, strings.Repeat("n", 1000)), "x"))
		}
		err := store.Decide("/p", Approved, many...)
		assert.ErrorContains(t, err, "storing an approval: the file stays as it is: it would have ", name)
		assert.ErrorContains(t, err, "more than the 4194304 that are read; take projects out of ", name)
		r, err := store.Load("/p")
		assert.NilError(t, err, name)
		assert.Equal(t, r.State(bad), Rejected, name)
		assert.NilError(t, store.Decide("/p", Rejected, many[0]), name)
	}
}

func FuzzApprovalsFile(f *testing.F) {
	hash := strings.Repeat("a", 64)
	for _, seed := range []string{
		`{}`, ``, `[]`, `{"/p":{"a":{"hash":"` + hash + `","status":"approved"}}}`, `{"/p":[],"/p":{"a":{}}}`,
		`{"/p":{"a":{"hash":"` + hash + `","status":"rejected"}},} // end`, "\ufeff{\"\\u0000\":null}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := &Memory{Name: "f"}
		assert.NilError(t, overwrite(file, string(data)))
		store := NewStore(file)
		before, err := store.Load("/p")
		e := server("\"new\"", "x")
		if err != nil {
			assert.Assert(t, store.Decide("/p", Approved, e) != nil)
			assert.Equal(t, content(t, file), string(data))
			return
		}
		assert.NilError(t, store.Decide("/p", Approved, e))
		after, err := store.Load("/p")
		assert.NilError(t, err)
		assert.Equal(t, after.State(e), Approved)
		for name, record := range before {
			if name != e.Name {
				assert.Equal(t, after[name], record, "%q", name)
			}
		}
	})
}
