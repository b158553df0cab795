package fakeserver

import (
	"encoding/json"
	"fmt"
	"time"
)

// Notify sends notifications. While a request is being handled they belong to
// it: over HTTP they go on its own stream, otherwise on the GET stream.
type Notify struct {
	// Method of the notification.
	Method string `yaml:"method" short:"true"`
	// Params of the notification.
	Params json.RawMessage `yaml:"params"`
	// Count of notifications; 0 = 1.
	Count int `yaml:"count"`
	// Every is the time between two.
	Every time.Duration `yaml:"every"`
}

func (a Notify) apply(x *exec) bool {
	x.w.emit(frame{text: outgoing(nil, a.Method, a.Params), method: a.Method})
	if a.Count > 1 {
		a.Count--
		x.push(Delay{a.Every}, a)
	}
	return true
}

// Request asks the client something.
type Request struct {
	// Method of the request.
	Method string `yaml:"method" short:"true"`
	// Params of the request.
	Params json.RawMessage `yaml:"params"`
	// ID is the exact JSON token; absent = a new one.
	ID json.RawMessage `yaml:"id"`
	// Wait for the client's answer before going on.
	Wait bool `yaml:"wait"`
}

func (a Request) apply(x *exec) bool {
	id := a.ID
	if id == nil {
		id = x.s.newID()
	}
	x.c.ask(id, nil)
	x.w.emit(frame{text: outgoing(id, a.Method, a.Params), method: a.Method, id: id})
	if a.Wait {
		x.c.ask(id, x)
		return false
	}
	return true
}

// Progress sends notifications/progress for the request being handled, if the
// client gave it a token.
type Progress struct {
	// Count of notifications; 0 = 1.
	Count int `yaml:"count" short:"true"`
	// Every is the time before each of them.
	Every time.Duration `yaml:"every"`
}

func (a Progress) apply(x *exec) bool {
	var params struct {
		Meta struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	}
	if json.Unmarshal(x.msg.params, &params) != nil || params.Meta.Token == nil {
		return true
	}
	total := max(1, a.Count)
	for i := range total {
		text := fmt.Appendf(nil, `{"progressToken":%s,"progress":%d,"total":%d}`, params.Meta.Token, i+1, total)
		x.steps = insert(x.steps, 2*i, Delay{a.Every}, Notify{Method: "notifications/progress", Params: text})
	}
	return true
}
