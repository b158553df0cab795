package fakeserver_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// TestBoundsOfActions: the last value that is allowed, and the first that is not.
func TestBoundsOfActions(t *testing.T) {
	for action, allowed := range map[string]bool{
		"exit: 0": true, "exit: -1": false, "exit: 255": true, "exit: 256": false,
		"status: 200": true, "status: 199": false, "status: 599": true, "status: 600": false,
		"pad: {to: 1}": true, "pad: {to: 0}": false,
		"interleave: {at: 1}": true, "interleave: {at: 0}": false,
		"split: {at: [1]}": true, "split: {every: 1}": true, "split: {}": false,
		"set: {path: /a, value: 1}": true, "set: {path: a, value: 1}": false, "set: {path: '', value: 1}": false,
	} {
		_, err := fakeserver.Parse("s.yaml", []byte("rules: [{do: [{"+action+"}]}]"))
		assert.Equal(t, err == nil, allowed, "%s: %v", action, err)
	}
}
