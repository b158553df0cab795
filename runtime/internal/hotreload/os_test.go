package hotreload_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
)

// entries collects what was reported, and waits for it as long as a busy machine
// may need.
type entries chan string

func (e entries) expect(t *testing.T, name string) {
	t.Helper()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		select {
		case got := <-e:
			if got == name {
				return poll.Success()
			}
		default:
		}
		return poll.Continue("%q was not reported", name)
	}, poll.WithTimeout(30*time.Second), poll.WithDelay(time.Millisecond))
}

func TestTheMachineReportsEntries(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".qwen")
	_, err := hotreload.OS{}.Watch(dir, func(string) {})
	assert.Check(t, is.ErrorIs(err, fs.ErrNotExist))
	assert.NilError(t, os.Mkdir(dir, 0o700))
	seen := make(entries, 1000)
	stop, err := hotreload.OS{}.Watch(dir, func(entry string) { seen <- entry })
	assert.NilError(t, err)
	defer stop()
	file := filepath.Join(dir, "settings.json")
	assert.NilError(t, os.WriteFile(file, []byte("{}"), 0o600))
	seen.expect(t, "settings.json")
	other := filepath.Join(dir, "settings.json.tmp")
	assert.NilError(t, os.WriteFile(other, []byte("{ }"), 0o600))
	seen.expect(t, "settings.json.tmp")
	assert.NilError(t, os.Rename(other, file))
	seen.expect(t, "settings.json")
	data, err := hotreload.OS{}.ReadFile(file, 2)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "{ ")
	assert.NilError(t, os.RemoveAll(dir))
	seen.expect(t, "")
}

// A program does not write settings that it could not read again.
func TestChangesStayWithinWhatIsRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "settings.json")
	for kind, files := range map[string]hotreload.Files{"machine": hotreload.OS{}, "simulation": &hotreload.Memory{}} {
		to := func(content string) error {
			return files.Change(name, 4, func([]byte) ([]byte, error) { return []byte(content), nil })
		}
		assert.NilError(t, to("abc"), kind)
		assert.ErrorContains(t, to("abcd"), "settings.json: file is too large: more than 3 bytes", kind)
		data, err := files.ReadFile(name, 4)
		assert.NilError(t, err, kind)
		assert.Equal(t, string(data), "abc", kind)
	}
}

func TestTheMachineReadsNoPipes(t *testing.T) {
	_, err := hotreload.OS{}.ReadFile(t.TempDir(), 1)
	assert.ErrorContains(t, err, "not a regular file")
}
