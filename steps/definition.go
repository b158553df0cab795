package steps

import (
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
)

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
