package client_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// unusual are correct clients that do what few do, by transport.
//
//	ok.text  string ids, other member order, more members than known, no empty params, escaped ASCII
//	ok.bare  no stream of its own, pretty-printed bodies, a charset
var unusual = map[string][]string{"http": {"ok.text", "ok.bare"}, "stdio": {"ok.text"}}

func TestUnusualClientsAreNotBlamed(t *testing.T) {
	t.Parallel()
	for transport, clients := range unusual {
		for _, name := range clients {
			t.Run(transport+"/"+name, func(t *testing.T) {
				t.Parallel()
				judgetest.Twice(t, func(problem func(string, ...any)) {
					_, results := check(t, name, transport, func(e *gherkin.Example) bool {
						return !underRace && (name == "ok.text" || !isModern(e.Rule.IDs[0])) // one client is enough for that era
					})
					for _, r := range results {
						if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
							problem("%v, %s: %s: %s\n%s", r.Rule.IDs, r.Name, r.Verdict, r.Error, strings.Join(r.Timeline, "\n"))
						}
					}
				})
			})
		}
	}
}

// dressed is a message as this client writes it.
func (c *miniClient) dressed(raw string) string {
	switch c.mutant {
	case "ok.text":
		return reordered(raw)
	case "ok.bare":
		var b bytes.Buffer
		if json.Indent(&b, []byte(raw), "", "\t") == nil {
			return b.String()
		}
	}
	if write := c.special.write; write != nil {
		return write(raw)
	}
	return raw
}

// reordered is a message whose members come in the opposite order of their names, with
// one more that has no meaning, without empty params, and with an escaped letter.
func reordered(raw string) string {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(raw), &members) != nil {
		return raw
	}
	if string(members["params"]) == "{}" {
		delete(members, "params")
	}
	members["note"] = json.RawMessage(`"\u00e9\ud83d\ude80"`)
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	slices.Reverse(names)
	for i, name := range names {
		names[i] = `"` + name + `" : ` + string(members[name])
	}
	return "{" + strings.Join(names, " , ") + "}"
}
