package config_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

func TestFingerprintChangesWithEveryField(t *testing.T) { // F-22
	base := config.Fingerprint(full())
	assert.Equal(t, len(base), 64)
	for name, change := range map[string]func(*config.Server){
		"type":       func(s *config.Server) { s.Type = config.SSE },
		"command":    func(s *config.Server) { s.Command = "node" },
		"args":       func(s *config.Server) { s.Args = []string{"--key=SECRET", "-y"} },
		"env":        func(s *config.Server) { s.Env["C"] = "" },
		"cwd":        func(s *config.Server) { s.Cwd = "" },
		"url":        func(s *config.Server) { s.URL += "x" },
		"headers":    func(s *config.Server) { s.Headers = nil },
		"timeout":    func(s *config.Server) { s.Timeout = new(time.Duration(0)) },
		"no timeout": func(s *config.Server) { s.Timeout = nil },
		"enabled":    func(s *config.Server) { s.Enabled = nil },
		"auth":       func(s *config.Server) { s.Auth = []byte(`{"token":1}`) },
		"oauth":      func(s *config.Server) { s.OAuth = nil },
	} {
		s := full()
		change(&s)
		assert.Assert(t, config.Fingerprint(s) != base, name)
	}
}

func TestFingerprintIgnoresSpellingNameAndSource(t *testing.T) { // F-22
	a := config.Server{Name: "a", Command: "c", Auth: []byte(`{"x": 1, "y": 2}`)}
	b := config.Server{Name: "b", Type: config.Stdio, Command: "c", Args: []string{}, Env: map[string]string{},
		Enabled: new(true), Auth: []byte(`{"y":2,"x":1}`), Source: config.Source{Provider: "p"}}
	assert.Equal(t, config.Fingerprint(a), config.Fingerprint(b))
	// Cache files of other versions of the program must keep matching.
	assert.Equal(t, config.Fingerprint(config.Server{Command: "c"}),
		"89aeabe5372c278de006506905d65b28cc52ee353e15289a0a0a43c65bf1d6e2")
}
