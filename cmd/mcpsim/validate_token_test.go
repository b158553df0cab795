package main

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/internal/probe"
)

func TestTokenFlagsNameATarget(t *testing.T) {
	for _, tt := range []struct {
		name    string
		flags   tokenFlags
		args    []string
		want    []string
		targets connect.Targets
		fails   string
	}{
		{"nothing", tokenFlags{}, []string{"http://a"}, []string{"http://a"}, connect.Targets{}, ""},
		{"a token", tokenFlags{token: "${T}"}, []string{"http://a"}, []string{"http://a"}, connect.Targets{Headers: []string{"Authorization: Bearer ${T}"}}, ""},
		{"the login of a name", tokenFlags{login: "docs"}, nil, nil, connect.Targets{Servers: []string{"docs"}}, ""},
		{"the login of a URL", tokenFlags{login: "http://a"}, nil, []string{"http://a"}, connect.Targets{}, ""},
		{"both", tokenFlags{token: "x", login: "docs"}, nil, nil, connect.Targets{}, "at most one"},
		{"a login for another target", tokenFlags{login: "docs"}, []string{"http://evil.example"}, nil, connect.Targets{}, "no other target"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var targets connect.Targets
			got, err := tt.flags.apply(&targets, tt.args)
			if tt.fails != "" {
				assert.ErrorContains(t, err, tt.fails)
				return
			}
			assert.NilError(t, err)
			assert.Check(t, is.DeepEqual(got, tt.want))
			assert.Check(t, is.DeepEqual(targets, tt.targets))
		})
	}
}

func TestTokensForChecksAreSecrets(t *testing.T) {
	var target probe.Target
	flags := tokenFlags{foreign: "${FOREIGN}", narrow: "n", broad: "b"}
	flags.fill(&target, func(name string) (string, bool) { return "f", name == "FOREIGN" })
	assert.Equal(t, target.Foreign, "f")
	assert.Equal(t, target.Narrow, "n")
	assert.Check(t, is.DeepEqual(target.Secrets, []string{"f", "n", "b"}))
}
