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
	data, err := os.ReadFile(d.file("x"))
	assert.NilError(t, err)
	for _, other := range []string{`{"id":"x"}`, string(data)} { // the second one is a copy of a whole one
		assert.NilError(t, os.WriteFile(d.file("y"), []byte(other), 0o600))
		all, err = d.List(ctx)
		assert.ErrorIs(t, err, errNotCredential)
		assert.Equal(t, len(all), 1)
	}
}

// What is written can be read again: a file of the greatest length is, and a longer one is refused.
func TestACredentialOfTheGreatestLength(t *testing.T) {
	ctx, d := t.Context(), NewDirectory(t.TempDir())
	c := Credential{Access: "a"}
	assert.NilError(t, Save(ctx, d, "x", c))
	short, err := os.Stat(d.file("x"))
	assert.NilError(t, err)
	c.Access = strings.Repeat("a", 1+MaxCredential-int(short.Size()))
	assert.NilError(t, Save(ctx, d, "x", c))
	got, found, err := d.Load(ctx, "x")
	assert.NilError(t, err)
	assert.Check(t, found && got.Access == c.Access)
	c.Access += "a"
	assert.ErrorIs(t, Save(ctx, d, "x", c), atomicfile.ErrTooLarge)
}
