package scenario_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/scenario"
)

// made is the scenario of a recording, and its script with texts replaced, in pairs.
func made(t *testing.T, text string, o scenario.Options, replaced ...string) (*scenario.Scenario, *fakeserver.Script) {
	t.Helper()
	entries, err := recording.Read(strings.NewReader(text))
	assert.NilError(t, err)
	c, err := scenario.Understand(entries, "")
	assert.NilError(t, err)
	s := scenario.Make(c, o)
	server := string(s.Server)
	for i := 0; i < len(replaced); i += 2 {
		assert.Assert(t, is.Contains(server, replaced[i]))
		server = strings.Replace(server, replaced[i], replaced[i+1], 1)
	}
	script, err := fakeserver.Parse("server.yaml", []byte(server))
	assert.NilError(t, err, server)
	return s, script
}

// differences are what the comparison finds.
func differences(t *testing.T, text string, o scenario.Options, replaced ...string) string {
	t.Helper()
	s, script := made(t, text, o, replaced...)
	report, err := s.Check(t, script)
	assert.NilError(t, err)
	return strings.Join(report.Differences, "\n")
}

func field(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/recording.jsonl")
	assert.NilError(t, err)
	return string(text)
}

// Texts that mean something in scripts and in features are texts: a replay says what was recorded,
// and what the feature expects is JSON.
func TestTextsAreTakenAsTheyAre(t *testing.T) {
	for _, text := range []string{
		"<id> <token> <cursor> <n> <now> <origin>", "<lt>", "<lt>id>", "<<id>>", "<id", `\\u003cid>`, `\u003Cid>`, `\\\u003cid>`,
		`say \"\"\"`, `\"\"\"\"\n    Given x`, `\\\"\"\"`, "```", "{text}", `a\n  # b`, "*a", "${HOME}",
	} {
		result := `{"content":[{"type":"text","text":"` + text + `"}],"` + text + `":"` + text + `"}`
		said := spoken(t, text, result)
		assert.Equal(t, differences(t, said, scenario.Options{}), "", text)
		s, _ := made(t, said, scenario.Options{})
		for _, doc := range strings.Split(string(s.Feature), "        \"\"\"json\n")[1:] {
			doc, _, _ = strings.Cut(doc, "\n        \"\"\"\n")
			doc = strings.ReplaceAll(doc, `\"\"\"`, `"""`) // as Gherkin does
			assert.Check(t, json.Valid([]byte(doc)), "%s: %s", text, doc)
		}
	}
}

// spoken is a recording of one call, with a notification before its answer.
func spoken(t *testing.T, text, result string) string {
	t.Helper()
	lines := []string{`{"format":"mcpsim-recording","version":1,"mcpsim":"v0","pid":7}`}
	for i, m := range []struct{ from, data string }{
		{"client", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`},
		{"server", `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"f","version":"` + text + `"}}}`},
		{"client", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"text":"` + text + `"}}}`},
		{"server", `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"` + text + `"}}`},
		{"server", `{"jsonrpc":"2.0","id":"r","method":"roots/list","params":{"a":"{text} ` + text + `"}}`},
		{"client", `{"jsonrpc":"2.0","id":"r","result":{"roots":[]}}`},
		{"server", `no message: <id> <lt>`},
		{"server", `{"jsonrpc":"2.0","id":1,"result":` + result + `}`},
	} {
		data, err := json.Marshal(m.data + "\n")
		assert.NilError(t, err)
		lines = append(lines, fmt.Sprintf(`{"at":"2026-01-02T03:04:0%d.000Z","pid":7,"kind":"chunk","conn":1,"from":%q,"data":%s}`, i, m.from, data))
	}
	return strings.Join(lines, "\n") + "\n"
}

