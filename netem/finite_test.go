package netem_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
)

// A probability that is no finite number is none: nothing compares with NaN.
func TestFaultsHaveFiniteNumbers(t *testing.T) {
	for _, text := range []string{"NaN", "Inf", "-inf", "1e400"} {
		_, err := netem.ParseFault("gemodel", []string{"p", text, "r", "0.5"})
		assert.Assert(t, err != nil, text)
	}
	_, err := netem.ParseFault("gemodel", []string{"p", "0.1", "r", "0.5"})
	assert.NilError(t, err)
}

// No fault has a meaning for a time or a count below nothing.
func TestFaultsHaveNoNegativeNumbers(t *testing.T) {
	for _, text := range []string{"-20ms", "-1ns"} {
		_, err := netem.ParseFault("latency", []string{text})
		assert.ErrorContains(t, err, "want 0 or more")
	}
	_, err := netem.ParseFault("latency", []string{"0s"})
	assert.NilError(t, err)
}
