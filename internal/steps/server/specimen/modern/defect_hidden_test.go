package modern_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
)

// plan is a tool that asks for several things, round after round.
type plan struct {
	rounds  []object                // questions by key
	enough  func(missing list) bool // whether it goes on without the answers to some
	forgets bool                    // what was answered before the last round
}

// ask is a question for a name.
func ask(message string) object {
	return object{"method": "elicitation/create", "params": with(nameForm, object{"message": message})}
}

// offers adds the tool.
func (p plan) offers(v *server) {
	v.tools = append(v.tools, tool{run: p.run, def: object{"name": "plan", "inputSchema": object{"type": "object"}, "annotations": object{"readOnlyHint": true}}})
}

func (p plan) run(c *call) (object, *fault) {
	if modes, can := c.client()["elicitation"]; !can || len(asObject(modes)) > 0 && asObject(modes)["form"] == nil {
		return nil, lacking(object{"elicitation": object{}})
	}
	got := object{}
	if state, given := c.params["requestState"]; given {
		text, _ := state.(string)
		if f := c.verify(c, text); f != nil {
			return nil, f
		}
		maps.Copy(got, asObject(stateOf(text)["got"]))
	}
	if raw, given := c.params["inputResponses"]; given {
		responses, ok := raw.(object)
		if !ok {
			return nil, refuse(-32602, "inputResponses is no object")
		}
		if f := p.hear(c, responses, got); f != nil {
			return nil, f
		}
	}
	for i, round := range p.rounds {
		questions := object{}
		for key, q := range round {
			if got[key] == nil {
				questions[key] = q
			}
		}
		missing := list{}
		for key := range questions {
			missing = append(missing, key)
		}
		if len(missing) == 0 || p.enough != nil && len(missing) < len(round) && p.enough(missing) {
			continue
		}
		kept := got
		if p.forgets && i > 0 {
			kept = object{}
		}
		return c.result(object{"resultType": "input_required", "inputRequests": questions, "requestState": c.sign(object{"got": kept})}), nil
	}
	said := []string{}
	for _, round := range p.rounds {
		for _, key := range slices.Sorted(maps.Keys(round)) {
			said = append(said, strings.Replace(fmt.Sprint(got[key]), "<nil>", "undefined", 1))
		}
	}
	return say(strings.Join(said, " and "))(c)
}

// hear keeps what was answered.
func (p plan) hear(c *call, responses, got object) *fault {
	for _, round := range p.rounds {
		for key := range round {
			answer, given := responses[key]
			if !given {
				continue
			}
			one, ok := answer.(object)
			if !ok {
				return refuse(-32602, "an answer is no object")
			}
			said, f := c.heard("elicitation/create", one)
			if f != nil {
				return f
			}
			got[key] = said
		}
	}
	return nil
}

var (
	twoAtOnce = []object{{"who": ask("Who?"), "whom": ask("Whom?")}}
	inTurn    = []object{{"who": ask("Who?"), "whom": ask("Whom?")}, {"what": ask("What?")}}
	anyOne    = func(list) bool { return true }
)

// counting adds a tool that tells how often the tool slow was begun and done.
func counting(goesOn bool) func(*server) {
	return func(v *server) {
		begun, done := 0, 0
		count := func(n *int) {
			v.mu.Lock()
			defer v.mu.Unlock()
			*n++
		}
		runs("slow", func(c *call, _ handler) (object, *fault) {
			count(&begun)
			if goesOn {
				_ = c.pause(400 * time.Millisecond)
			} else if !c.wait(400 * time.Millisecond) {
				return nil, refuse(-32603, "cancelled")
			}
			count(&done)
			return say("done")(c)
		})(v)
		v.tools = append(v.tools, tool{def: object{"name": "count", "inputSchema": object{"type": "object"}, "annotations": object{"readOnlyHint": true}}, run: func(c *call) (object, *fault) {
			c.mu.Lock()
			text := fmt.Sprintf("begun %d, done %d", begun, done)
			c.mu.Unlock()
			return say(text)(c)
		}})
	}
}

// heardOnly lets cancellations pass that fit.
func heardOnly(fits func(v *server, id any) bool) func(*server) {
	return func(v *server) {
		next := v.in
		v.in = func(msg object) object {
			if msg["method"] == "notifications/cancelled" && !fits(v, asObject(msg["params"])["requestId"]) {
				return nil
			}
			return next(msg)
		}
	}
}

