package outfile_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/fs"

	"github.com/mcpsim/mcpsim/internal/outfile"
)

// TestFiller is not a test of its own: it fills a file for ever, for the test below.
func TestFiller(t *testing.T) {
	name := os.Getenv("FILLER_FILE")
	if name == "" {
		t.Skip("run by another test")
	}
	_ = outfile.Write(name, func(w io.Writer) error {
		_ = text(strings.Repeat("half", 10_000))(w)
		_ = text("filling\n")(os.Stdout)
		select {}
	})
}

// What a killed program leaves is gone when the file is written the next time; until then
// the old one is there.
func TestWhatAKilledProgramLeavesIsRemoved(t *testing.T) {
	dir := fs.NewDir(t, "killed", fs.WithFile("a", "old", fs.WithMode(0o644)))
	cmd := exec.Command(os.Args[0], "-test.run=^TestFiller$")
	cmd.Env = append(os.Environ(), "FILLER_FILE="+dir.Join("a"))
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	assert.NilError(t, err)
	assert.Equal(t, line, "filling\n")
	assert.NilError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	_, err = os.Stat(dir.Join(".saving-a"))
	assert.NilError(t, err)
	old, err := os.ReadFile(dir.Join("a"))
	assert.NilError(t, err)
	assert.Equal(t, string(old), "old")

	assert.NilError(t, outfile.Write(dir.Join("a"), text("new")))
	assert.Assert(t, fs.Equal(dir.Path(), fs.Expected(t, fs.WithFile("a", "new", fs.WithMode(0o644)))))
}

// Those that write a file at once leave one that is whole, and nothing else.
func TestManyWriteAtOnce(t *testing.T) {
	dir := fs.NewDir(t, "many")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 10 {
				assert.Check(t, outfile.Write(dir.Join("a"), text(strings.Repeat(string(rune('a'+i)), 10_000))))
			}
		})
	}
	all.Wait()
	data, err := os.ReadFile(dir.Join("a"))
	assert.NilError(t, err)
	assert.Equal(t, strings.Count(string(data), string(data[:1])), 10_000)
	entries, err := filepath.Glob(dir.Join("*"))
	assert.NilError(t, err)
	assert.Equal(t, len(entries), 1)
}
