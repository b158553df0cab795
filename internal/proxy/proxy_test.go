package proxy_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/proxy"
)

// program is a process that a test plays.
type program struct {
	in     *io.PipeReader // what the proxy writes to it
	stdin  *io.PipeWriter
	out    *io.PipeWriter
	stdout *io.PipeReader
	err    *io.PipeWriter
	stderr *io.PipeReader
	once   sync.Once
	exited chan struct{}
	code   int
}

func newProgram() *program {
	p := &program{exited: make(chan struct{})}
	p.in, p.stdin = io.Pipe()
	p.stdout, p.out = io.Pipe()
	p.stderr, p.err = io.Pipe()
	return p
}

func (p *program) Stdin() io.WriteCloser { return p.stdin }
func (p *program) Stdout() io.Reader     { return p.stdout }
func (p *program) Stderr() io.Reader     { return p.stderr }
func (p *program) Wait() (int, error)    { <-p.exited; return p.code, nil }
func (p *program) Terminate() error      { return p.Kill() }
func (p *program) PID() int              { return os.Getpid() }
func (p *program) Kill() error           { p.exit(137); return nil }

// exit ends the program: what it wrote has been read.
func (p *program) exit(code int) {
	p.once.Do(func() {
		p.code = code
		_ = p.out.Close()
		_ = p.err.Close()
		_ = p.in.Close()
		close(p.exited)
	})
}

// talk passes what each side says through a proxy and returns what the other one heard. The
// server says its part when it has heard all that the client said.
func talk(t testing.TB, o proxy.Options, fromClient, fromServer [][]byte) (atServer, atClient []byte, code int) {
	t.Helper()
	server := newProgram()
	clientIn, clientWrites := io.Pipe()
	var heard bytes.Buffer
	var both sync.WaitGroup
	both.Go(func() {
		for _, b := range fromClient {
			_, _ = clientWrites.Write(b)
		}
		_ = clientWrites.Close()
	})
	both.Go(func() {
		var said sync.WaitGroup
		said.Go(func() { atServer, _ = io.ReadAll(server.in) })
		said.Wait()
		for _, b := range fromServer {
			_, _ = server.out.Write(b)
		}
		server.exit(0)
	})
	code, err := proxy.New(o).Stdio(proxy.Streams{In: clientIn, Out: &heard, Err: io.Discard}, server)
	assert.NilError(t, err)
	both.Wait()
	return atServer, heard.Bytes(), code
}

// rulesOf are the rules of a text.
func rulesOf(t testing.TB, text string) *fakeserver.RuleSet {
	t.Helper()
	rules, err := fakeserver.Origin{File: "rules.yaml"}.ParseRules([]byte(text))
	assert.NilError(t, err)
	set := fakeserver.NewRuleSet(func(...string) uint64 { return 0 })
	for _, r := range rules {
		_, err := set.Add(r)
		assert.NilError(t, err)
	}
	return set
}

// none is a rule that no message meets, so that every line is looked at.
const none = `[{when: {method: no/such}, do: [never]}]`

// Any bytes in any pieces arrive as they were sent, both ways: without rules, with rules that
// meet none of them, and over a link.
func TestBytesPassAsTheyAre(t *testing.T) {
	chunks := rapid.SliceOfN(rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 300),
		rapid.Map(rapid.SampledFrom([]string{
			"\n", "\r\n", "{", `{"jsonrpc":"2.0","id":1,"method":"x"}`, "[]\n", `{"id":1,"result":{}}` + "\r\n", "\xff\n", "\ufeff{}\n",
		}), func(s string) []byte { return []byte(s) }),
	), 0, 20)
	rapid.Check(t, func(rt *rapid.T) {
		up, down := chunks.Draw(rt, "up"), chunks.Draw(rt, "down")
		var o proxy.Options
		if rapid.Bool().Draw(rt, "rules") {
			o.Rules = rulesOf(t, none)
		}
		if rapid.Bool().Draw(rt, "link") {
			o.Link = proxy.NewLink(1, nil)
			defer o.Link.Close()
			_, err := o.Link.Add("slicer 7")
			assert.NilError(rt, err)
		}
		atServer, atClient, code := talk(t, o, up, down)
		assert.Assert(rt, bytes.Equal(atServer, bytes.Join(up, nil)))
		assert.Assert(rt, bytes.Equal(atClient, bytes.Join(down, nil)))
		assert.Equal(rt, code, 0)
	})
}

