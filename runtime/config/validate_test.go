package config_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

func TestValidate(t *testing.T) { // F-12, OMP-LC-40
	const both = `Server "n": both "command" and "url" are set - server should be either stdio (command) OR http/sse (url), not both`
	for _, c := range []struct {
		name   string
		server config.Server
		want   string
	}{
		{"stdio", config.Server{Command: "c"}, ""},
		{"stdio by name", config.Server{Type: "stdio", Command: "c"}, ""},
		{"http", config.Server{Type: "http", URL: "u"}, ""},
		{"sse", config.Server{Type: "sse", URL: "u"}, ""},
		{"nothing", config.Server{}, `Server "n": stdio server requires "command" field`},
		{"no type means stdio", config.Server{URL: "u"}, `Server "n": stdio server requires "command" field`},
		{"http without url", config.Server{Type: "http"}, `Server "n": http server requires "url" field`},
		{"sse without url", config.Server{Type: "sse"}, `Server "n": sse server requires "url" field`},
		{"unknown type", config.Server{Type: "tcp", URL: "u"}, `Server "n": unknown server type "tcp"`},
		{"both", config.Server{Type: "http", Command: "c", URL: "u"}, both},
		{"both and unknown", config.Server{Type: "tcp", Command: "c", URL: "u"}, both + `; Server "n": unknown server type "tcp"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.server.Name = "n"
			if c.want == "" {
				assert.NilError(t, config.Validate(c.server))
				return
			}
			assert.Error(t, config.Validate(c.server), c.want)
		})
	}
}
