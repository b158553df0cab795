package steps

import (
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
)

func definitionSteps() []gherkin.Step {
	return gherkin.Noun("server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" has a timeout of (\S+)`, Manual: "sets the timeout in the server's definition; 0 means none",
			Example: `server "docs" has a timeout of 1500ms`, Func: (*server).setTimeout},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is defined with (command|url|type|cwd|era) "([^"]*)"`,
			Manual: "sets one field of the server's definition, right or wrong", Example: `server "docs" is defined with url "http://docs.test/mcp"`,
			Func: (*server).define},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is defined with the (header|variable) "([^"]+)" set to "([^"]*)"`,
			Manual:  "adds an HTTP header or an environment variable to the server's definition",
			Example: `server "docs" is defined with the header "X-Key" set to "SECRET_NAME"`, Func: (*server).defineValue},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is disabled`, Manual: "sets enabled: false in the server's definition",
			Example: `server "docs" is disabled`, Func: (*server).disable},
		{Keyword: gherkin.Given, Pattern: `servers "([^"]+)" come from the provider "([^"]*)"`,
			Manual:  "does the same for several servers",
			Example: `servers "docs, mail" come from the provider "Claude Code"`, Func: (*World).setProviders},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" comes from the provider "([^"]*)"`,
			Manual:  "sets the display name of whatever configuration the server's definition was found in",
			Example: `server "docs" comes from the provider "Claude Code"`, Func: (*server).setProvider},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" comes from a provider of which only the id "([^"]+)" is known`,
			Manual:  "sets the id of that configuration, which has no display name",
			Example: `server "docs" comes from a provider of which only the id "claude" is known`, Func: (*server).setProviderID},
	})
}

// What changes a definition counts for the next start.

func (s *server) setTimeout(timeout time.Duration) error {
	s.config.Timeout = &timeout
	return nil
}

func (s *server) define(field, value string) error {
	switch field {
	case "command":
		s.config.Command = value
	case "url":
		s.config.URL = value
	case "type":
		s.config.Type = value
	case "cwd":
		s.config.Cwd = value
	case "era":
		s.config.Era = value
	}
	return nil
}

func (s *server) defineValue(what, key, value string) error {
	field := &s.config.Headers
	if what == "variable" {
		field = &s.config.Env
	}
	if *field == nil {
		*field = map[string]string{}
	}
	(*field)[key] = value
	return nil
}

func (s *server) disable() error {
	s.config.Enabled = new(bool)
	return nil
}

func (s *server) setProvider(provider string) error {
	s.config.Source.ProviderName = provider
	return nil
}

func (w *World) setProviders(names, provider string) error {
	all, err := w.several(names)
	for _, s := range all {
		s.config.Source.ProviderName = provider
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
		Era     string            `json:"era,omitempty"`
		Timeout *float64          `json:"timeout,omitempty"`
		Enabled *bool             `json:"enabled,omitempty"`
		Auth    json.RawMessage   `json:"auth,omitempty"`
		OAuth   json.RawMessage   `json:"oauth,omitempty"`
	}{
		Type: s.Transport(), Command: s.Command, Args: s.Args, Env: s.Env, Cwd: s.Cwd, URL: s.URL, Era: s.Era,
		Headers: s.Headers, Enabled: s.Enabled, Auth: s.Auth, OAuth: s.OAuth,
	}
	if s.Timeout != nil {
		d.Timeout = new(float64(*s.Timeout) / float64(time.Millisecond))
	}
	return json.Marshal(d)
}

func (s *server) setProviderID(id string) error {
	s.config.Source = config.Source{Provider: id}
	return nil
}
