package budget_test

import (
	"errors"
	"io"
	"math/rand/v2"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/iotest"

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

// TestReadAll: it reads what io.ReadAll reads, in pieces of any length.
func TestLittleCanAlwaysBeRead(t *testing.T) {
	b := budget.New(budget.Little).ForLittle(100)
	long := b.Reader(strings.NewReader(strings.Repeat("a", budget.Little+1)))
	_, err := io.ReadFull(long, make([]byte, budget.Little))
	assert.NilError(t, err)
	_, err = long.Read(make([]byte, 1))
	assert.ErrorIs(t, err, budget.ErrSpent) // it has read more than little
	short := b.Reader(strings.NewReader(strings.Repeat("a", 101)))
	_, err = io.ReadFull(short, make([]byte, 100))
	assert.NilError(t, err)
	_, err = short.Read(make([]byte, 1))
	assert.ErrorIs(t, err, budget.ErrSpent) // the reserve is spent, too
}

func TestPartsShareABudget(t *testing.T) {
	b := budget.New(3000)
	first, second := b.Part(), b.Part()
	assert.Assert(t, first.Hold(2000))
	assert.Assert(t, !second.Hold(1001))
	assert.Assert(t, second.Hold(1000))
	assert.Assert(t, !first.Hold(2001))
	assert.Assert(t, first.Hold(500))
	assert.Assert(t, second.Hold(2500))
	assert.Assert(t, first.Hold(0))
	assert.Assert(t, second.Hold(3000))
}

func TestReadAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 511, 512, 513, 4095, 4096, 4097, 3 * 4096, 1 << 20, 5<<20 + 3} {
		text := make([]byte, size)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		for _, from := range []io.Reader{strings.NewReader(string(text)), iotest.HalfReader(strings.NewReader(string(text))), iotest.DataErrReader(strings.NewReader(string(text)))} {
			got, err := budget.ReadAll(from)
			assert.NilError(t, err)
			assert.Check(t, string(got) == string(text), size)
		}
	}
	got, err := budget.ReadAll(strings.NewReader("a short one"))
	assert.NilError(t, err)
	assert.Equal(t, cap(got), 512, "most messages are short")
	broken := errors.New("broken")
	got, err = budget.ReadAll(io.MultiReader(strings.NewReader(strings.Repeat("a", 5000)), iotest.ErrReader(broken)))
	assert.ErrorIs(t, err, broken)
	assert.Equal(t, len(got), 5000)
}

func TestPieces(t *testing.T) {
	var p budget.Pieces
	assert.Equal(t, len(p.Text()), 0)
	var want strings.Builder
	for size := range 3000 {
		part := strings.Repeat(string(rune('a'+size%26)), size)
		want.WriteString(part)
		p.Add([]byte(part))
		assert.Equal(t, p.Len(), want.Len())
	}
	assert.Check(t, string(p.Text()) == want.String())
	assert.Equal(t, p.Len(), 0)
	p.Add([]byte("short"))
	assert.Equal(t, string(p.Text()), "short")
	assert.Equal(t, p.Len(), 0)
}

// Many that read much at once hold what has come, and one text besides.
func TestReadAllTakesWhatHasCome(t *testing.T) {
	const size = 8<<20 + 1
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	got, err := budget.ReadAll(strings.NewReader(strings.Repeat("a", size)))
	assert.NilError(t, err)
	goruntime.ReadMemStats(&after)
	assert.Equal(t, len(got), cap(got))
	used := after.TotalAlloc - before.TotalAlloc
	assert.Check(t, used < 3*size+4<<20, "%d bytes, that were read and those of the source among them", used)
}
