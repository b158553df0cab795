package steps

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/process"
)

func TestPartsOfACommand(t *testing.T) {
	c := process.Command{Path: "docs", Args: []string{"-v", "a b"}, Env: []string{"A=1", "AB=2", "A=3=4", "E="}, Dir: "/x"}
	for what, want := range map[string]string{
		"command": "docs", "arguments": "-v, a b", "directory": "/x",
		"variable A": "3=4", "variable AB": "2", "variable E": "", "variable B": "(not set)",
	} {
		got, err := partOf(c, what)
		assert.NilError(t, err)
		assert.Equal(t, got, want, what)
	}
	_, err := partOf(c, "pid")
	assert.ErrorContains(t, err, "none of command, arguments, directory, variable NAME")
}
