package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
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
	"tools/call":              {{"name", false, isText, "a string"}, {"arguments", true, isObject, "an object"}, {"task", true, isObject, "an object"}},
	"prompts/get":             {{"name", false, isText, "a string"}, {"arguments", true, areTexts, "an object of strings"}},
	"resources/read":          {{"uri", false, isText, "a string"}},
	"resources/subscribe":     {{"uri", false, isText, "a string"}},
	"resources/unsubscribe":   {{"uri", false, isText, "a string"}},
	"logging/setLevel":        {{"level", false, isLevel, "a level of the specification"}},
	"completion/complete":     {{"ref", false, isReference, "that of a prompt or a resource"}, {"argument", false, isArgument, "an object with a name and a value"}, {"context", true, isContext, "an object with arguments that are strings"}},
	"subscriptions/listen":    {{"notifications", true, isFilter, "a filter of flags and a list of URIs"}},
	"notifications/cancelled": {{"requestId", false, isToken, "a string or an integer"}, {"reason", true, isText, "a string"}},
	"notifications/progress": {
		{"progressToken", false, isToken, "a string or an integer"}, {"progress", false, isNumber, "a number"}, {"total", true, isNumber, "a number"}, {"message", true, isText, "a string"},
	},
}

func isFlag(raw json.RawMessage) bool { return string(raw) == "true" || string(raw) == "false" }

func isArray(raw json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) }

// members are those of a raw value that is an object; ok = it is one.
func members(raw json.RawMessage) (all map[string]json.RawMessage, ok bool) {
	ok = isObject(raw) && jsonparts.Unmarshal(raw, &all) == nil
	return all, ok
}

func areTexts(raw json.RawMessage) bool   { return allAre(raw, isText) }
func areObjects(raw json.RawMessage) bool { return allAre(raw, isObject) }

func areNested(raw json.RawMessage) bool { return allAre(raw, areObjects) }

// allAre reports whether a raw value is an object whose members all are something.
func allAre(raw json.RawMessage, is func(json.RawMessage) bool) bool {
	all, ok := members(raw)
	for _, one := range all {
		ok = ok && is(one)
	}
	return ok
}

func isReference(raw json.RawMessage) bool {
	all, _ := members(raw)
	switch kind, _ := textOf(all["type"]); kind {
	case "ref/prompt":
		return isText(all["name"])
	case "ref/resource":
		return isText(all["uri"])
	}
	return false
}

// isFilter is what a subscription asks for. What the filter has beside its known members is of extensions.
func isFilter(raw json.RawMessage) bool {
	all, ok := members(raw)
	for name := range listChanges {
		ok = ok && (all[name] == nil || isFlag(all[name]))
	}
	uris := all["resourceSubscriptions"]
	var each []json.RawMessage
	return ok && (uris == nil || isArray(uris) && jsonparts.Unmarshal(uris, &each) == nil &&
		!slices.ContainsFunc(each, func(uri json.RawMessage) bool { return !isText(uri) }))
}

func isArgument(raw json.RawMessage) bool {
	all, _ := members(raw)
	return isText(all["name"]) && isText(all["value"])
}

func isContext(raw json.RawMessage) bool {
	all, ok := members(raw)
	return ok && (all["arguments"] == nil || areTexts(all["arguments"]))
}

func areIcons(raw json.RawMessage) bool {
	var icons []json.RawMessage
	return isArray(raw) && jsonparts.Unmarshal(raw, &icons) == nil && !slices.ContainsFunc(icons, func(icon json.RawMessage) bool {
		all, _ := members(icon)
		return !isText(all["src"]) || all["sizes"] != nil && !isArray(all["sizes"])
	})
}

// What a client says of itself beside its name and version, and what it can do beyond that it
// can at all. What a language has for no value is a value in JSON.
var (
	infoShapes = []shape{
		{"title", true, isText, "a string"}, {"description", true, isText, "a string"}, {"websiteUrl", true, isText, "a string"}, {"icons", true, areIcons, "an array of icons"},
	}
	capabilityShapes = map[string][]shape{
		"roots":       {{"listChanged", true, isFlag, "true or false"}},
		"sampling":    {{"context", true, isObject, "an object"}, {"tools", true, isObject, "an object"}},
		"elicitation": {{"form", true, isObject, "an object"}, {"url", true, isObject, "an object"}},
		"tasks":       {{"list", true, isObject, "an object"}, {"cancel", true, isObject, "an object"}, {"requests", true, areNested, "an object of objects"}},
	}
)

// misshapen says which member of an object is not what it must be.
func misshapen(object json.RawMessage, shapes []shape) error {
	var members map[string]json.RawMessage
	_ = jsonparts.Unmarshal(object, &members)
	for _, s := range shapes {
		if value := members[s.member]; value == nil && !s.optional || value != nil && !s.is(value) {
			return fmt.Errorf("%s is not %s", s.member, s.word)
		}
	}
	return nil
}

// notFile says why a text is not the URI of a file.
func notFile(text string) error {
	u, err := url.Parse(text)
	switch {
	case !strings.HasPrefix(text, "file://"):
		return errors.New("it does not begin with file://")
	case strings.ContainsAny(text, ` \"<>^{|}`) || strings.Contains(text, "`") || strings.ContainsFunc(text, func(r rune) bool { return r > '~' }):
		return errors.New("it has a character in it that a URI cannot have: encode it")
	case err != nil:
		return errors.New("it is no URI")
	case strings.HasPrefix(u.Host, ".") || strings.Contains(u.Host, ":"):
		return fmt.Errorf("it names the host %s: a path begins with the third slash", u.Host)
	}
	return nil
}

// misshapenIn is [misshapen] of the members of what a client can do.
func misshapenIn(capabilities json.RawMessage) error {
	var members map[string]json.RawMessage
	_ = jsonparts.Unmarshal(capabilities, &members)
	if name := notObject(capabilities); name != "" {
		return fmt.Errorf("the capability %s is no object", name)
	}
	for _, name := range slices.Sorted(maps.Keys(capabilityShapes)) {
		if err := misshapen(members[name], capabilityShapes[name]); err != nil {
			return fmt.Errorf("of the capability %s %w", name, err)
		}
	}
	for _, name := range []string{"experimental", "extensions"} { // whose members have names of their own
		if all := members[name]; isObject(all) && !areObjects(all) {
			return fmt.Errorf("of the capability %s not all members are objects", name)
		}
	}
	return nil
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

// tellsProgress says which progress is that of no request of the server, or goes back.
func tellsProgress(r *clientcheck.Run) error {
	told, given, last := r.All("notifications/progress"), map[string]bool{}, map[string]float64{}
	for _, m := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindMessage }) {
		if m.Direction == fakeserver.Sent {
			given[string(m.Meta()["progressToken"])] = m.Meta()["progressToken"] != nil
			continue
		}
		var p struct {
			ProgressToken json.RawMessage
			Progress      float64
		}
		clientcheck.Params(m.Raw, &p)
		token := string(p.ProgressToken)
		before, again := last[token]
		switch {
		case m.Method != "notifications/progress" || token == "" || m.IsModern():
			continue
		case !given[token]:
			return fmt.Errorf("progress has the token %s, which no request of the server gave: %s", token, quote(m.Raw))
		case again && p.Progress <= before:
			return fmt.Errorf("the progress of %s does not increase: %s", token, quote(m.Raw))
		}
		last[token] = p.Progress
	}
	return verdict.NotObservedIf(len(told) == 0, "the client tells no progress")
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
