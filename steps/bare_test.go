package steps

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestReportsMayBeAbridged(t *testing.T) {
	for name, c := range map[string]struct{ got, want, out []string }{
		"exact":          {[]string{"close"}, []string{"close"}, []string{"close"}},
		"beginning":      {[]string{"error a: b"}, []string{"error a: …"}, []string{"error a: …"}},
		"other text":     {[]string{"error b"}, []string{"error a…"}, []string{"error b"}},
		"not in the end": {[]string{"error a: b"}, []string{"error … b"}, []string{"error a: b"}},
		"too many":       {[]string{"error a", "close"}, []string{"error …"}, []string{"error …", "close"}},
		"too few":        {nil, []string{"error …"}, nil},
	} {
		t.Run(name, func(t *testing.T) { assert.DeepEqual(t, abridged(c.got, c.want), c.out) })
	}
}
