package ws

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
	"gotest.tools/v3/assert"
)

func TestZeroOptionsAreTheDocumentedOnes(t *testing.T) {
	o := Options{}.withDefaults()
	assert.Equal(t, o.Timeout, 30*time.Second)
	assert.Equal(t, o.MaxMessage, 16<<20)
	assert.Equal(t, o.CloseWait, 500*time.Millisecond)
	assert.Assert(t, o.Clock != nil && o.Dial != nil)
	id, err := snowflake.ParseString(strings.Trim(o.IDs.Next(), `"`))
	assert.NilError(t, err)
	assert.Equal(t, id.Node(), int64(0))
	assert.Equal(t, Options{Timeout: -1}.withDefaults().Timeout, time.Duration(0), "no deadline")
}