// A script that says anything else than the recording is seen by the comparison.
func TestCheckSeesWhatDiffers(t *testing.T) {
	text := field(t)
	assert.Equal(t, differences(t, text, scenario.Options{}), "")
	assert.Equal(t, differences(t, text, scenario.Options{NoTimes: true}), "")
	for change, want := range map[[2]string]string{
		{`text: "1"`, `text: "9"`}:     `the answer to tools/call (id 2), result.content[00000].text: recorded "1", replayed "9"`,
		{"name: field", "name: other"}: `the answer to initialize (id 0), result.serverInfo.name: recorded "field", replayed "other"`,
		{"nth: 2", "nth: 3"}:           `the answer to tools/call (id 3), result`,
		{"      - {notify: notifications/tools/l", "      - {notify: notifications/prompts/l"}: "message 3 of the server's own: recorded notifications/tools/list_changed, replayed notifications/prompts/list_changed",
		{"progress: 1}", "progress: 2}"}:                                   "notifications/progress, params.progress: recorded 1, replayed 2",
		{"code: -32000", "code: -32001"}:                                   `the answer to tools/call (id "p"), error.code: recorded -32000, replayed -32001`,
		{`DEBUG paid\n`, `DEBUG free\n`}:                                   "bytes that are no messages: recorded DEBUG paid",
		{"exit: 2", "exit: 3"}:                                             "the exit code of the server: recorded 2, replayed 3",
		{"{sum: 1}}", "{sum: 2}}"}:                                         "the request tools/call (id 8): recorded no answer",
		{"      - {delay: 30ms}\n", "      - never\n"}:                     "the answer to resources/read (id 6): recorded",
		{"_meta: {x: 1}", "_meta: {x: 2}"}:                                 `the answer to tools/list (id 1), result.tools[00001]._meta.x: recorded 1, replayed 2`,
		{"{request: {method: roots/list", "{request: {method: roots/lust"}: "recorded roots/list, replayed roots/lust",
	} {
		got := differences(t, text, scenario.Options{}, change[0], change[1])
		if change[0] == "      - {notify: notifications/tools/l" {
			want = strings.Replace(want, "message 3", "message 1", 1)
		}
		assert.Check(t, is.Contains(got, want), "%v", change)
	}
}

// session is a recording of one connection over stdio: lines of the client begin with >, those of the server with <.
func session(lines ...string) string {
	var b bytes.Buffer
	b.WriteString(`{"format":"mcpsim-recording","version":1,"pid":1}` + "\n")
	for _, line := range lines {
		side := map[byte]string{'>': recording.Client, '<': recording.Server}[line[0]]
		data, _ := json.Marshal(line[1:] + "\n")
		b.WriteString(`{"at":"2026-01-01T00:00:00Z","kind":"chunk","conn":1,"from":"` + side + `","data":` + string(data) + "}\n")
	}
	return b.String()
}

