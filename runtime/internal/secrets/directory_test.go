package secrets

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// A list says why a file cannot be read, and has the others.
func TestAListSaysWhyAFileCannotBeRead(t *testing.T) {
	ctx, d := t.Context(), NewDirectory(t.TempDir())
	assert.NilError(t, Save(ctx, d, "x", madeLogin))
	assert.NilError(t, os.Symlink(d.file("x"), d.file("y")))
	all, err := d.List(ctx)
	assert.ErrorIs(t, err, atomicfile.ErrNotRegular)
	assert.Equal(t, len(all), 1)
	assert.NilError(t, os.Remove(d.file("y")))
	assert.NilError(t, os.WriteFile(d.file("y"), []byte(strings.Repeat(" ", MaxCredential+1)), 0o600))
	_, err = d.List(ctx)
	assert.ErrorIs(t, err, atomicfile.ErrTooLarge)
	assert.NilError(t, os.WriteFile(d.file("y"), []byte(`{"id":"x"}`), 0o600))
	_, err = d.List(ctx)
	assert.ErrorIs(t, err, errNotCredential)
}
