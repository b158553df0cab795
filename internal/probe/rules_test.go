package probe

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// A saying is a conversation, a line for each message: "> " is what the client sends, and
// "CHANNEL< " what the server says where: pipe, body NNN (its status), postN, getN and
// resumed, which belong to what was sent last when they came up first. "later" lets a
// second or the time that it names pass, "speaks" names what was
// negotiated, "declares" a capability of the server, "REPLY NNN TYPE BODY" is the head and body of the answer to what was sent last,
// "event NAME ID DATA" an event of the channel before, and "ends" or "stays" what it does.
type saying struct{ name, lines string }

const (
	hello   = `> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"roots":{}}}}` + "\n" + `pipe< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}` + "\n"
	listens = `> {"jsonrpc":"2.0","id":5,"method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"notifications":{"toolsListChanged":true,"resourceSubscriptions":["doc:a/"]}}}` + "\n"
	ask     = `> {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","progressToken":"t","io.modelcontextprotocol/logLevel":"warning","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"url":{}},"roots":{}}}}}` + "\n"
	lists   = `> {"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}` + "\n"
)

// talker plays sayings.
type talker struct {
	b        *Bench
	t        *talk
	last     []Frame
	now      *channel
	channels map[string]*channel
	clk      *stepped
}

// stepped is a clock that is moved by hand.
type stepped struct {
	clock.Clock
	at time.Time
}

func (s *stepped) Now() time.Time                     { return s.at }
func (s *stepped) Since(then time.Time) time.Duration { return s.at.Sub(then) }

