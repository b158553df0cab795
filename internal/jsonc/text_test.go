package jsonc

import (
	"testing"

	"github.com/tailscale/hujson"
	"gotest.tools/v3/assert"
)

func TestTextOf(t *testing.T) {
	for _, literal := range []string{`""`, `"a b~"`, `"a\\nb"`, `"\u0041"`, "\"\xff\"", `"größe"`, `12`, `true`, `null`, "\"\x7f\""} {
		l := hujson.Literal(literal)
		assert.Equal(t, textOf(l), l.String(), literal)
	}
}
