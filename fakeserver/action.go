package fakeserver

import (
	"maps"
	"slices"
)

// Actions are the names of all actions, sorted.
func Actions() []string { return slices.Sorted(maps.Keys(actions)) }

// Action is one thing that a rule does. The actions are the types of this
// package that are listed in [Actions]; each is a plain value, safe to share.
type Action interface {
	// apply does the action. It reports false if the program is parked and goes
	// on later. The server's lock is held and nothing may wait.
	apply(x *exec) bool
}

// step is an action of the engine's own.
type step func(x *exec) bool

func (f step) apply(x *exec) bool { return f(x) }

// actions maps the YAML name of each action to its zero value.
var actions = map[string]Action{
	// time and order
	"delay": Delay{}, "hold": Hold{}, "answer": AnswerNow{}, "never": Never{}, "duplicate": Duplicate{},
	"reorder": Reorder{}, "batch": Batch{},
	// contents of the answer
	"error": RPCError{}, "result": Result{}, "patch": Patch{}, "id": ID{}, "cursor": Cursor{},
	// bytes
	"raw": Raw{}, "stderr": Stderr{}, "split": Split{}, "frame": Frame{}, "pad": Pad{},
	// process
	"stdin": Stdin{}, "exit": Exit{}, "ignore": Ignore{},
	// HTTP
	"status": Status{}, "headers": Headers{}, "as": As{}, "session": Session{}, "sse": SSE{}, "end": End{},
	"drop": Drop{}, "stream": Stream{},
	// messages of the server's own
	"notify": Notify{}, "request": Request{}, "progress": Progress{},
	// state
	"state": SetState{}, "commit": Commit{}, "offer": Offer{},
}
