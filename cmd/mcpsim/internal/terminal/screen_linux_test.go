package terminal

import (
	"io"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ptytest"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

func TestScreenIsRestoredAfterAPanic(t *testing.T) {
	master, slave := ptytest.Open(t)
	defer master.Close()
	before := *ptytest.Mode(t, slave)
	assert.Check(t, is.Panics(func() {
		s, err := NewScreen(ui.New(ui.System{Stdout: slave}, nil).Out, slave, slave)
		assert.NilError(t, err)
		defer s.Close()
		assert.Check(t, *ptytest.Mode(t, slave) != before)
		panic("a bug")
	}))
	assert.DeepEqual(t, *ptytest.Mode(t, slave), before)
	assert.NilError(t, slave.Close())
	written, _ := io.ReadAll(master) // ends with EIO: nobody has the other end
	assert.Check(t, is.Contains(string(written), leaveScreen))
}
