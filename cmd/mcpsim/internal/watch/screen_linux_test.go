package watch

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ptytest"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

func TestScreenIsRestoredAfterAPanic(t *testing.T) {
	master, slave := ptytest.Open(t)
	defer master.Close()
	defer slave.Close()
	before := *ptytest.Mode(t, slave)
	assert.Check(t, is.Panics(func() {
		s, err := newScreen(ui.New(ui.System{Stdout: slave}, nil).Out, slave, slave)
		assert.NilError(t, err)
		defer s.close()
		assert.Check(t, *ptytest.Mode(t, slave) != before)
		panic("a bug")
	}))
	assert.DeepEqual(t, *ptytest.Mode(t, slave), before)
	written := make([]byte, 4096)
	n, err := master.Read(written)
	assert.NilError(t, err)
	assert.Check(t, is.Contains(string(written[:n]), leaveScreen))
}
