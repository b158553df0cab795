package main

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/probe"
)

func TestInstanceIsThatOfOneURL(t *testing.T) {
	url, command := aim{Target: probe.Target{URL: "http://a/mcp"}}, aim{}
	for _, c := range []struct {
		instance string
		aims     []aim
		wrong    string
	}{
		{"", []aim{command, url}, ""},
		{"http://b/mcp", []aim{url}, ""},
		{"https://b", []aim{url}, ""},
		{"b:8080", []aim{url}, "want http://HOST/PATH"},
		{"ws://b/mcp", []aim{url}, "want http://HOST/PATH"},
		{"http://b/mcp", []aim{command}, "one target over HTTP"},
		{"http://b/mcp", []aim{url, url}, "one target over HTTP"},
	} {
		err := validateFlags{instance: c.instance}.checkInstance(c.aims)
		if c.wrong == "" {
			assert.NilError(t, err)
			continue
		}
		assert.ErrorContains(t, err, c.wrong)
	}
}
