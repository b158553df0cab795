package fakeserver

import (
	"fmt"
	"maps"
	"slices"
)

// Actions are the names of all actions, sorted.
func Actions() []string { return slices.Sorted(maps.Keys(actions)) }

// Action is one thing that a rule does, read by [Parse] or [ParseActions]. [Actions]
// lists the names of all. It never changes and is safe to share.
type Action interface {
	// apply does the action. It reports false if the program is parked and goes
	// on later. The server's lock is held and nothing may wait.
	apply(x *exec) bool
}

// ParseActions reads actions, each written as in the list of a rule: "never" or
// "delay: 2s". An error is a *[ScriptError], whose file is the action's number.
func ParseActions(actions ...string) ([]Action, error) {
	out := make([]Action, len(actions))
	for i, text := range actions {
		name := Origin{File: fmt.Sprintf("action %d", i+1)}
		if err := name.parse([]byte(text), &out[i]); err != nil {
			return nil, err
		}
		if out[i] == nil {
			return nil, &ScriptError{File: name.File, Message: "there is no action"}
		}
	}
	return out, nil
}

// step is an action of the engine's own.
type step func(x *exec) bool

func (f step) apply(x *exec) bool { return f(x) }

// actions maps the YAML name of each action to its zero value.
var actions = map[string]Action{
	// time and order
	"delay": delayAction{}, "hold": holdAction{}, "answer": answerAction{}, "never": neverAction{}, "duplicate": duplicateAction{},
	"reorder": reorderAction{}, "batch": batchAction{},
	// contents of the answer
	"error": errorAction{}, "result": resultAction{}, "patch": patchAction{}, "set": setAction{}, "id": idAction{}, "cursor": cursorAction{},
	// bytes
	"raw": rawAction{}, "stderr": stderrAction{}, "split": splitAction{}, "interleave": interleaveAction{}, "frame": frameAction{}, "pad": padAction{},
	// process
	"stdin": stdinAction{}, "exit": exitAction{}, "ignore": ignoreAction{},
	// HTTP
	"status": statusAction{}, "headers": headersAction{}, "as": asAction{}, "session": sessionAction{}, "sse": sseAction{}, "end": endAction{},
	"drop": dropAction{}, "stream": streamAction{}, "compress": compressAction{}, "encode": encodeAction{}, "goaway": goawayAction{},
	// messages of the server's own
	"notify": notifyAction{}, "log": logAction{}, "request": requestAction{}, "progress": progressAction{},
	// state
	"state": stateAction{}, "revoke": revokeAction{}, "commit": commitAction{}, "offer": offerAction{},
}