// A line of 10 MB passes, also one that is no JSON, and with rules that look at it.
func TestLongLinesPass(t *testing.T) {
	noise := make([]byte, 10<<20)
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(noise)
	long := []byte(`{"jsonrpc":"2.0","id":1,"result":"` + strings.Repeat("x", 10<<20) + `"}` + "\n")
	for _, rules := range []string{"[]", none} {
		atServer, atClient, _ := talk(t, proxy.Options{Rules: rulesOf(t, rules)}, [][]byte{noise, long}, [][]byte{long, noise})
		assert.Check(t, bytes.Equal(atServer, append(bytes.Clone(noise), long...)))
		assert.Check(t, bytes.Equal(atClient, append(bytes.Clone(long), noise...)))
	}
}

const (
	callOne   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}` + "\n"
	callTwo   = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"b"}}` + "\n"
	answerOne = `{"jsonrpc": "2.0", "id":1, "result":{"n":1}}` + "\r\n"
	answerTwo = `{"jsonrpc":"2.0","id":2,"result":{"n":2}}` + "\n"
	changed   = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n"
)

// Each action does to real messages what it says. Those that it does not concern stay as they
// are, byte for byte.
func TestActionsOnRealMessages(t *testing.T) {
	const both = answerOne + answerTwo + changed
	for name, tc := range map[string]struct{ rules, up, down string }{
		"delay":            {`[{when: {tool: a}, do: [{delay: 20ms}]}]`, "", answerTwo + changed + answerOne},
		"no delay":         {`[{when: {tool: a}, do: [{delay: 0s}]}]`, "", both},
		"never":            {`[{when: {tool: a}, do: [never]}]`, "", answerTwo + changed},
		"never asked":      {`[{when: {tool: a, from: client}, do: [never]}]`, callTwo, both},
		"duplicate":        {`[{when: {nth: 2}, do: [duplicate]}]`, "", answerOne + answerTwo + answerTwo + changed},
		"asked twice":      {`[{when: {tool: b, from: client}, do: [duplicate]}]`, callOne + callTwo + callTwo, both},
		"reorder":          {`[{when: {tool: a}, do: [reorder]}]`, "", ""},
		"split":            {`[{when: {tool: a}, do: [{split: {every: 3, gap: 1ms}}]}]`, "", both},
		"raw":              {`[{when: {tool: b}, do: [{raw: "x\n"}]}]`, "", answerOne + "x\n" + answerTwo + changed},
		"raw up":           {`[{when: {tool: b, from: client}, do: [{raw: "x\n"}]}]`, callOne + "x\n" + callTwo, both},
		"frame":            {`[{when: {tool: b}, do: [{frame: {crlf: true}}]}]`, "", answerOne + strings.TrimSpace(answerTwo) + "\r\n" + changed},
		"truncate":         {`[{when: {tool: b}, do: [{frame: {truncate: 5}}]}]`, "", answerOne + answerTwo[:5] + changed},
		"id":               {`[{when: {tool: b}, do: [{id: string}]}]`, "", answerOne + strings.Replace(answerTwo, ":2,", `:"2",`, 1) + changed},
		"missing id":       {`[{when: {tool: b}, do: [{id: missing}]}]`, "", answerOne + strings.Replace(answerTwo, `"id":2,`, "", 1) + changed},
		"stale id":         {`[{when: {tool: b}, do: [{id: stale}]}]`, "", answerOne + strings.Replace(answerTwo, ":2,", ":1,", 1) + changed},
		"patch":            {`[{when: {tool: b}, do: [{patch: {n: 3}}]}]`, "", answerOne + strings.Replace(answerTwo, `"n":2`, `"n":3`, 1) + changed},
		"set":              {`[{when: {tool: b}, do: [{set: {path: /n, value: 3}}]}]`, "", answerOne + strings.Replace(answerTwo, `"n":2`, `"n":3`, 1) + changed},
		"set nowhere":      {`[{when: {tool: b}, do: [{set: {path: /x/y, value: 3}}]}]`, "", both},
		"interleave":       {`[{when: {tool: a}, do: [{interleave: 3}]}]`, "", answerOne[:3] + answerTwo + answerOne[3:] + changed},
		"torn at the end":  {`[{when: {method: notifications/*}, do: [{interleave: 5}]}]`, "", answerOne + answerTwo + changed},
		"patch keeps ends": {`[{when: {tool: a}, do: [{patch: {n: 3}}]}]`, "", `{"jsonrpc":"2.0","id":1,"result":{"n":3}}` + "\r\n" + answerTwo + changed},
		"patched request":  {`[{when: {tool: b, from: client}, do: [{patch: {name: c}}]}]`, callOne + strings.Replace(callTwo, `"b"`, `"c"`, 1), both},
		"error":            {`[{when: {tool: b}, do: [{error: {code: -1, message: no}}]}]`, "", answerOne + `{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no"}}` + "\n" + changed},
		"result":           {`[{when: {tool: b}, do: [{result: {}}]}]`, "", answerOne + `{"jsonrpc":"2.0","id":2,"result":{}}` + "\n" + changed},
		"error unasked":    {`[{when: {tool: b, from: client}, do: [{error: {code: -1, message: no}}]}]`, callOne, ""},
		"notify":           {`[{when: {tool: b}, do: [answer, {notify: a/b}]}]`, "", answerOne + answerTwo + `{"jsonrpc":"2.0","method":"a/b"}` + "\n" + changed},
		"by its method":    {`[{when: {method: notifications/*}, do: [duplicate]}]`, "", both + changed},
		"the server's":     {`[{when: {from: server, method: notifications/*}, do: [never]}]`, "", answerOne + answerTwo},
		"not the prefix":   {`[{when: {method: tools, tool: a}, do: [never]}]`, "", both},
		"state":            {`[{when: {tool: a}, do: [{state: on}]}, {when: {state: on}, do: [never]}]`, "", both},
		"state, in time":   {`[{when: {tool: a, from: client}, do: [{state: on}]}, {when: {state: on, tool: b}, do: [never]}]`, "", answerOne + changed},
		"other connection": {`[{when: {connection: 2}, do: [never]}]`, "", both},
	} {
		t.Run(name, func(t *testing.T) {
			up, down := tc.up, tc.down
			if up == "" {
				up = callOne + callTwo
			}
			if name == "reorder" {
				down = answerTwo + answerOne + changed
			}
			atServer, atClient, _ := talk(t, proxy.Options{Rules: rulesOf(t, tc.rules)},
				[][]byte{[]byte(callOne + callTwo)}, [][]byte{[]byte(answerOne), []byte(answerTwo), []byte(changed)})
			assert.Check(t, is.Equal(string(atServer), up))
			switch name {
			case "reorder": // the order of what it releases and what follows is free
				assert.Check(t, strings.HasPrefix(string(atClient), answerTwo), string(atClient))
				assert.Check(t, is.Len(atClient, len(down)))
			case "error unasked":
				assert.Check(t, strings.HasPrefix(string(atClient), `{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no"}}`+"\n"), string(atClient))
			default:
				assert.Check(t, is.Equal(string(atClient), down))
			}
		})
	}
}

