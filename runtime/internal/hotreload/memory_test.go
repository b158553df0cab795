package hotreload_test

import (
	"io/fs"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
)

// TestADirectoryGoesWithAllThatIsInIt and leaves its neighbours.
func TestADirectoryGoesWithAllThatIsInIt(t *testing.T) {
	var files hotreload.Memory
	for _, name := range []string{"/a/one", "/a/b/two", "/ab/three"} {
		files.WriteFile(name, "x")
	}
	var told []string
	_, err := files.Watch("/", func(entry string) { told = append(told, entry) })
	assert.NilError(t, err)
	files.RemoveDir("/a")
	assert.DeepEqual(t, told, []string{"a"})
	for name, there := range map[string]bool{"/a/one": false, "/a/b/two": false, "/ab/three": true} {
		_, err := files.ReadFile(name, 9)
		assert.Equal(t, err == nil, there, name)
	}
	for dir, there := range map[string]bool{"/a": false, "/a/b": false, "/ab": true} {
		_, err := files.Watch(dir, func(string) {})
		assert.Equal(t, err == nil, there, dir)
		if err != nil {
			assert.ErrorIs(t, err, fs.ErrNotExist)
		}
	}
}

// TestANewDirectoryIsToldAtEachLevel: those above it may be new, too.
func TestANewDirectoryIsToldAtEachLevel(t *testing.T) {
	var files hotreload.Memory
	var told []string
	_, err := files.Watch("/", func(name string) { told = append(told, name) })
	assert.NilError(t, err)
	files.MakeDir("/a/b")
	assert.DeepEqual(t, told, []string{"a"})
}
