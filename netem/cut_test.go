package netem_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
)

func TestPlacesOfMessages(t *testing.T) {
	tests := []struct {
		data string
		want []netem.Place
	}{
		{`{"id":12,"ok":true,"s":"é\n"}` + "\n",
			[]netem.Place{"start", "first", "name", "colon", "string", "escape", "utf8", "number", "literal", "comma", "last", "end"}},
		{"POST /mcp HTTP/1.1\r\nHost: a\r\n\r\n{}",
			[]netem.Place{"start", "first", "brace", "status", "header", "body", "cr", "half", "end"}},
		{"7\r\ndata: x\r\n", []netem.Place{"start", "first", "header", "chunk", "cr", "half", "last", "end"}},
		{"", []netem.Place{"start"}},
		{"x", []netem.Place{"start", "end"}},
	}
	for _, test := range tests {
		assert.DeepEqual(t, netem.PlacesIn([]byte(test.data)), test.want)
	}
}

func TestCutIsReadFromWords(t *testing.T) {
	fault, err := netem.ParseFault("cut", []string{"3", "at", "name", "end", "half"})
	assert.NilError(t, err)
	assert.Equal(t, fault, netem.Cut{Message: 3, At: "name", End: "half"})
	_, err = netem.ParseFault("cut", []string{"3", "at", "nowhere"})
	assert.ErrorContains(t, err, `unknown word "nowhere"; there are start, first, `)
	_, err = netem.ParseFault("cut", []string{"3", "end", "softly"})
	assert.ErrorContains(t, err, `there are reset, close, half`)
}
