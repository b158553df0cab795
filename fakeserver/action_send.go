package fakeserver

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// notifyAction sends notifications. While a request is being handled they belong to
// it: over HTTP they go on its own stream, otherwise on the GET stream.
type notifyAction struct {
	// Method of the notification.
	Method string `yaml:"method" short:"true"`
	// Params of the notification. In its strings "<id>", "<token>", "<cursor>", "<n>",
	// "<now>" and "<origin>" stand for the same as in raw.
	Params json.RawMessage `yaml:"params"`
	// Count of notifications, at most 100000; 0 = 1.
	Count int `yaml:"count"`
	// Every is the time between two.
	Every time.Duration `yaml:"every"`
}

func (a notifyAction) apply(x *exec) bool {
	f := frame{text: outgoing(nil, a.Method, x.fillJSON(a.Params)), method: a.Method}
	if x.c.subscribable(f) {
		x.c.publish(f)
	} else {
		x.w.emit(f)
	}
	if a.Count > 1 {
		a.Count--
		x.push(pause(a.Every), a)
	}
	return true
}

// requestAction asks the client something.
type requestAction struct {
	// Method of the request.
	Method string `yaml:"method" short:"true"`
	// Params of the request. While a tool call is being handled, {name} in its
	// strings stands for an argument of the call that is a string, and "<origin>" and so
	// on for the same as in raw.
	Params json.RawMessage `yaml:"params"`
	// ID is the exact JSON token; absent = a new one. "<id>" stands for the id of the
	// request being handled.
	ID json.RawMessage `yaml:"id"`
	// Exact leaves the texts of params as they are, {name} and "<origin>" too.
	Exact bool `yaml:"exact"`
	// Wait for the client's answer before going on.
	Wait bool `yaml:"wait"`
	// Reply waits, too, and then answers the tool call with this text, in which
	// {answer} stands for what the client answered. A client that has not declared
	// that it can do what is asked is not asked: the call fails.
	Reply string `yaml:"reply"`
}

func (a requestAction) apply(x *exec) bool {
	if needed := capabilityOf[a.Method]; a.Reply != "" && needed != "" && member(x.c.client, needed) == nil {
		x.ok(errorResult("The client has not declared " + needed))
		return true
	}
	id := a.ID
	switch {
	case id == nil:
		id = x.s.newID()
	case string(id) == `"<id>"` && x.msg.id != nil:
		id = x.msg.id
	}
	params := a.Params
	if !a.Exact {
		params = filled(x.fillJSON(a.Params), strings.NewReplacer(quotable(member(x.msg.params, "arguments"), a.Params)...))
	}
	x.c.ask(id, nil)
	x.w.emit(frame{text: outgoing(id, a.Method, params), method: a.Method, id: id})
	if !a.Wait && a.Reply == "" {
		return true
	}
	if a.Reply != "" {
		x.push(step(func(x *exec) bool { x.pass(a.Reply); return true }))
	}
	x.c.ask(id, x)
	return false
}

// capabilityOf names what a client must have declared for a request.
var capabilityOf = map[string]string{
	"sampling/createMessage": "sampling",
	"elicitation/create":     "elicitation",
	"roots/list":             "roots",
}

// pass answers the call with what the client has answered.
func (x *exec) pass(text string) {
	answer, give := x.heard.result, textResult
	if answer == nil {
		answer, give = x.heard.err, errorResult
	}
	x.ok(give(strings.ReplaceAll(text, "{answer}", string(oneLine(answer)))))
}

// progressAction sends notifications/progress for the request being handled, if the
// client gave it a token.
type progressAction struct {
	// Count of notifications, at most 100000; 0 = 1.
	Count int `yaml:"count" short:"true"`
	// Every is the time before each of them.
	Every time.Duration `yaml:"every"`
}

func (a progressAction) apply(x *exec) bool {
	var params struct {
		Meta struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	}
	if json.Unmarshal(x.msg.params, &params) != nil || params.Meta.Token == nil {
		return true
	}
	x.push(progressing{params.Meta.Token, 1, max(1, a.Count), a.Every}.steps()...)
	return true
}

// progressing is the next of some notifications: they are made one at a time.
type progressing struct {
	token     json.RawMessage
	at, total int
	every     time.Duration
}

func (p progressing) steps() []Action { return []Action{pause(p.every), step(p.send)} }

func (p progressing) send(x *exec) bool {
	text := fmt.Appendf(nil, `{"progressToken":%s,"progress":%d,"total":%d}`, p.token, p.at, p.total)
	notifyAction{Method: "notifications/progress", Params: text}.apply(x)
	if p.at < p.total {
		p.at++
		x.push(p.steps()...)
	}
	return true
}
