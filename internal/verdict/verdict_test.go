package verdict_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// A check that points at itself tells its finding all the same: nobody else would.
func TestACheckCannotPointAtItself(t *testing.T) {
	for see, want := range map[string]string{
		"X-01": "a step: no answer",
		"X-02": "a step: no answer",
		"X-03": "a step: see X-03: no answer",
	} {
		err := verdict.Told(fmt.Errorf("a step: %w", verdict.Because(see, "no answer")), "X-01", "X-02")
		assert.Error(t, err, want)
		assert.Equal(t, verdict.See(err) == "", see != "X-03")
	}
}
