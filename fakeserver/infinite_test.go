package fakeserver_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// What is no finite number is none in a script.
func TestScriptsHaveFiniteNumbers(t *testing.T) {
	for _, text := range []string{".nan", "NaN", ".inf", "-Inf", "1e400"} {
		_, err := fakeserver.Parse("a.yaml", []byte("rules:\n  - when: {method: ping, probability: "+text+"}\n    do: [never]\n"))
		assert.Assert(t, err != nil, text)
	}
	_, err := fakeserver.Parse("a.yaml", []byte("rules:\n  - when: {method: ping, probability: 0.5}\n    do: [never]\n"))
	assert.NilError(t, err)
}
