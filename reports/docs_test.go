package reports_test

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

// The example in the documentation is a trace, exactly as it would be written.
func TestDocumentedTraceIsOne(t *testing.T) {
	page, err := os.ReadFile("../docs/traces.md")
	assert.NilError(t, err)
	_, rest, ok := strings.Cut(string(page), "```jsonl\n")
	assert.Assert(t, ok)
	example, _, _ := strings.Cut(rest, "```")
	trace, err := reports.ReadTrace(strings.NewReader(example))
	assert.NilError(t, err)
	assert.Equal(t, string(written(t, trace)), example)
}
