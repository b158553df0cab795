package fakeserver

import (
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"github.com/jonboulle/clockwork"
)

// exec is the program of one moment: the actions of the rules that met it, then
// what a correct server does. It runs under the server's lock until it parks; a
// timer, a release or an answer of the client makes it go on.
type exec struct {
	s   *Server
	c   *conn
	m   moment
	w   wire
	msg message

	steps   []Action
	usual   step   // what a correct server does where there is no message
	over    func() // called when the program ends, however it does; nil = nothing is
	settled bool   // nothing is answered at the end any more
	muted   bool   // nor where an answer was to come
	handled bool   // what the method does has been done
	dead    bool
	kept    int // bytes that the server holds for it

	turn        int    // which time the rule acts whose action is applied, from 1
	meaningless string // why the action that was applied last has no meaning here; "" = it has one

	reply      reply
	inputs     json.RawMessage // what the client answered to questions; nil = nothing
	modern     bool            // the message is served as the modern revision has it
	status     int             // of an error over HTTP; 0 = by its code
	edits      []func(result json.RawMessage) json.RawMessage
	nextCursor json.RawMessage
	style      frame
	copies     int
	batch      int

	heard  message         // the client's last answer to a request that waited
	timer  clockwork.Timer // set while it sleeps
	label  string          // while it is held
	behind int             // goes on after this many answers of the connection
}

// wire is where the program of a moment writes.
type wire interface {
	answer(f frame)     // the answer to the message received here
	emit(f frame)       // another message that belongs to it
	raw(b []byte)       // bytes as they are
	accept()            // the message needs no answer
	admit(x *exec) bool // may the message be handled? if not, this has been answered
	done()              // the program has ended
	hang()              // there will be no answer
}

// start runs the program of a message. The lock is held.
func (s *Server) start(c *conn, w wire, verb Verb, m *message) {
	s.run(&exec{c: c, m: c.momentOf(m, verb, headerOf(w)), w: w, msg: *m})
}

// run starts a program: what it has as steps already, then the actions of the
// rules, then what a correct server does.
func (s *Server) run(x *exec) *exec { return s.launch(x, s.actionsFor(x.m, x.c)) }

// launch is run with the actions of the rules.
func (s *Server) launch(x *exec, actions []Action) *exec {
	x.s, x.reply.id = s, x.msg.id
	x.modern = x.c.modern(&x.msg, headerOf(x.w))
	if !x.hold() {
		x.turnAway()
		return x
	}
	x.steps = slices.Concat(x.steps, actions, []Action{step((*exec).settle)})
	x.c.execs[x] = true
	if x.msg.kind == request {
		x.c.open++
		x.c.inflight[string(x.msg.id)] = x
	}
	x.run()
	return x
}

// actionsFor collects the actions of all rules that act at m.
func (s *Server) actionsFor(m moment, c *conn) []Action {
	var out []Action
	at := c.place()
	m.from = FromClient // a fake hears nothing else
	for _, r := range s.rules {
		if !r.act(m, at, s.rand) {
			continue
		}
		for _, a := range r.Do {
			out = append(out, noted(r, a, r.fired))
		}
	}
	return out
}

// noted is an action of a rule, which acts for the time turn, with an entry in the journal.
func noted(r *ruleState, a Action, turn int) Action {
	name := actionName(a)
	return step(func(x *exec) bool {
		x.c.note(Entry{Kind: KindFault, Method: x.m.label(), ID: boundedName(x.msg.id), Text: name})
		x.meaningless, x.turn = "", turn
		goesOn := a.apply(x)
		r.applied(name, x.meaningless)
		return goesOn
	})
}

// actionName is the YAML name of an action.
func actionName(a Action) string {
	for name, known := range actions {
		if reflect.TypeOf(known) == reflect.TypeOf(a) {
			return name
		}
	}
	return "step"
}

func (x *exec) run() {
	for !x.dead {
		if len(x.steps) == 0 {
			x.finish()
			return
		}
		a := x.steps[0]
		x.steps = x.steps[1:]
		if !a.apply(x) {
			return
		}
	}
}

// push puts actions in front of the remaining ones.
func (x *exec) push(a ...Action) { x.steps = insert(x.steps, 0, a...) }

// insert is slices.Insert that never writes into the given slices.
func insert(steps []Action, at int, a ...Action) []Action {
	if len(steps) == 0 {
		return a
	}
	return slices.Concat(steps[:at], a, steps[at:])
}

func (x *exec) sleep(d time.Duration) {
	x.timer = x.c.clk.AfterFunc(x.s.scaled(d), func() {
		x.s.mu.Lock()
		defer x.s.mu.Unlock()
		x.timer = nil
		x.run()
	})
}

