//go:build unix

package outfile_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/outfile"
)

// A pipe without a reader passes at once, as do devices.
func TestCheckOfWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	assert.NilError(t, syscall.Mkfifo(pipe, 0o600))
	assert.NilError(t, outfile.Check(pipe))
	assert.NilError(t, outfile.Check("/dev/null"))

	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	assert.NilError(t, err)
	defer l.Close()
	assert.ErrorContains(t, outfile.Check(filepath.Join(dir, "s")), "is a socket")

	assert.NilError(t, os.Symlink("circle", filepath.Join(dir, "circle")))
	assert.NilError(t, outfile.Check(filepath.Join(dir, "circle"))) // a link is replaced
}

func TestCheckOfOpenFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	assert.NilError(t, os.WriteFile(name, nil, 0o600))
	read, err := os.Open(name)
	assert.NilError(t, err)
	defer read.Close()
	assert.ErrorContains(t, outfile.Check(fmt.Sprintf("/dev/fd/%d", read.Fd())), "bad file descriptor")
	assert.ErrorContains(t, outfile.Check("/dev/fd/987654"), "bad file descriptor")
	written, err := os.OpenFile(name, os.O_WRONLY, 0)
	assert.NilError(t, err)
	defer written.Close()
	assert.NilError(t, outfile.Check(fmt.Sprintf("/dev/fd/%d", written.Fd())))
}

// A folder that only others may write to.
func TestCheckOfAFolderOfOthers(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	assert.NilError(t, os.Chmod(dir, 0o500))
	assert.ErrorContains(t, outfile.Check(filepath.Join(dir, "a")), "no file can be made in "+dir+": permission denied")
}
