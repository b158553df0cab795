package yamldoc_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

// BenchmarkDecode reads a registry of 500 entries, as every run of features does.
func BenchmarkDecode(b *testing.B) {
	var text strings.Builder
	for i := range 500 {
		fmt.Fprintf(&text, "- {id: X-%d, section: \"Part %d\", level: S, time: true, statement: \"what is promised there, number %d\"}\n", i, i%20, i)
	}
	b.ReportAllocs()
	for b.Loop() {
		var into []struct {
			ID, Section, Level, Statement string
			Time                          bool
		}
		assert.NilError(b, yamldoc.Decode([]byte(text.String()), &into, true))
		assert.Equal(b, len(into), 500)
	}
}
