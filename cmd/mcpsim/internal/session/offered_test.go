package session

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// What a server nests in thousands of levels is not indented: the blanks would be hundreds of megabytes.
func TestDeepResultsAreNotIndented(t *testing.T) {
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	assert.Equal(t, pretty(json.RawMessage(deep)), deep)
	assert.Equal(t, pretty(json.RawMessage(`{"b":[1],"a":2}`)), "{\n  \"a\": 2,\n  \"b\": [\n    1\n  ]\n}")
}
