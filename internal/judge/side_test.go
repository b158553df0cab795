package judge

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// TestSidesAreDoneWithout: one whose world cannot be opened has none, and one that is over no more.
func TestSidesAreDoneWithout(t *testing.T) {
	world := gherkin.NewWorld(func(*testing.T, gherkin.Scenario) gherkin.World { return nil })
	opened, over := 0, false
	open := func(err error) func() (gherkin.NewWorld, error) {
		return func() (gherkin.NewWorld, error) {
			if opened++; err != nil {
				return nil, err
			}
			return world, nil
		}
	}
	broken, plain := side{Side: Side{Open: open(errors.New("no"))}}, side{Side: Side{Open: open(nil)}}
	bounded := side{Side: Side{Open: open(nil), Over: func() bool { return over }}}
	for range 2 {
		assert.Equal(t, broken.opened(), false)
		assert.Equal(t, plain.opened(), true)
		assert.Equal(t, bounded.opened(), true)
	}
	assert.Equal(t, opened, 3)
	over = true
	assert.Equal(t, bounded.opened(), false)
	assert.Equal(t, plain.opened(), true)
	late := side{Side: Side{Open: open(nil), Over: func() bool { return over }}}
	assert.Equal(t, late.opened(), false)
	assert.Equal(t, opened, 3)
}
