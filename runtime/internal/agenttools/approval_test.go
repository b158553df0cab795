package agenttools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

func TestApproval(t *testing.T) { // S-OAI-30
	for policy, want := range map[string]string{ // which of a, b, always need one
		``:                                    "",
		`null`:                                "",
		`false`:                               "",
		`"never"`:                             "",
		`true`:                                "a b always",
		` "always" `:                          "a b always",
		`{"a":"always","b":"never"}`:          "a",
		`{"a":true,"b":false}`:                "a",
		`{"always":"always","never":"never"}`: "always",
		`{}`:                                  "",
		`{"always":{"tool_names":["a"]}}`:     "a",
		`{"never":{"tool_names":["a"]}}`:      "",
		`{"always":{},"never":{"tool_names":["a"]}}`:                   "",
		`{"always":{"tool_names":["b"]},"never":{"tool_names":["a"]}}`: "b",
		`"alwyas"`:                            "value at require_approval: expected 'always' or 'never', got 'alwyas'.",
		`7`:                                   "value at require_approval: expected 'always' or 'never', got 7.",
		`["always"]`:                          `value at require_approval: expected 'always' or 'never', got ["always"].`,
		`{`:                                   "value: unexpected end of JSON input",
		`{"b":"x","a":null}`:                  "value at require_approval['a']: expected 'always' or 'never', got null.",
		`{"z":{"tool_names":[]},"a":"never"}`: `value at require_approval['z']: expected 'always' or 'never', got {"tool_names":[]}.`,
		`{"always":{"tool_names":[]},"z":1,"y":2}`:                                 "tool list policy: unexpected keys ['y', 'z']; expected only 'always' and 'never'.",
		`{"always":{"tool_names":["b","a","b"]},"never":{"tool_names":["a","b"]}}`: "tool list policy: tool names cannot appear in both always and never: ['a', 'b'].",
		`{"always":{"tool_names":"a"}}`:                                            "tool_names at require_approval.always.tool_names: expected a list of strings.",
		`{"never":{"tool_names":["a",7]}}`:                                         "tool name at require_approval.never.tool_names[1]: expected a string.",
		`{"always":{"tool_names":[]},"never":"never"}`:                             "require_approval.never: expected an object with tool_names.",
		`{"always":{"tool_names":[null]}}`:                                         "tool name at require_approval.always.tool_names[0]: expected a string.",
		`{"always":{"tool_names":[]},"never":null}`:                                "require_approval.never: expected an object with tool_names.",
	} {
		approval, err := agenttools.ParseApproval(json.RawMessage(policy))
		if err != nil {
			assert.Error(t, err, "Invalid require_approval "+want, policy)
			continue
		}
		var needed []string
		for _, name := range []string{"a", "b", "always"} {
			if yes, err := approval.Needed(bg, nil, nil, tool(name)); yes {
				assert.NilError(t, err)
				needed = append(needed, name)
			}
		}
		assert.Equal(t, strings.Join(needed, " "), want, policy)
	}
}

func TestApprovalIsAsked(t *testing.T) {
	broken := errors.New("broken")
	approval := agenttools.ApprovalFunc(func(_ context.Context, run *agenttools.Run, agent *agenttools.Agent, tool protocol.Tool) (bool, error) {
		if tool.Name == "bad" {
			return false, broken
		}
		return run.ID == "1" && agent.Name == "helper" && tool.Name == "a", nil
	})
	run, agent := &agenttools.Run{ID: "1"}, &agenttools.Agent{Name: "helper"}
	for name, want := range map[string]bool{"a": true, "b": false, "bad": true} {
		got, err := approval.Needed(bg, run, agent, tool(name))
		assert.Equal(t, got, want, name)
		assert.Equal(t, err != nil, name == "bad")
	}
	got, err := approval.Needed(bg, run, nil, tool("b"))
	assert.Assert(t, got && err == nil) // without an agent it is closed
}

func TestApprovalDoesNotDependOnOrder(t *testing.T) { // OAI-75
	values := []string{`"always"`, `"never"`, `true`, `"x"`, `7`, `null`, `{"tool_names":["a","b"]}`, `{"tool_names":["b","c"]}`, `{"tool_names":7}`}
	verdict := func(keys []string, of map[string]string) string {
		var members []string
		for _, k := range keys {
			members = append(members, fmt.Sprintf("%q:%s", k, of[k]))
		}
		approval, err := agenttools.ParseApproval(json.RawMessage("{" + strings.Join(members, ",") + "}"))
		return fmt.Sprint(approval, err)
	}
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"always", "never", "a", "b", "c"}), 0, 5, rapid.ID[string]).Draw(t, "keys")
		of := map[string]string{}
		for _, k := range keys {
			of[k] = rapid.SampledFrom(values).Draw(t, k)
		}
		other := rapid.Permutation(keys).Draw(t, "order")
		if a, b := verdict(keys, of), verdict(other, of); a != b {
			t.Fatalf("%s, then %s", a, b)
		}
	})
}

func FuzzParseApproval(f *testing.F) {
	for _, seed := range []string{`"always"`, `{"a":"never"}`, `{"always":{"tool_names":["a"]}}`, `{`, `{"always":null}`, `{"always":{"tool_names":[1]}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		approval, err := agenttools.ParseApproval(raw)
		if err == nil && !json.Valid(raw) && len(strings.TrimSpace(string(raw))) > 0 {
			t.Fatalf("%q is a policy", raw)
		}
		_, _ = approval.Needed(bg, nil, nil, tool("a"))
	})
}
