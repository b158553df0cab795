package mcpsim_test

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// programs are how files for Linux, Windows and macOS begin that can be executed.
var programs = []string{"\x7fELF", "MZ", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"}

// A program that go build has left in the tree is not committed with it.
func TestNoProgramIsCommitted(t *testing.T) {
	names, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("this is no clone")
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		begin := beginningOf(t, name)
		if slices.ContainsFunc(programs, func(magic string) bool { return strings.HasPrefix(begin, magic) }) {
			t.Errorf("%s is a program: remove it", name)
		}
	}
}

// beginningOf is the first bytes of a file; "" if it was removed and that is not committed yet.
func beginningOf(t *testing.T, name string) string {
	file, err := os.Open(name)
	if os.IsNotExist(err) {
		return ""
	}
	assert.NilError(t, err)
	defer file.Close()
	begin := make([]byte, 4)
	n, err := io.ReadFull(file, begin)
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		assert.NilError(t, err)
	}
	return string(begin[:n])
}
