package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// shape is what a member of params must be.
type shape struct {
	member   string
	optional bool
	is       func(json.RawMessage) bool
	word     string // for an error: "a string"
}

func isText(raw json.RawMessage) bool  { _, ok := textOf(raw); return ok }
func isToken(raw json.RawMessage) bool { _, ok := idOf(raw); return ok }

func isNumber(raw json.RawMessage) bool {
	var n float64
	return jsonparts.Unmarshal(raw, &n) == nil && string(raw) != "null"
}

func isLevel(raw json.RawMessage) bool {
	text, _ := textOf(raw)
	return slices.Contains([]string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}, text)
}

// shapes are what the specification says of the params of the messages that clients
// send. What initialize and cursors must be is the business of other checks.
var shapes = map[string][]shape{
	"tools/call":              {{"name", false, isText, "a string"}, {"arguments", true, isObject, "an object"}},
	"prompts/get":             {{"name", false, isText, "a string"}, {"arguments", true, isObject, "an object"}},
	"resources/read":          {{"uri", false, isText, "a string"}},
	"resources/subscribe":     {{"uri", false, isText, "a string"}},
	"resources/unsubscribe":   {{"uri", false, isText, "a string"}},
	"logging/setLevel":        {{"level", false, isLevel, "a level of the specification"}},
	"completion/complete":     {{"ref", false, isObject, "an object"}, {"argument", false, isObject, "an object"}},
	"notifications/cancelled": {{"requestId", false, isToken, "a string or an integer"}, {"reason", true, isText, "a string"}},
	"notifications/progress": {
		{"progressToken", false, isToken, "a string or an integer"}, {"progress", false, isNumber, "a number"}, {"total", true, isNumber, "a number"},
	},
}

// shaped says which message has not the params that its method asks for.
func shaped(r *clientcheck.Run) error {
	for _, m := range r.Received() {
		members := membersOf(m.Entry)
		if members == nil || members["params"] != nil && !isObject(members["params"]) {
			continue
		}
		var params map[string]json.RawMessage
		_ = jsonparts.Unmarshal(members["params"], &params)
		for _, s := range append([]shape{{"_meta", true, isObject, "an object"}}, shapes[m.Method]...) {
			value := params[s.member]
			if value == nil && s.optional || value != nil && s.is(value) {
				continue
			}
			return fmt.Errorf("%s of %s is not %s: %s", s.member, m.Method, s.word, quote(m.Raw))
		}
	}
	return nil
}

// declarations are the capabilities that a client must have declared before it sends
// some notifications.
var declarations = map[string][2]string{
	"notifications/roots/list_changed": {"roots", "listChanged"},
	"notifications/tasks/status":       {"tasks", ""},
}

// hello is what initialize declares.
type hello struct {
	Capabilities map[string]map[string]json.RawMessage
}

// declared says which notification the client has not announced in its initialize.
func declared(r *clientcheck.Run) error {
	hellos := map[int]*hello{} // of each connection, so far
	for _, m := range r.Received() {
		said := hellos[m.Conn]
		if said == nil {
			said = &hello{}
			hellos[m.Conn] = said
		}
		if m.Method == "initialize" {
			clientcheck.Params(m.Raw, said)
		}
		needed, ok := declarations[m.Method]
		if !ok {
			continue
		}
		capability, has := said.Capabilities[needed[0]]
		if !has || needed[1] != "" && string(capability[needed[1]]) != "true" {
			return fmt.Errorf("%s is sent, but initialize does not declare %s: %s",
				m.Method, strings.TrimSuffix(needed[0]+"."+needed[1], "."), quote(m.Raw))
		}
	}
	return nil
}
