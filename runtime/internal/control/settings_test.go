package control

import (
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
)

func TestServerSettings(t *testing.T) {
	empty := DefaultServerSettings()
	alpha := room.Definition{ID: "alpha", URL: "ws://a", Visibility: "room"}
	for _, tc := range []struct {
		name, file string
		want       ServerSettings
		problems   string
	}{
		{"empty", `{}`, empty, ""},
		{"null is not set", `{"Mcp": null, "McpServers": null, "McpDefaults": {"scopes": null}}`, empty, ""},
		{"other sections", `{"Logging": {"Console": {}}, "AllowedHosts": "*"}`, empty, ""},
		{"a slip at the top", `{"McpServer": []}`, empty, `a:1:2: unknown key "McpServer", did you mean "McpServers"?`},
		{"all of it, in any case", `{
			"mcp": {"lazyload": false,}, // a comment
			"mcpServers": [{"Id": "alpha", "Url": "ws://a", "Visibility": "room"}],
			"McpDefaults": {"rateLimit": {"perMinute": 7}, "scopes": ["net:*", "fs"], "allowedEntities": "team"},
			"mcpMembers": [{"id": "ada", "tokenEnv": "ADA", "scopes": ["net:read"]}], "logging": {"loglevel": {"mcp": "None"}}
		}`, ServerSettings{
			Providers: []room.Definition{alpha},
			Defaults:  room.Defaults{PerMinute: 7, Scopes: []string{"net:*", "fs"}, AllowedEntities: "team"},
			Members:   []MemberSettings{{"ada", "ADA", []string{"net:read"}}}, LogLevel: room.NoLog,
		}, ""},
		{"the last one counts", `{"McpServers": [{"id": "alpha", "url": "ws://b"}, {"id": "alpha", "url": "ws://a", "visibility": "room"}]}`,
			ServerSettings{LazyLoad: true, Providers: []room.Definition{alpha}, Defaults: empty.Defaults, LogLevel: empty.LogLevel}, `a:1:51: provider "alpha" is there again; the last one counts`},
		{"left out", `{"McpServers": [{"id": "x"}]}`, empty, `a:1:17: a provider is left out: url is missing`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, problems, err := ParseServerSettings("a", []byte(tc.file))
			assert.NilError(t, err)
			assert.DeepEqual(t, got, tc.want)
			var texts []string
			for _, p := range problems {
				texts = append(texts, p.String())
			}
			assert.Equal(t, strings.Join(texts, "\n"), tc.problems)
		})
	}
}

func TestSettingsThatCannotBeUsed(t *testing.T) {
	for _, tc := range []struct{ file, want string }{
		{`{"Mcp": {"LazyLoad": "yes"}}`, `a:1:22: "LazyLoad" must be true or false, not a string`},
		{`{"Mcp": []}`, `a:1:9: "Mcp" must be an object, not a list`},
		{`{"McpServers": {}}`, `a:1:16: "McpServers" must be a list, not an object`},
		{`{"McpServers": [7]}`, `a:1:17: "McpServers[0]" must be an object, not a number`},
		{`{"McpServers": [{"id": 7}]}`, `a:1:24: "id" must be a string, not a number`},
		{`{"McpDefaults": {"rateLimit": {"perMinute": 1.5}}}`, `a:1:45: "perMinute" must be a whole number, 0 or more`},
		{`{"McpDefaults": {"scopes": [1]}}`, `a:1:29: "scopes[0]" must be a string, not a number`},
		{`{"Mcp": `, `a:1:8: `},
		{`[]`, `a:1:1: `},
	} {
		_, _, err := ParseServerSettings("a", []byte(tc.file))
		assert.ErrorContains(t, err, tc.want)
		var place *config.SyntaxError
		assert.Assert(t, errors.As(err, &place))
	}
}

func TestOperatorSettings(t *testing.T) {
	got, problems, err := ParseOperatorSettings("a", []byte(`{"RoomServer": {"BaseUrl": "http://r", "Port": 1}, "Mcp": {"Providers": [{"id": "a", "url": "ws://a"}]}}`))
	assert.NilError(t, err)
	assert.DeepEqual(t, got, OperatorSettings{"http://r", []room.Definition{{ID: "a", URL: "ws://a"}}})
	assert.Equal(t, len(problems), 1)
	got, _, err = ParseOperatorSettings("a", []byte(`{}`))
	assert.NilError(t, err)
	assert.DeepEqual(t, got, OperatorSettings{BaseURL: "http://localhost:40801"})
	_, _, err = ParseOperatorSettings("a", []byte(`{"RoomServer": {"BaseUrl": 1}}`))
	assert.ErrorContains(t, err, `a:1:28: "BaseUrl" must be a string`)
}

func FuzzSettings(f *testing.F) {
	for _, seed := range []string{`{}`, `{"Mcp":{"LazyLoad":true}}`, `{"McpServers":[{"id":"a","url":"b"},null,[]]}`, `{"Mcp":{"Providers":[{}]}}`, "{/*", `{"McpDefaults":{"rateLimit":{"perMinute":1e9}}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, _, err := ParseServerSettings("a", data)
		o, _, err2 := ParseOperatorSettings("a", data)
		if err == nil && err2 == nil {
			for _, p := range append(s.Providers, o.Providers...) {
				assert.NilError(t, check(p))
			}
		}
	})
}
