package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// TestResultsOfCalls: which results say that a call failed, whatever the type of isError is.
func TestResultsOfCalls(t *testing.T) {
	for members, failed := range map[string]bool{
		`{}`: false, `{"isError":false}`: false, `{"isError":null}`: false, `{"isError":true}`: true, `{"isError":"false"}`: true, `{"isError":0}`: true, `{"content":{},"isError":true}`: true,
	} {
		answer := ParseFrame([]byte(`{"id":1,"result":` + members + `}`))
		assert.Equal(t, ResultOf(answer).IsError, failed, members)
		assert.Equal(t, Failed(answer), failed, members)
	}
	refused := ParseFrame([]byte(`{"id":1,"error":{"code":1}}`))
	assert.Assert(t, ResultOf(refused) == nil && Failed(refused))
	text := ResultOf(ParseFrame([]byte(`{"id":1,"result":{"content":[{"type":"image"},{"text":"{ \"b\": [2],\"a\":1}"}]}}`)))
	assert.Assert(t, text.HasText(json.RawMessage(`{"a":1,"b":[2]}`)) && !text.HasText(json.RawMessage(`{"a":1,"b":[3]}`)))
}

// TestWhereAnnotationsAre: what is visited of a schema, and what clients do not accept.
func TestWhereAnnotationsAre(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"properties":{"c":{"type":"integer","x-mcp-header":"C"}}}}}`: `A of a true; C of c true; 2 <nil>`,
		`{"x-mcp-header":"A","type":"string"}`:                                `A of  false; 1 "A" is not reached by properties alone`,
		`{"anyOf":[{"x-mcp-header":"A"}]}`:                                    `A of [] false; 1 "A" is not reached by properties alone`,
		`{"items":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}`: `A of a false; 1 "A" is not reached by properties alone`,
		`{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"},"c":{"x-mcp-header":"C"}}}`: `A of a true; a of b true; C of c true; 2 "a" comes twice`,
		`{"properties":{"a":{"x-mcp-header":"A"}}}`:                                     `A of a true; 1 "A" is on the type absent`,
		`{"properties":{"a":{"type":"boolean","x-mcp-header":"A b"}}}`:                  `A b of a true; 1 "\"A b\"" is no name for a header`,
		`{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`:                     `A of a true; 1 "A" is on the type number`,
		`{"default":{"x-mcp-header":"A"},"const":[{"x-mcp-header":"A"}],"examples":[]}`: `0 <nil>`,
		`7`: `0 <nil>`,
	} {
		said := ""
		_ = Annotations(json.RawMessage(schema), func(a Annotation) error {
			said += fmt.Sprintf("%s of %s %v; ", a.Name, a.Property, a.reachable)
			return nil
		})
		n, err := CheckAnnotations(json.RawMessage(schema))
		assert.Equal(t, said+fmt.Sprint(n, " ", err), want, schema)
	}
}