// Values come back from the script as they were recorded, whatever they hold.
func TestValuesSurviveTheScript(t *testing.T) {
	for _, value := range []string{
		`{}`, `[]`, `null`, `true`, `""`, `"true"`, `"null"`, `"1"`, `"~"`, `"-"`, `"- a"`, `"a: b"`, `"a #b"`, `"#"`, `"<<"`, `"a\u0000b"`,
		`"\u2028\u0085\ufeff\u007f\u009f"`, `"😀 é"`, `"\ud83d\ude00"`, `"line\nline\r\n\ttab "`, `" lead"`, `"'"`, `"\"\\\/"`, `"{"`, `"0x10"`, `"1e3"`, `"12:30:00"`,
		`"2026-01-01"`, `".inf"`, `"yes"`, `"%a"`, "\"`a@!&*|>\"", `0`, `-0`, `1.50`, `1e5`, `1E300`, `-1.5e-7`, `12345678901234567890`, `0.1`, `123456789.123456789012345678901`,
		`{"a b":1,"":2,"é":3,"true":4,"1":5,"a\nb":6,"<<":7,"- x":8,"x: y":[{"z":[]}]}`, `[[],[[]],{}]`, `{"a":{},"b":[]}`,
		`"` + strings.Repeat("long text, ", 30) + `"`, `{"deep":[{"a":"` + strings.Repeat("x", 100) + `","b":[{"c":1,"d":"` + strings.Repeat("y", 100) + `"}]},[1,"` + strings.Repeat("z", 100) + `"]]}`,
	} {
		call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"v":` + value + `}}}`
		answer := `{"jsonrpc":"2.0","id":1,"result":{"v":` + value + `}}`
		notice := `{"jsonrpc":"2.0","method":"n","params":{"v":` + value + `}}`
		text := session(`>`+call, `<`+notice, `<`+answer)
		assert.Check(t, is.Equal(differences(t, text, scenario.Options{}), ""), value)
	}
}

// A strict replay answers as often as the recorded server did.
func TestStrictCountsAnswers(t *testing.T) {
	ping, pong := `>{"jsonrpc":"2.0","id":1,"method":"ping"}`, `<{"jsonrpc":"2.0","id":1,"result":{}}`
	call := `>{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{"x":1}}}`
	s, _ := made(t, session(ping, pong, call, `<{"jsonrpc":"2.0","id":2,"result":{}}`), scenario.Options{Replay: true, Strict: true})
	assert.Check(t, is.Contains(string(s.Server), "{method: ping, nth: 1}"))
	assert.Equal(t, s.Known.Unknown("ping", nil), "The recording has ping {} only 1 time.")
	assert.Equal(t, s.Known.Unknown("tools/call", json.RawMessage(`{"name":"a","arguments":{"x":2}}`)),
		`The recording has no tools/call a {"x":2}. The nearest request in it is tools/call a {"x":1}.`)
	assert.Equal(t, s.Known.Unknown("pong", nil), `The recording has no pong {}. The nearest request in it is ping {}.`)
	reasons, all := s.Known.Refused()
	assert.Equal(t, len(reasons), 3)
	assert.Equal(t, all, 3)
}

// Hostile recordings are errors, or scenarios of which something is lost.
func TestHostileRecordings(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200)
	s, _ := made(t, session(`>{"jsonrpc":"2.0","id":1,"method":"x"}`, `<{"jsonrpc":"2.0","id":1,"result":`+deep+`}`), scenario.Options{})
	assert.Check(t, is.Contains(strings.Join(s.Lost, "\n"), "nested more than 80 levels deep"))

	deep = strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	s, _ = made(t, session(`>{"jsonrpc":"2.0","id":1,"method":"x","params":`+deep+`}`, `<{"jsonrpc":"2.0","id":1,"result":{}}`), scenario.Options{})
	assert.Check(t, len(s.Feature) < 2*len(deep), "blanks before thousands of levels are hundreds of megabytes")

	many := make([]string, 20_001)
	for i := range many {
		many[i] = `>{"jsonrpc":"2.0","method":"n"}`
	}
	entries, err := recording.Read(strings.NewReader(session(many...)))
	assert.NilError(t, err)
	_, err = scenario.Understand(entries, "")
	assert.ErrorContains(t, err, "more than 20000 messages")
	_, err = scenario.Understand(nil, "")
	assert.ErrorContains(t, err, "holds no message of a client")
}

// FuzzMake looks for recordings that make a script which cannot be read, or a panic.
func FuzzMake(f *testing.F) {
	text, err := os.ReadFile("../../testdata/recording.jsonl")
	assert.NilError(f, err)
	f.Add(text)
	f.Add([]byte(session(`>{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`, `<{"id":1,"error":{}}`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		entries, _ := recording.Read(bytes.NewReader(text))
		c, err := scenario.Understand(entries, "")
		if err != nil {
			return
		}
		s := scenario.Make(c, scenario.Options{Source: "x"})
		if _, err := fakeserver.Parse("server.yaml", s.Server); err != nil && len(s.Server) < 400<<10 {
			t.Errorf("%v\n%s", err, s.Server)
		}
	})
}

// What a recording holds stays where it belongs in the feature, whatever it is.
func TestFeaturesHoldHostileTexts(t *testing.T) {
	s, _ := made(t, session(
		`>{"jsonrpc":"2.0","id":1,"method":"a\n  Rule: b","params":{"x":"\"\"\"","y":["`+strings.Repeat("z", 100)+`","","\n\"\"\"\n"]}}`,
		`<{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"first\r\n\"\"\"\nThen x"}}`,
	), scenario.Options{Source: "x\n\nFeature: y"})
	text := string(s.Feature)
	assert.Equal(t, strings.Count(text, "\n  Rule:"), 1, text)
	assert.Equal(t, strings.Count(text, `"""`), 2, text)
	assert.Check(t, is.Contains(text, `fails with a text that begins with "MCP error 1: first"`))
	assert.Check(t, is.Contains(text, "What x Feature: y tells"))
}

// A server that ends when it is told to needs no rule; one that ends with an error then has one.
func TestEndsOfProcesses(t *testing.T) {
	for name, tt := range map[string]struct{ lines, rule string }{
		"in order":    {`{"kind":"end","conn":1,"from":"client"}` + "\n" + `{"kind":"exit","conn":1,"code":0}`, ""},
		"by a signal": {`{"kind":"signal","conn":1,"text":"terminated"}` + "\n" + `{"kind":"exit","conn":1,"code":143}`, ""},
		"wrongly":     {`{"kind":"end","conn":1,"from":"client"}` + "\n" + `{"kind":"exit","conn":1,"code":3}`, "{phase: closing}\n    mayNotHappen: true\n    do:\n      - {exit: 3}"},
		"by itself":   {`{"kind":"exit","conn":1,"code":-1}`, "- {exit: 137}"},
	} {
		text := strings.ReplaceAll(session(`>{"jsonrpc":"2.0","id":1,"method":"ping"}`, `<{"jsonrpc":"2.0","id":1,"result":{}}`)+tt.lines+"\n", `{"kind":"e`, `{"at":"2026-01-01T00:00:01Z","kind":"e`)
		s, _ := made(t, text, scenario.Options{NoTimes: true})
		assert.Check(t, is.Contains(string(s.Server), tt.rule), name)
		assert.Check(t, tt.rule != "" || !strings.Contains(string(s.Server), "exit"), name)
		assert.Check(t, is.Equal(differences(t, text, scenario.Options{}), ""), name)
	}
}

// A recording of HTTP+SSE (2024-11-05) is told as that of a process: what the two clients said,
// and what they heard, without acknowledgements.
func TestOldTransport(t *testing.T) {
	text, err := os.ReadFile("testdata/sse.jsonl")
	assert.NilError(t, err)
	assert.Equal(t, differences(t, string(text), scenario.Options{}), "")
	s, script := made(t, string(text), scenario.Options{})
	assert.Check(t, !s.Web)
	assert.Check(t, is.Len(script.Tools, 2))
	assert.Check(t, !strings.Contains(string(s.Server), "status"), "%s", s.Server)
	assert.Check(t, is.Contains(differences(t, string(text), scenario.Options{}, "text: found", "text: lost"), `recorded "found", replayed "lost"`))
}

// What a recording has very often takes time in proportion: tools in a list, servers, pieces of
// a body. A list of messages is not read beyond what a scenario may have.
func TestLargeRecordingsTakeLittleTime(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads much: the race detector has nothing to see")
	}
	var tools []string
	for i := range 30_000 {
		tools = append(tools, fmt.Sprintf(`{"name":"t%d"}`, i))
	}
	opens := make([]recording.Entry, 300_000)
	for i := range opens {
		opens[i] = recording.Entry{Kind: recording.Open, Conn: i + 1, Text: fmt.Sprint("server ", i)}
	}
	pieces := []recording.Entry{{Kind: recording.Request, Conn: 1, Exchange: 1, Verb: "POST", URL: "http://h/"}, {Kind: recording.Chunk, Conn: 1, Exchange: 1, From: recording.Client, Data: []byte("[")}}
	for range 300_000 {
		pieces = append(pieces, recording.Entry{Kind: recording.Chunk, Conn: 1, Exchange: 1, From: recording.Client, Data: []byte("1,1,1,1,1,1,1,1,1,")})
	}
	judgetest.Twice(t, func(problem func(string, ...any)) {
		begin := time.Now()
		s, _ := made(t, session(`>{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `<{"jsonrpc":"2.0","id":1,"result":{"tools":[`+strings.Join(tools[:9_000], ",")+`]}}`), scenario.Options{})
		assert.Check(t, is.Contains(string(s.Server), "t8999"))
		entries, err := recording.Read(strings.NewReader(session(`>{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `<{"jsonrpc":"2.0","id":1,"result":{"tools":[`+strings.Join(tools, ",")+`]}}`)))
		assert.NilError(t, err)
		c, err := scenario.Understand(entries, "")
		assert.NilError(t, err)
		scenario.Make(c, scenario.Options{})
		_, err = scenario.Understand(opens, "")
		assert.ErrorContains(t, err, "these are several servers")
		assert.Check(t, len(err.Error()) < 1000)
		_, err = scenario.Understand(pieces, "")
		assert.ErrorContains(t, err, "holds no message")
		if took := time.Since(begin); took > 30*time.Second {
			problem("it took %s", took)
		}
	})
	entries, err := recording.Read(strings.NewReader(session(`>[` + strings.Repeat(`{"id":1},`, 100_000) + `{"id":1}]`)))
	assert.NilError(t, err)
	_, err = scenario.Understand(entries, "")
	assert.ErrorContains(t, err, "more than 20000 messages")
}
