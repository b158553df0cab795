package probe

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// TestCommandOf: a program that was named by its path keeps that name, any other is named by
// what it is.
func TestCommandOf(t *testing.T) {
	c, found := commandOf(os.Getpid(), []string{"/bin/other", "a", "b"})
	assert.Equal(t, found, true)
	assert.Equal(t, c.Path, "/bin/other")
	assert.DeepEqual(t, c.Args, []string{"a", "b"})
	c, found = commandOf(os.Getpid(), []string{"node", "a"})
	program, err := os.Readlink("/proc/self/exe")
	assert.NilError(t, err)
	assert.Equal(t, found, true)
	assert.Equal(t, c.Path, program)
	_, found = commandOf(-1, []string{"node"})
	assert.Equal(t, found, false)
}