func newTalker(modern bool) *talker {
	clk := &stepped{clock.Real(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	b := &Bench{Target: Target{Clock: clk}.withDefaults(), seen: &statistics{}, watch: newWatch(), ledger: &ledger{}}
	if modern {
		b.Target.Revision = ModernRevision
		b.first = &Conn{declared: map[string]json.RawMessage{"tools": json.RawMessage("{}")}}
	}
	return &talker{b: b, t: b.newTalk(), channels: map[string]*channel{}, clk: clk}
}

func (k *talker) play(line string) {
	where, text, _ := strings.Cut(line, " ")
	switch {
	case where == ">":
		k.last = parseFrames([]byte(text))
		k.t.sending([]byte(text))
	case where == "later":
		d, err := time.ParseDuration(text)
		if err != nil {
			d = time.Second
		}
		k.clk.at = k.clk.at.Add(d)
	case where == "speaks":
		k.t.speaks(text, "s")
	case where == "declares":
		k.b.first.declared[text] = json.RawMessage("{}")
	case where == "REPLY":
		f := strings.SplitN(text, " ", 3)
		status, _ := strconv.Atoi(f[0])
		r := &Reply{Status: status, ContentType: f[1], Header: http.Header{"Content-Type": {f[1] + "; x"}}, Body: []byte(f[2])}
		k.now = &channel{kind: bodyChannel, stream: 1, request: k.last}
		k.t.begun(k.now, r)
		k.t.replied(k.now, r)
	case where == "event":
		f := strings.SplitN(text, " ", 3)
		k.t.event(k.now, Event{Name: strings.Trim(f[0], "-"), ID: strings.Trim(f[1], "-"), Data: []byte(f[2])})
	case where == "ends" || where == "stays":
		k.t.ended(k.now, where == "ends")
	default:
		head, raw, _ := strings.Cut(line, "< ")
		k.now = k.channel(head)
		k.t.heard(k.now, []byte(raw), parseFrames([]byte(raw)))
	}
}

func (k *talker) channel(head string) *channel {
	kind, status, _ := strings.Cut(head, " ")
	if ch := k.channels[head]; ch != nil && kind != "body" {
		return ch
	}
	ch := &channel{kind: map[string]channelKind{"pipe": pipeChannel, "body": bodyChannel, "post": postChannel, "get": getChannel, "resumed": resumedChannel}[strings.TrimRight(kind, "0123456789")]}
	if ch.kind != pipeChannel {
		ch.stream, ch.request = len(k.channels)+1, k.last
	}
	if ch.kind == getChannel || ch.kind == resumedChannel {
		ch.request = nil
	}
	ch.status, _ = strconv.Atoi(status)
	ch.primed = kind == "post9"
	k.channels[head] = ch
	return ch
}

// judged is what the rules say of it, and how often they were asked.
func (k *talker) judged() string {
	k.b.watch.settle()
	var out []string
	for rule, n := range k.b.watch.judged {
		text := fmt.Sprintf("  %s: %d", rule, n)
		if f := k.b.watch.findings[rule]; f != nil {
			text += fmt.Sprintf(", %d broken, %d shown: %s", f.cases, len(f.events), f.what)
		}
		out = append(out, text+"\n")
	}
	slices.Sort(out)
	return strings.Join(out, "") + fmt.Sprintf("  missing %d, oldest %s, calm %v\n", k.t.missing(), k.t.oldest(), k.t.calm())
}

// TestRules: what each rule says of conversations, and of which it has nothing to say.
// -update rewrites the pages; read the diff.
func TestRules(t *testing.T) {
	for name, all := range map[string][]saying{"legacy": legacySayings, "modern": modernSayings} {
		var page strings.Builder
		for _, s := range all {
			k := newTalker(name == "modern")
			for line := range strings.SplitSeq(strings.TrimSpace(s.lines), "\n") {
				k.play(line)
			}
			fmt.Fprintf(&page, "== %s\n%s\n", s.name, k.judged())
		}
		golden.Assert(t, page.String(), "rules-"+name+".golden")
	}
}

var legacySayings = []saying{
	{"a handshake", hello},
	{"answered twice", hello + `pipe< {"jsonrpc":"2.0","id":1,"result":{}}`},
	{"asked twice, answered twice", hello + `> {"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":1,"result":{}}`},
	{"an id as a string", hello + `> {"jsonrpc":"2.0","id":2,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":"2","result":{}}`},
	{"an id of another", hello + `> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"doc:a"}}` + "\n" + `pipe< {"jsonrpc":"2.0","id":9,"result":{}}`},
	{"an answer to nothing", hello + `> {"jsonrpc":"2.0","id":2,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":2,"result":{}}` + "\n" + `pipe< {"jsonrpc":"2.0","id":9,"result":{}}`},
	{"a large id that is cut", hello + `> {"jsonrpc":"2.0","id":4294967298,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":2,"result":{}}`},
	{"a large id that is rounded behind a batch that was refused", hello + `> [{"jsonrpc":"2.0","id":"b1","method":"ping"},{"jsonrpc":"2.0","id":"b2","method":"ping"}]` + "\n" + `pipe< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":""}}` + "\n" + `> {"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":9007199254740992,"result":{}}` + "\n" + `> {"jsonrpc":"2.0","id":2147483647,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":-1,"result":{}}`},
	{"a small id that is cut", hello + `> {"jsonrpc":"2.0","id":2147483647,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":-1,"result":{}}`},
	{"an id that is missing", hello + `> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}` + "\n" + `pipe< {"jsonrpc":"2.0","result":{}}`},
	{"a notification that is answered", hello + `> {"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":null,"result":{}}`},
	{"a cancellation that is answered", hello + `> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n" + `pipe< {"jsonrpc":"2.0","id":null,"result":{}}`},
	{"an error without an id, after nonsense", hello + `> nonsense` + "\n" + `pipe< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}` + "\n" + `pipe< {"jsonrpc":"2.0","id":7,"error":{"code":-32700,"message":""}}`},
	{"a batch", hello + `> [{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]` + "\n" + `pipe< [{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":3,"result":{}}]`},
	{"malformed", hello + `pipe< {"jsonrpc":"1.0","result":{}}` + "\n" + `pipe< {"id":7}` + "\n" + `pipe< 7` + "\n" + `pipe< {"jsonrpc":"2.0","method":"a","result":{}}` + "\n" + `pipe< {"jsonrpc":"2.0","id":1,"error":{"code":"x","message":""}}`},
	{"no UTF-8", hello + "pipe< {\"jsonrpc\":\"2.0\",\"method\":\"a\xff\"}\npipe< \ufeff{\"jsonrpc\":\"2.0\",\"method\":\"a\"}"},
	{"a wrong id in what is no UTF-8", hello + "pipe< {\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"result\":{}}"},
	{"a client that can do nothing", strings.Replace(hello, `"roots":{}`, "", 1) + "> " + ping(2) + "\n" + `pipe< {"jsonrpc":"2.0","id":2,"result":{}}`},
	{"a client that has called", strings.Replace(hello, `"roots":{}`, "", 1) + `> {"jsonrpc":"2.0","id":2,"method":"logging/setLevel"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":2,"result":{}}`},
	{"a client that was refused", strings.Replace(hello, `"roots":{}`, "", 1) + "> " + ping(2) + "\n" + `pipe< {"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}`},
	{"a client that greets twice", strings.Repeat(strings.Replace(hello, `"roots":{}`, "", 1), 2)},
	{"meta of 2025-06-18", "speaks 2025-06-18\n" + ownMeta}, {"meta of 2025-11-25", "speaks 2025-11-25\n" + ownMeta}, {"meta of before", "speaks 2025-03-26\n" + ownMeta},
	{"meta, unknown", hello + `pipe< {"jsonrpc":"2.0","id":1,"result":{"_meta":{"a/":1,"1/a":1,"io.modelcontextprotocol/x":1,"dev.mcp/x":1}}}`},
	{"a notification with an id", hello + `pipe< {"jsonrpc":"2.0","id":3,"method":"notifications/message","params":{}}`},
	{"progress of a request under way on a GET stream", hello + `> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":"t"}}}` + "\n" + `get1< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}` + "\n" + `get1< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"u","progress":1}}`},
	{"event ids of two sessions of one client", `> {"jsonrpc":"2.0","id":1,"method":"initialize"}` + "\nREPLY 200 text/event-stream {}\nevent - 1_1 {}\n" + `> {"jsonrpc":"2.0","id":2,"method":"ping"}` + "\nREPLY 200 text/event-stream {}\nevent - 1_1 {}\n" + `> {"jsonrpc":"2.0","id":3,"method":"initialize"}` + "\nREPLY 200 text/event-stream {}\nevent - 1_1 {}"},
	{"one request id on two streams of requests", "speaks 2025-11-25\n" + hello + `> {"jsonrpc":"2.0","id":2,"method":"tools/call"}` + "\n" + `post1< {"jsonrpc":"2.0","id":"s1","method":"roots/list"}` + "\n" + `> {"jsonrpc":"2.0","id":3,"method":"tools/call"}` + "\n" + `post2< {"jsonrpc":"2.0","id":"s1","method":"roots/list"}`},
	{"updated without a subscription", hello + `pipe< {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a"}}`},
	{"updated with a subscription", hello + `> {"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"a"}}` + "\n" + `pipe< {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a"}}`},
	{"asked for what is declared", hello + `pipe< {"jsonrpc":"2.0","id":"s1","method":"roots/list"}`},
	{"asked for what is not", hello + `pipe< {"jsonrpc":"2.0","id":-1,"method":"sampling/createMessage"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":2,"method":"elicitation/create"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":3,"method":"ping"}`},
	{"ids of its own", hello + `pipe< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":1.5,"method":"ping"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":null,"method":"ping"}`},
	{"a request on two streams", hello + `get1< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n" + `get2< {"jsonrpc":"2.0","id":3,"method":"ping"}`},
	{"a request on two streams, later", hello + `get1< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\nlater\n" + `get2< {"jsonrpc":"2.0","id":3,"method":"ping"}`},
	{"a notification on two streams", hello + `get1< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n" + `get2< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`},
	{"a notification on two streams, later", hello + `get1< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\nlater\n" + `get2< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`},
	{"a notification on two streams, at the bound", hello + `get1< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\nlater 99ms\n" + `get2< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\nlater 100ms\n" + `get1< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`},
	{"a request on two streams, at the bound", hello + `get1< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\nlater 100ms\n" + `get2< {"jsonrpc":"2.0","id":3,"method":"ping"}`},
	{"a response at the bound", `get1< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\nlater 999ms\n" + `> {"jsonrpc":"2.0","id":3,"result":{}}` + "\nREPLY 404 text/plain no\nlater 1ms\n" + `> {"jsonrpc":"2.0","id":3,"result":{}}` + "\nREPLY 404 text/plain no"},
	{"a notification twice on one", hello + `get1< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n" + `get1< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`},
	{"a notification of two requests", hello + "> " + ping(2) + "\n" + `post1< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n> " + ping(3) + "\n" + `post2< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`},
	{"a log message that greets two streams", hello + `get1< {"jsonrpc":"2.0","method":"notifications/message","params":{}}` + "\n" + `get2< {"jsonrpc":"2.0","method":"notifications/message","params":{}}`},
	{"a log message of a request and a stream", hello + `get1< {"jsonrpc":"2.0","method":"notifications/message","params":{}}` + "\n> " + ping(2) + "\n" + `post1< {"jsonrpc":"2.0","method":"notifications/message","params":{}}`},
	{"an answer on a GET stream", hello + "> " + ping(2) + "\n" + `get1< {"jsonrpc":"2.0","id":2,"result":{}}`},
	{"an answer on a resumed stream", hello + "> " + ping(2) + "\n" + `resumed< {"jsonrpc":"2.0","id":2,"result":{}}` + "\n" + `resumed< {"jsonrpc":"2.0","id":2,"result":{}}` + "\n" + `resumed< {"jsonrpc":"2.0","id":3,"method":"ping"}`},
	{"an answer of another request", hello + "> " + ping(2) + "\n" + `post1< {"jsonrpc":"2.0","method":"a"}` + "\n> " + ping(3) + "\n" + `post1< {"jsonrpc":"2.0","id":3,"result":{}}`},
	{"a body", hello + "> " + ping(2) + "\n" + `body 200< {"jsonrpc":"2.0","id":2,"result":{}}` + "\n> " + ping(3) + "\n" + `body 200< {"jsonrpc":"2.0","id":4,"result":{}}` + "\n> " + ping(5) + "\n" + `body 200< {"jsonrpc":"2.0","id":2,"result":{}}`},
	{"a body of another protocol", hello + "> " + ping(2) + "\n" + `body 401< {"error":"invalid_token"}` + "\n> " + ping(3) + "\n" + `body 400< {"jsonrpc":"2.0","error":{"code":-32600,"message":""}}` + "\n> " + ping(4) + "\n" + `body 399< {"detail":"Not Found"}`},
	{"a body without an id", hello + "> " + ping(2) + "\n" + `body 200< {"jsonrpc":"2.0","id":null,"result":{}}`},
	{"a body for a notification", hello + `> {"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `body 200< {"jsonrpc":"2.0","id":9,"result":{}}`},
	{"JSON", hello + "> " + ping(2) + "\nREPLY 200 application/json {}"},
	{"an array", hello + "> " + ping(2) + "\nREPLY 200 application/json []"},
	{"a page", hello + "> " + ping(2) + "\nREPLY 299 text/html <p>"},
	{"a refused request", hello + "> " + ping(2) + "\nREPLY 300 text/html <p>"},
	{"an event stream", hello + "> " + ping(2) + "\nREPLY 200 text/event-stream \nevent - 1 \nevent message 2 {}\nevent - 2 {}\nevent other 3 {}\nevent - - {\nends"},
	{"an event stream that stays", hello + "> " + ping(2) + "\nREPLY 200 text/event-stream \nevent - - \nstays"},
	{"an event stream that must be primed", hello + "> " + ping(2) + "\n" + `post9< {"jsonrpc":"2.0","id":2,"result":{}}` + "\nevent - - {}\nevent - - {}"},
	{"an event stream that is primed", hello + "> " + ping(2) + "\n" + `post9< {"jsonrpc":"2.0","id":2,"result":{}}` + "\nevent - 1 \nevent - 2 {}"},
	{"ids of two streams", hello + "> " + ping(2) + "\n" + `post1< {"jsonrpc":"2.0","id":2,"result":{}}` + "\nevent - 1 {}\n> " + ping(3) + "\n" + `post2< {"jsonrpc":"2.0","id":3,"result":{}}` + "\nevent - 1 {}"},
	{"a notification that is refused", hello + `> {"jsonrpc":"2.0","method":"notifications/initialized"}` + "\nREPLY 400 text/plain no"},
	{"a notification that is accepted", hello + `> {"jsonrpc":"2.0","method":"notifications/initialized"}` + "\nREPLY 202 text/plain \n" + `> {"jsonrpc":"2.0","method":"notifications/initialized"}` + "\nREPLY 400 text/plain no"},
	{"a response that is refused", hello + `get1< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n" + `> {"jsonrpc":"2.0","id":3,"result":{}}` + "\nREPLY 404 text/plain no"},
	{"a response that is late", hello + `get1< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\nlater\n" + `> {"jsonrpc":"2.0","id":3,"result":{}}` + "\nREPLY 404 text/plain no"},
	{"a response to nothing", hello + `> {"jsonrpc":"2.0","id":3,"result":{}}` + "\nREPLY 200 text/plain no"},
	{"what was cancelled", hello + "> " + ping(2) + "\n" + `> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}` + "\n> " + ping(2) + "\nREPLY 200 text/html <p>"},
}

const ownMeta = `pipe< {"jsonrpc":"2.0","method":"a","params":{"_meta":{"a/":1,"1/a":1,"io.modelcontextprotocol/x":1,"dev.mcp/x":1,"dev.mcp.a/x":1,"mcp/x":1}}}`

func ping(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, id) }

// info is the _meta with which a modern server introduces itself.
const info = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a","version":"1"}}`

// modernResult is an answer with members of its own.
func modernResult(id int, members string) string {
	return fmt.Sprintf("pipe< {\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{%s,%s}}", id, info, members)
}

func modernNote(where, method, params string) string {
	return fmt.Sprintf("%s< {\"jsonrpc\":\"2.0\",\"method\":\"notifications/%s\",\"params\":%s}", where, method, params)
}

func modernError(where, code, message string) string {
	return fmt.Sprintf("%s< {\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":%s,\"message\":%q}}", where, code, message)
}

const subscription = `{"_meta":{"io.modelcontextprotocol/subscriptionId":5}`

var modernSayings = []saying{
	{"complete", ask + modernResult(7, `"resultType":"complete"`)},
	{"without a type", ask + modernResult(7, `"a":1`)},
	{"an unknown type", ask + modernResult(7, `"resultType":"other"`)},
	{"nobody", ask + `pipe< {"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a"}}}}`},
	{"it asks", ask + `pipe< {"jsonrpc":"2.0","id":3,"method":"ping"}`},
	{"no hints", lists + modernResult(8, `"resultType":"complete"`)},
	{"one hint", lists + modernResult(8, `"resultType":"complete","ttlMs":5`)},
	{"hints", lists + modernResult(8, `"resultType":"complete","ttlMs":86400000,"cacheScope":"public"`)},
	{"odd hints", lists + modernResult(8, `"resultType":"complete","ttlMs":86400001,"cacheScope":"all"`) + "\n" + lists + modernResult(8, `"resultType":"complete","ttlMs":-1,"cacheScope":"private"`) + "\n" + lists + modernResult(8, `"resultType":"complete","ttlMs":1.5,"cacheScope":"private"`) + "\n" + lists + modernResult(8, `"resultType":"complete","ttlMs":"5","cacheScope":"private"`)},
	{"a list that asks", lists + modernResult(8, `"resultType":"input_required","ttlMs":5,"inputRequests":{}`)},
	{"a call that asks", ask + modernResult(7, `"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"b":{"method":"elicitation/create","params":{"mode":"url"}}}`)},
	{"a call that goes on", ask + modernResult(7, `"resultType":"input_required","requestState":"s"`)},
	{"a call that asks for nothing", ask + modernResult(7, `"resultType":"input_required"`)},
	{"a call that asks and is complete", ask + modernResult(7, `"resultType":"complete","requestState":"s"`)},
	{"odd questions", ask + modernResult(7, `"resultType":"input_required","inputRequests":[]`) + "\n" + ask + modernResult(7, `"resultType":"input_required","inputRequests":{"a":{"method":"ping"}}`)},
	{"questions that were not declared", ask + modernResult(7, `"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage"}}`)},
	{"a mode that was not declared", ask + modernResult(7, `"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{}}}`)},
	{"the mode that is meant", strings.Replace(ask, `{"url":{}}`, `{}`, 1) + modernResult(7, `"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{}}}`)},
	{"another mode than is meant", strings.Replace(ask, `{"url":{}}`, `{}`, 1) + modernResult(7, `"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url"}}}`)},
	{"errors", ask + modernError("pipe", "-32020", "a")},
	{"errors at the bounds", errorsAt("-32099", "-32100", "-32019", "-32000", "-31999", "-32042", "-32002", "-32022", "-32023", "1.5")},
	{"long errors", ask + modernError("pipe", "-32602", strings.Repeat("a", 500)) + "\n" + modernError("pipe", "-32602", strings.Repeat("a", 501)) + "\n" + modernError("pipe", "-32602", "a\nb") + "\n" + modernError("pipe", "-32602", "a\n")},
	{"the status of errors", ask + modernError("body 400", "-32020", "a") + "\n" + modernError("body 200", "-32021", "a") + "\n" + modernError("body 403", "-32020", "a") + "\n" + modernError("body 401", "-32020", "a") + "\n" + modernError("body 404", "-32601", "a")},
	{"an error without an id", ask + `body 400< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":""}}`},
	{"logs", "declares logging\n" + ask + modernNote("pipe", "message", `{"level":"warning","data":1}`) + "\n" + modernNote("pipe", "message", `{"level":"notice","data":1}`)},
	{"logs of a server without logging", ask + modernNote("pipe", "message", `{"level":"error","data":1}`)},
	{"logs that are not wanted", "declares logging\n" + lists + modernNote("post1", "message", `{"level":"error","data":1}`)},
	{"logs after the answer", "declares logging\n" + ask + modernResult(7, `"resultType":"complete"`) + "\n" + modernNote("pipe", "message", `{"level":"error","data":1}`)},
	{"the lowest of two levels", "declares logging\n" + ask + strings.NewReplacer(`"id":7`, `"id":9`, "warning", "info").Replace(ask) + modernNote("pipe", "message", `{"level":"info","data":1}`)},
	{"progress", ask + modernNote("pipe", "progress", `{"progressToken":"t","progress":1}`)},
	{"progress of another", ask + modernNote("pipe", "progress", `{"progressToken":"u","progress":1}`)},
	{"progress on its stream", ask + modernNote("post1", "progress", `{"progressToken":"t","progress":1}`) + "\n" + lists + modernNote("post2", "progress", `{"progressToken":"t","progress":1}`)},
	{"it cancels", ask + listens + modernNote("pipe", "cancelled", `{"requestId":5}`) + "\n" + modernNote("pipe", "cancelled", `{"requestId":7}`) + "\n" + modernNote("pipe", "cancelled", `{}`)},
	{"a subscription", listens + modernNote("pipe", "subscriptions/acknowledged", subscription+"}") + "\n" + modernNote("pipe", "tools/list_changed", subscription+"}") + "\n" + modernNote("pipe", "resources/updated", subscription+`,"uri":"doc:a/b"}`)},
	{"no acknowledgement", listens + modernNote("pipe", "tools/list_changed", subscription+"}")},
	{"an acknowledgement without an id", listens + modernNote("pipe", "subscriptions/acknowledged", "{}") + "\n" + modernNote("pipe", "tools/list_changed", subscription+"}")},
	{"what was not asked for", listens + modernNote("pipe", "subscriptions/acknowledged", subscription+"}") + "\n" + modernNote("pipe", "prompts/list_changed", subscription+"}") + "\n" + modernNote("pipe", "resources/updated", subscription+`,"uri":"doc:b"}`)},
	{"another subscription", listens + modernNote("pipe", "tools/list_changed", `{"_meta":{"io.modelcontextprotocol/subscriptionId":6}}`) + "\n" + modernNote("pipe", "tools/list_changed", "{}")},
	{"a change on its stream", listens + modernNote("post1", "subscriptions/acknowledged", subscription+"}") + "\n" + modernNote("post1", "tools/list_changed", subscription+"}") + "\n" + lists + modernNote("post2", "tools/list_changed", subscription+"}")},
	{"a session", ask + "REPLY 200 application/json {}\n" + ask + "REPLY 200 text/event-stream \nevent - 1 {}"},
	{"a client of before", `> {"jsonrpc":"2.0","id":7,"method":"tools/list"}` + "\n" + `pipe< {"jsonrpc":"2.0","id":7,"result":{}}`},
}

// errorsAt are errors with codes, each of a call of its own.
func errorsAt(codes ...string) (all string) {
	for _, code := range codes {
		all += ask + modernError("pipe", code, "a") + "\n"
	}
	return all
}
