package config_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/pelletier/go-toml/v2"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// FuzzMaskURL puts a secret where URLs have one, and looks whether it can be seen. It is
// of characters that no other part of a URL has by chance.
func FuzzMaskURL(f *testing.F) {
	const canary = "ZQXJ"
	for _, seed := range [][5]string{
		{"https", "user", "h.test:80", "/mcp", "key"}, {"http", "", "[::1]", "//x/%2f;a=b", "a=b&c"}, {"HTTP", "a%40b", "h", "/x?y", ""},
		{"ws", "u:p", "h.test", "/" + strings.Repeat("t", 16), "k;l"}, {"", "", "", "x:y", "a+b"}, {"mailto", "", "", "", "x"}, {"https", "@", "h@i", "\\", "#"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Fuzz(func(t *testing.T, scheme, user, host, path, query string) {
		if strings.Contains(scheme+user+host+path+query, canary) {
			return
		}
		for place, raw := range map[string]string{
			"user":      scheme + "://" + user + canary + "@" + host + path + "?" + query,
			"password":  scheme + "://" + user + ":" + canary + "@" + host + path + "?" + query,
			"value":     scheme + "://" + user + "@" + host + path + "?" + query + "=" + canary,
			"bare":      scheme + "://" + host + path + "?" + strings.Trim(query, "=&") + canary,
			"last":      scheme + "://" + host + path + "?a&" + canary,
			"fragment":  scheme + "://" + host + path + "?" + query + "#" + canary,
			"long part": scheme + "://" + host + "/" + path + "/" + canary + strings.Repeat("x", 16) + path,
		} {
			u, err := url.Parse(raw)
			shown := config.MaskURL(raw)
			if err == nil && secretIn(u, canary, place) {
				assert.Assert(t, !strings.Contains(shown, canary), "%s of %q: %q", place, raw, shown)
			}
			assert.Assert(t, config.MaskURL(shown) == shown || err != nil || u.Host == "" || strings.ContainsAny(host, "%*"), "%q, masked again %q", shown, config.MaskURL(shown))
		}
	})
}

// secretIn reports whether net/url finds the secret in a part that MaskURL promises to
// hide. In a hostile URL it may be elsewhere: a name is not a value.
func secretIn(u *url.URL, canary, place string) bool {
	switch place {
	case "user", "password":
		return strings.Contains(u.User.String(), canary)
	case "value":
		_, value, _ := strings.Cut(u.RawQuery[strings.LastIndexByte(u.RawQuery, '&')+1:], "=")
		return strings.Contains(value, canary)
	case "bare", "last":
		last := u.RawQuery[strings.LastIndexByte(u.RawQuery, '&')+1:]
		return strings.Contains(last, canary) && !strings.Contains(last[strings.Index(last, canary):], "=")
	case "fragment":
		return strings.Contains(u.Fragment, canary)
	}
	return strings.Contains(u.Path, canary)
}

// FuzzReadBack writes a definition in each syntax, as programs do that have a library for
// it, and reads the same definition back.
func FuzzReadBack(f *testing.F) {
	for _, seed := range [][4]string{
		{"docs", "npx", "-y", "v"}, {"a.b", "c d", "", "x: y"}, {"1", "true", "null", "~"}, {"é\u2028", "\t", "\r\n", "\"'"}, {"on", "0x10", "1e3", "2024-01-01"},
		{"-", "#", "|", "&a"}, {"?", "${X}", "!!str", "*a"}, {"=", "'", " x ", "a\n  b\n"}, {"<<", "{", "[", "%"}, {"'", "\x00", "\x7f", "\u0085\ufeff"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, name, command, arg, value string) {
		for _, text := range []string{name, command, arg, value} {
			if !utf8.ValidString(text) {
				return
			}
		}
		if name == "" || command == "" {
			return
		}
		one := map[string]any{"command": command, "args": []string{arg, command}, "env": map[string]string{"K": value}}
		goose := map[string]any{"cmd": command, "args": one["args"], "envs": one["env"]}
		for syntax, way := range map[string]struct {
			format config.Format
			write  func(any) ([]byte, error)
			value  any
		}{
			"JSON": {config.MCPJSON, json.Marshal, map[string]any{"mcpServers": map[string]any{name: one}}},
			"TOML": {config.Codex, toml.Marshal, map[string]any{"mcp_servers": map[string]any{name: one}}},
			"YAML": {config.Goose, yamlOrNothing, map[string]any{"extensions": map[string]any{name: goose}}},
		} {
			text, err := way.write(way.value)
			if err != nil {
				continue
			}
			servers, problems, err := way.format.Parse("f", text)
			assert.NilError(t, err, "%s: %q", syntax, text)
			assert.Equal(t, len(problems), 0, "%s: %q: %v", syntax, text, problems)
			assert.Equal(t, len(servers), 1, "%s: %q", syntax, text)
			s := servers[0]
			assert.DeepEqual(t, []string{s.Name, s.Command, s.Env["K"]}, []string{name, command, value})
			assert.DeepEqual(t, s.Args, []string{arg, command})
		}
	})
}

// yamlOrNothing writes YAML. What the library that writes it does not read itself as the
// same value is no test of ours.
func yamlOrNothing(value any) ([]byte, error) {
	text, err := yaml.Marshal(value)
	if err != nil {
		return nil, err
	}
	var again map[string]any
	if err := yaml.Unmarshal(text, &again); err != nil {
		return nil, err
	}
	was, _ := json.Marshal(value)
	if is, _ := json.Marshal(again); string(is) != string(was) {
		return nil, errors.New("written and read differently")
	}
	return text, nil
}
