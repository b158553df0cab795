package budget_test

import (
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/budget"
)

func TestReadersShareABudget(t *testing.T) {
	b := budget.New(3000)
	first, second := b.Reader(strings.NewReader(strings.Repeat("a", 2000))), b.Reader(strings.NewReader(strings.Repeat("b", 2000)))
	text, err := io.ReadAll(first)
	assert.NilError(t, err)
	assert.Equal(t, len(text), 2000)
	part, err := io.ReadAll(second)
	assert.ErrorIs(t, err, budget.ErrSpent)
	assert.NilError(t, first.Close())
	rest, err := io.ReadAll(second)
	assert.NilError(t, err)
	assert.Equal(t, len(part)+len(rest), 2000, "nothing is lost")
	assert.NilError(t, second.Close())
	assert.NilError(t, second.Close())
	third := b.Reader(strings.NewReader(strings.Repeat("c", 2000)))
	_, err = io.ReadAll(third)
	assert.NilError(t, err)
}
