package client

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestHalvesOfCharactersAreSeenInEscapes(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":"\ud83d\ude80"}`:   false,
		`{"a":"\uD83D\uDE80 x"}`: false,
		`{"a":"\\ud83d"}`:        false,
		`{"a":"\\\ud83d"}`:       true,
		`{"a":"\ud83d"}`:         true,
		`{"a":"\ud83d\n"}`:       true,
		`{"a":"\ude80"}`:         true,
		`{"a":"\ud83d\ud83d"}`:   true,
		`\ud83d`:                 true,
		`\u`:                     false,
		``:                       false,
	} {
		assert.Equal(t, halfEscaped(text), want, text)
	}
}

func TestURIsOfFiles(t *testing.T) {
	for text, want := range map[string]bool{
		"file:///work": true, "file:///C:/work": true, "file:///a%20b": true, "file://server/share": true, "file:///p%C3%A4th": true, "file:///": true,
		"/work": false, "file:/work": false, "file://C:/work": false, "file://C:\\work": false, "file:///a b": false, "file://./work": false, "file://../work": false,
		"FILE:///work": false, "file:///päth": false, "file:///%zz": false, "": false,
	} {
		assert.Equal(t, notFile(text) == nil, want, text)
	}
}