// TestErasOfMessages: after which messages a process of both eras may speak either.
func TestErasOfMessages(t *testing.T) {
	modern := func(method string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`
	}
	const old = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, c := range []struct {
		target    Target
		messages  []string
		undecided bool
	}{
		{Target{}, []string{modern("ping")}, false},
		{Target{}, []string{old}, true},
		{Target{}, []string{modern("server/discover")}, false},
		{Target{}, []string{modern("server/discover"), old}, true},
		{Target{}, []string{`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`}, true},
		{Target{}, []string{modern("ping"), old}, false},
		{Target{}, []string{"[" + modern("ping") + "," + old + "]"}, true},
		{Target{}, []string{"x"}, true},
		{Target{alone: true}, []string{old}, false},
		{Target{URL: "http://a.test"}, []string{old}, false},
	} {
		b := &Bench{Target: c.target.withDefaults(), seen: &statistics{}, watch: newWatch()}
		talk := b.newTalk()
		for _, m := range c.messages {
			talk.sending([]byte(m))
		}
		assert.Equal(t, talk.undecided, c.undecided, "%v", c.messages)
	}
}

// TestVerdictsOfAWatch: one case is told, several are counted, and nothing is no finding.
func TestVerdictsOfAWatch(t *testing.T) {
	b := &Bench{ledger: &ledger{}, watch: newWatch()}
	said := func() string { return fmt.Sprint(b.Judge(Shaped), " ", b.Found(Shaped)) }
	assert.Equal(t, said(), "there was nothing of the kind in the whole run false")
	b.watch.blame(Shaped, "")
	assert.Equal(t, said(), "<nil> false")
	b.watch.blame(Shaped, "it is none", event.Event{})
	assert.Equal(t, said(), "it is none true")
	b.watch.blame(Shaped, "another")
	b.watch.blame(Shaped, "a third")
	assert.Equal(t, said(), "it is none (and 2 more like it in the whole run) true")
	b.refused = errors.New("no")
	assert.Equal(t, said(), "it is none (and 2 more like it in the whole run) true")
	assert.ErrorContains(t, b.Judge(OneLine), "see LIFE-01: there is no session: no")
}

// TestFloodsAreRemarked: of several floods the worst is told, once, before what else is.
func TestFloodsAreRemarked(t *testing.T) {
	b := &Bench{ledger: &ledger{}, ctx: t.Context(), stops: 1}
	assert.DeepEqual(t, b.Remarks(), []string{stoppedTimes(1)})
	b.flood = &FloodError{Messages: 7}
	assert.DeepEqual(t, b.Remarks(), []string{b.flood.Error(), stoppedTimes(1)})
	other := &Bench{ledger: b.ledger, flood: &FloodError{Messages: 9}, stops: 2}
	b.ledger.forks = []*Bench{other}
	assert.DeepEqual(t, b.Remarks(), []string{b.flood.Error(), stoppedTimes(3)})
	b.flood = nil
	assert.DeepEqual(t, b.Remarks(), []string{other.flood.Error(), stoppedTimes(3)})
}

// TestTexts: short forms of what is shown and compared.
func TestTexts(t *testing.T) {
	for raw, text := range map[string]string{`"a"`: "a", `""`: "", `"`: "", `"\u0061"`: "a", `a"`: "", `"a`: "", `7`: "", `null`: ""} {
		assert.Equal(t, Text(json.RawMessage(raw)), text, raw)
	}
	for token, same := range map[string]string{`"\u0061"`: `"a"`, `"\u0020"`: `" "`, `"\u001f"`: `"\u001f"`, `"\n"`: `"\u000a"`, `"\\"`: `"\\"`, `"\""`: `"\""`, `1.0`: `1.0`, `"`: `"`} {
		assert.Equal(t, SameJSON([]byte(token)), same, token)
	}
	assert.Equal(t, nameAll([]member{{pid: 1, name: "a"}, {pid: 2, name: "b"}}), "1 (a), 2 (b)")
	assert.Equal(t, cpuOf([]member{{cpu: 2}, {cpu: 3}}).String(), "5ns")
	assert.Equal(t, (&Process{orphans: []member{{pid: 7, name: "c"}}}).Orphans(), "7 (c)")
	assert.Equal(t, (&Process{}).Survivors(), "")
}

// TestReadingLeavesASessionAsItWas: after which requests a session is given to another check.
func TestReadingLeavesASessionAsItWas(t *testing.T) {
	for method, calls := range map[string]string{
		"ping": "true", "server/discover": "true", "tools/list": "true", "resources/list": "true", "resources/templates/list": "true", "prompts/list": "true", "resources/read": "true", "prompts/get": "true", "completion/complete": "true",
		"logging/setLevel": "false", "resources/subscribe": "false", "initialize": "false", "notifications/initialized": "false", "x": "false",
	} {
		b := &Bench{Target: Target{}.withDefaults(), seen: &statistics{}, watch: newWatch()}
		talk := b.newTalk()
		talk.greeted, talk.opened = true, true
		assert.Equal(t, fmt.Sprint(!talk.stirs(ParseFrame([]byte(`{"jsonrpc":"2.0","id":1,"method":"`+method+`"}`)))), calls, method)
	}
	b := &Bench{Target: Target{AllowCalls: true}, seen: &statistics{}, watch: newWatch()}
	talk, call := b.newTalk(), ParseFrame([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`))
	talk.greeted = true
	assert.Assert(t, talk.stirs(call))
	b.Target.AllowCalls = false
	assert.Assert(t, !talk.stirs(call))
	talk.greeted = false
	assert.Assert(t, talk.stirs(call))
}

// TestAnswersAreCounted: only responses with the id, whatever its type.
func TestAnswersAreCounted(t *testing.T) {
	var frames []Frame
	for _, raw := range []string{`{"id":7,"result":{}}`, `{"id":"7","error":{}}`, `{"id":8,"result":{}}`, `{"id":7,"method":"ping"}`, `{"method":"x"}`, `{"result":{}}`} {
		frames = append(frames, ParseFrame([]byte(raw)))
	}
	for id, n := range map[string]int{"7": 2, `"7"`: 2, "8": 1, "9": 0} {
		assert.Equal(t, CountAnswers(frames, id), n, id)
	}
}

// TestManyChecksAreBusy: from the twentieth check on a run is about a whole server.
func TestManyChecksAreBusy(t *testing.T) {
	b := &Bench{seen: &statistics{}}
	for n := 1; n <= 21; n++ {
		b.seen.check()
		assert.Equal(t, b.Busy(), n >= 20, "%d", n)
	}
}
