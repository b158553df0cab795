package config_test

import (
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// full has a value, or a secret, in every field.
func full() config.Server {
	return config.Server{
		Name: "docs", Type: config.HTTP,
		Command: "npx", Args: []string{"-y", "--key=SECRET"},
		Env: map[string]string{"B_KEY": "SECRET", "A_KEY": "SECRET"}, Cwd: "/srv",
		URL:     "https://me:SECRET@example.com/mcp/SECRETSECRETSECRETSECRET?key=SECRET&SECRET#SECRET",
		Headers: map[string]string{"Authorization": "Bearer SECRET"},
		Timeout: new(time.Second), Enabled: new(false),
		Auth: []byte(`{"token":"SECRET"}`), OAuth: []byte(`{"clientSecret":"SECRET"}`),
		Source: config.Source{Provider: "claude", ProviderName: "Claude Code", Level: config.LevelUser, Path: "x.json"},
	}
}

func TestServerIsShownWithoutSecrets(t *testing.T) {
	s := full()
	const want = "docs (http, command npx, 2 args, url https://***@example.com/mcp/***?key=***&***, " +
		"env A_KEY=*** B_KEY=***, headers Authorization=***, auth ***, timeout 1s, disabled)"
	assert.Equal(t, s.String(), want)
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "server", s)
	for _, text := range []string{
		log.String(), fmt.Sprint(s), fmt.Sprintf("%+v %#v %q", s, s, s), fmt.Sprintf("%v", []any{&s, struct{ S config.Server }{s}}),
	} {
		assert.Assert(t, !strings.Contains(text, "SECRET"), text)
	}
	assert.Equal(t, config.Server{Name: "a", Command: "b"}.String(), "a (stdio, command b)")
}

func TestMaskURL(t *testing.T) {
	for raw, want := range map[string]string{
		"":                                     "",
		"http://127.0.0.1:8080/mcp":            "http://127.0.0.1:8080/mcp",
		"https://u:p@h/":                       "https://***@h/",
		"https://h/a?x=1&x=2":                  "https://h/a?x=***&x=***",
		"https://h/a;token=x/b;/c":             "https://h/a;***/b;***/c",
		"https://h/s/0123456789abcdefghij/mcp": "https://h/s/***/mcp",
		"mailto:me@example.com":                "***",
		"http://h/%zz":                         "***",
		"ws://h/#frag":                         "ws://h/",
	} {
		assert.Equal(t, config.MaskURL(raw), want, raw)
	}
}

func TestCloneSharesNothing(t *testing.T) {
	s := full()
	s.IncludeTools, s.ExcludeTools, s.Problems = []string{"a"}, []string{"b"}, []string{"c"}
	c := s.Clone()
	assert.DeepEqual(t, s, c)
	from, to := reflect.ValueOf(s), reflect.ValueOf(c)
	for i := range from.NumField() {
		name := from.Type().Field(i).Name
		switch from.Field(i).Kind() {
		case reflect.Slice, reflect.Map, reflect.Pointer:
			assert.Assert(t, !from.Field(i).IsNil(), "%s is not tried", name)
			assert.Assert(t, from.Field(i).Pointer() != to.Field(i).Pointer(), name)
		default:
			assert.Assert(t, from.Field(i).Comparable(), "%s may share memory", name)
		}
	}
}

func TestSourceLabel(t *testing.T) { // F-27
	assert.Equal(t, full().Source.Label(), "Claude Code")
	assert.Equal(t, config.Source{Provider: "claude"}.Label(), "claude")
	assert.Equal(t, config.Source{}.Label(), "")
}
