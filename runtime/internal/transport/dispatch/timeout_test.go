package dispatch

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestDeadline_A_06(t *testing.T) {
	assert.Equal(t, Deadline(0), 30*time.Second)
	assert.Equal(t, Deadline(NoTimeout), time.Duration(0))
	assert.Equal(t, Deadline(time.Minute), time.Minute)
}