// hiddenDefects show under one condition only.
var hiddenDefects = []defect{
	{id: "M-MRTR-05", name: "of two answers one will do", change: plan{rounds: twoAtOnce, enough: anyOne}.offers},
	{id: "M-MRTR-05", name: "of two answers one will do, and then there is another question", change: plan{rounds: inTurn, enough: anyOne}.offers},
	{id: "M-MRTR-05", name: "the second round forgets the first one, which is asked for again", change: plan{rounds: inTurn, forgets: true}.offers},
	{id: "M-MRTR-05", name: "the last round forgets those before it", over: "http", change: func(v *server) {
		plan{rounds: inTurn}.offers(v)
		runs("plan", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if f == nil && out["resultType"] == "complete" {
				return say("undefined and undefined and mcpsim")(c)
			}
			return out, f
		})(v)
	}},
	{id: "M-HM-14", name: "a header may be left out that says 0", over: "http", change: parameter("count", "Mcp-Param-Count", func(was string, value any) bool { return was == "" && value == json.Number("0") })},
	{id: "M-HM-24", name: "work goes on that tells nothing", over: "http", change: counting(true)},
	{id: "M-CAN-01", name: "work goes on that tells nothing", over: "stdio", change: counting(true)},
	{id: "M-CAN-01", name: "a cancellation ends all calls", over: "stdio", change: func(v *server) {
		next := v.in
		v.in = func(msg object) object {
			if msg["method"] == "notifications/cancelled" {
				v.mu.Lock()
				for _, c := range v.running {
					if c.method == "tools/call" {
						c.gone = true
						c.stop()
					}
				}
				v.mu.Unlock()
			}
			return next(msg)
		}
	}},
	{id: "M-BASE-02", name: "the ids of calls are cut to 31 bits", over: "stdio", also: []string{"M-BASE-01"}, change: func(v *server) {
		next := v.out
		v.out = func(c *call, msg object) []object {
			if id, is := msg["id"].(json.Number); is && c.method == "tools/call" {
				n, _ := id.Int64()
				msg = with(msg, object{"id": n & (1<<31 - 1)})
			}
			return next(c, msg)
		}
	}},
	{id: "M-STDIO-19", name: "subscriptions are cancelled whose ids are numbers", over: "stdio", change: heardOnly(func(v *server, id any) bool {
		text, is := id.(string)
		v.mu.Lock()
		defer v.mu.Unlock()
		c := v.running[key(text)]
		return !is || c == nil || c.method != "subscriptions/listen"
	})},
	{id: "M-SUB-01", name: "a subscription beside others is told before it is acknowledged", over: "stdio", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		beside := len(c.subs) > 0
		c.mu.Unlock()
		asked, ok := c.params["notifications"].(object)
		if !beside || !ok {
			return next(c)
		}
		s := &subscription{c: c, filter: c.agree(c.server, asked), done: make(chan struct{})}
		c.mu.Lock()
		c.subs = append(c.subs, s)
		c.mu.Unlock()
		c.wait(250 * time.Millisecond)
		c.mu.Lock()
		c.subs = slices.DeleteFunc(c.subs, func(o *subscription) bool { return o == s })
		c.mu.Unlock()
		return next(c)
	})},
	{id: "M-TOOL-06", name: "a sum below 0 is a text", change: runs("add", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if sum, is := asObject(asObject(out)["structuredContent"])["sum"].(int64); is && sum < 0 {
			out = with(out, object{"structuredContent": object{"sum": fmt.Sprint(sum)}})
		}
		return out, f
	})},
	{id: "M-BASE-24", name: "missing capabilities are -32003", change: coded(-32021, -32003)},
	{id: "M-SUB-07", name: "nothing is told at all", also: []string{"M-SUB-17"}, change: func(v *server) { v.wants = func(*subscription, string) bool { return false } }},
	{id: "M-STDIO-19", name: "nothing is cancelled", over: "stdio", change: func(v *server) {
		v.stdio.stubborn = true
		heardOnly(func(*server, any) bool { return false })(v)
	}},
	{id: "M-STDIO-21", name: "each piece is decoded by itself", over: "stdio", change: func(v *server) {
		v.stdio.reads = func(from io.Reader) io.Reader { return servertest.Decoding{From: from} }
	}},
	{id: "M-DISC-11", name: "ping is answered in a word", change: func(v *server) {
		v.methods["ping"] = func(*call) (object, *fault) { return object{}, nil }
	}},
}

// openInnocents are correct where what is hidden would show.
var openInnocents = []innocent{
	{name: "two things are asked for at once", change: plan{rounds: twoAtOnce}.offers},
	{name: "three things are asked for in two rounds", change: plan{rounds: inTurn}.offers},
	{name: "of two things that are asked for one need not be said", change: plan{
		rounds: []object{{"who": ask("Who?"), "nick": object{"method": "elicitation/create", "params": with(nameForm, object{"requestedSchema": object{"type": "object", "properties": object{"name": object{"type": "string"}}}})}}},
		enough: func(missing list) bool { return slices.Contains(missing, any("nick")) }}.offers},
	{name: "calls are counted that have begun and that are done", change: counting(false)},
	{name: "initialize is refused with the versions, whatever its metadata are", change: func(v *server) {
		v.methods["initialize"] = func(c *call) (object, *fault) {
			return nil, &fault{-32022, "Unsupported protocol version", object{"supported": anyOf(c.versions), "requested": "2025-11-25"}}
		}
	}},
}