// settle does at the end what a correct server does, unless it has been done.
func (x *exec) settle() bool {
	if !x.settled {
		x.push(x.conclusion()...)
	}
	return true
}

// conclusion is what a correct server does at this moment.
func (x *exec) conclusion() []Action {
	x.settled, x.muted = true, false
	switch {
	case x.m.phaseOnly:
		return nil
	case x.usual != nil:
		return []Action{x.usual}
	case x.msg.kind == request:
		return []Action{step((*exec).handle), step((*exec).send)}
	default:
		return []Action{step((*exec).handle)}
	}
}

// handle does what the method does, once, unless the answer has been scripted.
func (x *exec) handle() bool {
	if x.handled {
		return true
	}
	x.handled = true
	if x.reply.set() {
		x.patchReply()
		return true
	}
	if u := x.s.unknown; u != nil && x.msg.kind == request {
		if why := u(x.msg.method, x.msg.params); why != "" {
			x.fail(codeUnknown, why)
			return true
		}
	}
	if !x.w.admit(x) {
		x.steps = nil
		return true
	}
	x.serve()
	if x.nextCursor != nil {
		cursor := encode(map[string]json.RawMessage{"nextCursor": x.nextCursor})
		x.edits = append(x.edits, func(result json.RawMessage) json.RawMessage { return mergePatch(result, cursor) })
	}
	x.patchReply()
	return true
}

// edit changes the result, once there is one.
func (x *exec) edit(change func(result json.RawMessage) json.RawMessage) {
	x.edits = append(x.edits, change)
	if x.handled {
		x.patchReply()
	}
}

// patchReply makes the changes that have been asked for so far.
func (x *exec) patchReply() {
	for _, change := range x.edits {
		if x.reply.result != nil {
			x.reply.result = change(x.reply.result)
		}
	}
	x.edits = nil
}

// send sends the answer, as often as asked, and what follows it.
func (x *exec) send() bool {
	if x.muted {
		return true
	}
	f := x.style
	f.text, f.method, f.id = x.reply.text(), x.msg.method, x.reply.id
	if status := x.modernStatus(); status != 0 && x.modern && x.httpExchange() != nil {
		x.httpExchange().rpcStatus(status, x.reply)
		x.c.answeredOne(x)
		return true
	}
	copies := 1 + x.copies
	x.copies = 0
	for range copies {
		if x.dead {
			return false // its client was given up
		}
		if x.batch > 0 {
			x.c.collect(x.w, f, x.batch)
		} else {
			x.w.answer(f)
		}
	}
	x.c.answeredOne(x)
	return true
}

// answerText is the scripted answer's text, spread over lines if so styled.
func (x *exec) answerText() []byte {
	f := frame{text: x.reply.text()}
	if h := x.httpExchange(); h != nil {
		f.decor.Indent = h.style.Multiline
	}
	return f.body()
}

// mute leaves out the answer, unless the action answer asks for it later.
func (x *exec) mute() { x.settled, x.muted = true, true }

// finish ends the program.
func (x *exec) finish() {
	x.kill()
	x.w.done()
	if x.msg.kind == request {
		x.c.closeRequest(x)
	}
}

// kill stops the program wherever it is.
func (x *exec) kill() {
	x.dead = true
	if x.over != nil {
		x.over()
	}
	if x.timer != nil {
		x.timer.Stop()
		x.timer = nil
	}
	delete(x.c.execs, x)
	x.letGo()
	x.c.unsubscribe(x)
	x.s.held = without(x.s.held, x)
	x.c.reordered = without(x.c.reordered, x)
}

func without(list []*exec, x *exec) []*exec {
	return slices.DeleteFunc(list, func(e *exec) bool { return e == x })
}

// process is the connection's process, or nil with a note that the action has
// no meaning here.
func (x *exec) process(action string) *process {
	if x.c.process == nil {
		x.ignored(action)
	}
	return x.c.process
}

// exchange is the HTTP exchange of the moment, or nil with a note.
func (x *exec) exchange(action string) *exchange {
	h := x.httpExchange()
	if h == nil {
		x.ignored(action)
	}
	return h
}

// httpExchange is the HTTP exchange of the moment, or nil.
func (x *exec) httpExchange() *exchange {
	w := x.w
	if b, ok := w.(*batchWire); ok {
		w = b.parent
	}
	h, _ := w.(*exchange)
	return h
}

func (x *exec) ignored(action string) { x.void(action, noMeaning(x.c.transport)) }

func noMeaning(transport string) string { return "has no meaning over " + transport }

// void is an action that comes to nothing here: "compress", "is for clients that …".
func (x *exec) void(action, why string) {
	x.meaningless = why
	x.c.note(Entry{Kind: kindIgnored, Method: x.m.label(), Text: action})
}
