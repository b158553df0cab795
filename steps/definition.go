package steps

import (
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
)

func definitionSteps() []Step {
	return gherkin.Noun("server", []Step{
		{Keyword: Given, Pattern: `server "([^"]+)" has a timeout of (\S+)`, Manual: "sets the timeout in the server's definition; 0 means none",
			Example: `server "docs" has a timeout of 1500ms`, Func: (*World).setTimeout},
		{Keyword: Given, Pattern: `server "([^"]+)" is defined with (command|url|type|cwd) "([^"]*)"`,
			Manual: "sets one field of the server's definition, right or wrong", Example: `server "docs" is defined with url "http://docs.test/mcp"`,
			Func: (*World).define},
		{Keyword: Given, Pattern: `server "([^"]+)" is defined with the (header|variable) "([^"]+)" set to "([^"]*)"`,
			Manual:  "adds an HTTP header or an environment variable to the server's definition",
			Example: `server "docs" is defined with the header "X-Key" set to "SECRET_NAME"`, Func: (*World).defineValue},
		{Keyword: Given, Pattern: `server "([^"]+)" is disabled`, Manual: "sets enabled: false in the server's definition",
			Example: `server "docs" is disabled`, Func: (*World).disable},
		{Keyword: Given, Pattern: `server "([^"]+)" comes from the provider "([^"]*)"`,
			Manual:  "sets the display name of whatever configuration the server's definition was found in",
			Example: `server "docs" comes from the provider "Claude Code"`, Func: (*World).setProvider},
	})
}

func (w *World) setTimeout(name, timeout string) error {
	d, err := time.ParseDuration(timeout)
	if timeout == "0" {
		d, err = 0, nil
	}
	if err != nil {
		return err
	}
	return w.edit(name, func(c *config.Server) { c.Timeout = &d })
}

func (w *World) define(name, field, value string) error {
	return w.edit(name, func(c *config.Server) {
		switch field {
		case "command":
			c.Command = value
		case "url":
			c.URL = value
		case "type":
			c.Type = value
		case "cwd":
			c.Cwd = value
		}
	})
}

func (w *World) defineValue(name, what, key, value string) error {
	return w.edit(name, func(c *config.Server) {
		field := &c.Headers
		if what == "variable" {
			field = &c.Env
		}
		if *field == nil {
			*field = map[string]string{}
		}
		(*field)[key] = value
	})
}

func (w *World) disable(name string) error {
	return w.edit(name, func(c *config.Server) { c.Enabled = new(bool) })
}

func (w *World) setProvider(name, provider string) error {
	return w.edit(name, func(c *config.Server) { c.Source.ProviderName = provider })
}

// edit changes the definition that the next start uses.
func (w *World) edit(name string, change func(*config.Server)) error {
	s, err := w.server(name)
	if err == nil {
		change(&s.config)
	}
	return err
}

// definition is a server's definition as JSON, in the words of .mcp.json and
// without what is not set.
func definition(s config.Server) ([]byte, error) {
	d := struct {
		Type    string            `json:"type"`
		Command string            `json:"command,omitempty"`
		Args    []string          `json:"args,omitempty"`
		Env     map[string]string `json:"env,omitempty"`
		Cwd     string            `json:"cwd,omitempty"`
		URL     string            `json:"url,omitempty"`
		Headers map[string]string `json:"headers,omitempty"`
		Timeout *float64          `json:"timeout,omitempty"`
		Enabled *bool             `json:"enabled,omitempty"`
		Auth    json.RawMessage   `json:"auth,omitempty"`
		OAuth   json.RawMessage   `json:"oauth,omitempty"`
	}{
		Type: s.Transport(), Command: s.Command, Args: s.Args, Env: s.Env, Cwd: s.Cwd, URL: s.URL,
		Headers: s.Headers, Enabled: s.Enabled, Auth: s.Auth, OAuth: s.OAuth,
	}
	if s.Timeout != nil {
		d.Timeout = new(float64(*s.Timeout) / float64(time.Millisecond))
	}
	return json.Marshal(d)
}
