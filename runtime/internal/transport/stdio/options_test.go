package stdio

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestZeroOptionsAreTheDocumentedOnes(t *testing.T) {
	o := Options{}.withDefaults()
	assert.Equal(t, o.MaxLine, 16<<20)
	assert.Equal(t, o.Stop, Stop{TermWait: time.Second, KillWait: 500 * time.Millisecond})
}