// The action exit kills the server, and the proxy ends with its code.
func TestExitKillsTheServer(t *testing.T) {
	_, atClient, code := talk(t, proxy.Options{Rules: rulesOf(t, `[{when: {tool: b}, do: [{exit: 42}]}]`)},
		[][]byte{[]byte(callOne + callTwo)}, [][]byte{[]byte(answerOne), []byte(answerTwo), []byte(changed)})
	assert.Equal(t, string(atClient), answerOne)
	assert.Equal(t, code, 42)
}

// What never acted is told, and what did is not.
func TestWhatNeverActedIsKnown(t *testing.T) {
	rules := rulesOf(t, `[{when: {tool: a}, do: [duplicate]}, {when: {tool: aa}, do: [never]}, {when: {tool: b}, do: [{status: 500}]}]`)
	link := proxy.NewLink(1, nil)
	defer link.Close()
	for _, fault := range []string{"drop 1 up", "refuse"} {
		_, err := link.Add(fault)
		assert.NilError(t, err)
	}
	talk(t, proxy.Options{Rules: rules, Link: link}, [][]byte{[]byte("{}\n" + callOne + callTwo)}, [][]byte{[]byte(answerOne + answerTwo)})
	var told []string
	for _, err := range append(rules.NeverActed(), link.NeverActed()...) {
		told = append(told, err.Error())
	}
	assert.Equal(t, len(told), 3, "%q", told)
	assert.Check(t, is.Contains(told[0], "never of the rule (tool aa)"))
	assert.Check(t, is.Contains(told[1], "status has no meaning over stdio"))
	assert.Check(t, is.Contains(told[2], "refuse"))
}
