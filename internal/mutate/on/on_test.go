package on

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// seen is what each switch makes of its code.
func seen() []any {
	yes, no := func() bool { return true }, func() bool { return false }
	return []any{
		Is(1), Not(1, true), And(1, true, no), Or(1, false, yes), Less(1, 1, 1), Less(1, 1, 2), Less(1, 2, 1),
		LessEqual(1, 1, 1), LessEqual(1, 1, 2), Greater(1, 1, 1), Greater(1, 2, 1), Greater(1, 1, 2),
		GreaterEqual(1, 1, 1), GreaterEqual(1, 2, 1), Plus(1, 1), Minus(1, 1), Twice(1, time.Second), Text(1, "a"), Text(1, ""),
		Error(1, errors.ErrUnsupported) == nil, Error(1, nil) == nil,
	}
}

func TestSwitches(t *testing.T) {
	defer func(old int) { active = old }(active)
	active = 2
	assert.DeepEqual(t, seen(), []any{
		false, true, false, true, false, true, false,
		true, true, false, true, false,
		true, true, 1, 1, time.Second, "a", "",
		false, true,
	})
	active = 1
	assert.DeepEqual(t, seen(), []any{
		true, false, true, false, true, true, false,
		false, true, true, true, false,
		false, true, 2, 0, 2 * time.Second, "a~", "~",
		true, true,
	})
}

func TestReach(t *testing.T) {
	defer func(old *reachFile) { reached = old }(reached)
	name := filepath.Join(t.TempDir(), "reach")
	reached = openReach(name)
	Is(3)
	Plus(12, 1)
	Is(3)
	for i, differs := range []bool{false, true} {
		n := 10*i + 20 // numbers of those that make no difference, and of those that do
		other := map[bool]int{false: 5, true: 4}[differs]
		Less(n, 4, other)
		LessEqual(n+1, 4, other)
		Greater(n+2, other, 4)
		GreaterEqual(n+3, other, 4)
		Error(n+4, map[bool]error{true: errors.ErrUnsupported}[differs])
	}
	assert.NilError(t, reached.file.Close())
	got, err := os.ReadFile(name)
	assert.NilError(t, err)
	assert.Equal(t, string(got), "3\n12\n30\n31\n32\n33\n34\n")
}
