package ws

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestZeroOptionsAreTheDocumentedOnes(t *testing.T) {
	o := Options{}.withDefaults()
	assert.Equal(t, o.MaxMessage, 16<<20)
	assert.Equal(t, o.CloseWait, 500*time.Millisecond)
}
