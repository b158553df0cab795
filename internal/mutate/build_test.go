package mutate

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

func tools() Tools { return Tools{Starter: process.OS(), Clock: clock.Real(), Environ: os.Environ()} }

// survivors of the example: its tests miss the function Unseen; the others cannot be
// seen from outside.
var survivors = []string{
	"kind [string] `\"even\"` → `\"even\" + \"~\"`",
	"Half [int] `0` → `0 - 1`",
	"Quarter [drop return] `return half, err` → `nothing`",
	"Quarter [drop error] `return half, err` → `return half, nil`",
	"Count [int] `0` → `0 + 1`",
	"Count [int] `0` → `0 - 1`",
	"Unseen [true/false] `true` → `false`",
}

// TestEveryMutantOfOneBinary builds all mutants of the example into one program
// that passes without them, and switches on one after the other.
func TestEveryMutantOfOneBinary(t *testing.T) {
	p, err := Load(tools(), ".", []string{"./testdata/example"})
	assert.NilError(t, err)
	sample := slices.DeleteFunc(p.Mutants(), func(m *Mutant) bool { return !p.Compiles(m) })
	b, err := NewBuild(p, tools(), t.TempDir(), sample)
	assert.NilError(t, err)
	tests := NewTests(b, Options{})
	var survived []string
	for _, m := range sample {
		var r Result
		assert.NilError(t, tests.Judge(context.Background(), m, &r))
		if !r.Tests.dead() {
			survived = append(survived, m.String())
		}
		t.Logf("%d %s: %s %s", m.Line, m, r.Tests, r.By)
	}
	assert.DeepEqual(t, survived, survivors)
	assert.NilError(t, b.Close())
}

func TestHangsEnd(t *testing.T) {
	s := suite{name: "sleep", path: "sleep", args: []string{"60"}, limit: time.Millisecond}
	verdict, why, err := s.judge(context.Background(), tools(), 1)
	assert.NilError(t, err)
	assert.Equal(t, verdict, Hang)
	assert.Equal(t, why, "sleep")
}
