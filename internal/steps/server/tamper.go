package server

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// swap goes on with the state of another request. A server that goes on with any text in its
// place has no use for it.
func (a *asking) swap(c *check) error {
	if err := a.swapEither(c); err != nil || c.err != nil || !succeeds(c.answer) {
		return err
	}
	back := c.hold()
	if err := a.goOnTampered(c, "made up"); err == nil && c.err == nil && succeeds(c.answer) {
		return verdict.NotObserved("the server goes on whatever the state is")
	}
	if unsigned := a.unsigned(c); unsigned != nil {
		return unsigned
	}
	back()
	return nil
}

// unsigned tells that the state can be changed as one likes: then it is no wonder that it is good
// for other requests, too. Nil = it cannot.
func (a *asking) unsigned(c *check) error {
	defer c.hold()()
	for _, how := range []string{"changed in a value", "changed near the end"} {
		if err := a.goOnTampered(c, how); err == nil && c.err == nil && succeeds(c.answer) {
			return verdict.Because("M-MRTR-04", "a state that was %s is accepted, too", how)
		}
	}
	return nil
}

func (a *asking) swapEither(c *check) error {
	all := a.rounds
	a.rounds = all[1:]
	err := a.over(c, func() error { return a.swapWith(c, all[0]) }, func(answer probe.Frame) bool { return !succeeds(answer) })
	if err != nil || c.err != nil || succeeds(c.answer) {
		return err
	}
	a.round = all[0]
	return a.swapWith(c, all[1])
}

// swapWith goes on with a request, with the state of another one.
func (a *asking) swapWith(c *check, other *probe.Round) error {
	own := a.round
	a.round = other
	err := a.begin(c)
	if a.round = own; err != nil {
		return err
	}
	state := probe.State(a.question)
	if err := a.begin(c); err != nil {
		return err
	}
	return a.send(c, probe.Retry(a.round.Params, probe.Obliging(probe.Questions(a.question)), state))
}

// ofOtherArguments goes on with a request, with the state of one that has another text among
// its arguments.
func (a *asking) ofOtherArguments(c *check) error {
	return a.over(c, func() error { return a.goOnWithOther(c) }, func(answer probe.Frame) bool { return !succeeds(answer) })
}

func (a *asking) goOnWithOther(c *check) error {
	params := cmp.Or(string(otherArguments(a.round.Params)), string(a.round.Other))
	if params == "" {
		return verdict.NotTestable("%s has no argument that may be any text", a.round.What)
	}
	if err := a.goOnTampered(c, "made up"); err != nil || c.err != nil {
		return err
	}
	if succeeds(c.answer) {
		return verdict.NotObserved("the server goes on whatever the state is")
	}
	other := *a.round
	other.Params = json.RawMessage(params)
	if err := a.swapWith(c, &other); err != nil || c.err != nil || !succeeds(c.answer) {
		return err
	}
	return a.unsigned(c)
}

// otherArguments are the params of a request of which one argument is another text; nil =
// none may be. A text of the tool's own choice is [sample.Plain].
func otherArguments(params json.RawMessage) json.RawMessage {
	var members, arguments map[string]json.RawMessage
	_ = jsonparts.Unmarshal(params, &members)
	_ = jsonparts.Unmarshal(members["arguments"], &arguments)
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if probe.Text(arguments[name]) == sample.Plain {
			arguments[name] = probe.Encoded(sample.Plain + "-other")
			members["arguments"], _ = json.Marshal(arguments)
			text, _ := json.Marshal(members)
			return text
		}
	}
	return nil
}

// tamper goes on with other states than the one that was given, until one is accepted.
func (a *asking) tamper(c *check, how string) error {
	return a.over(c, func() error { return a.goOnTampered(c, how) }, func(answer probe.Frame) bool { return a.nothingNew(c, answer) == nil })
}

func (a *asking) goOnTampered(c *check, how string) error {
	for n := 0; ; n++ {
		if err := a.begin(c); err != nil {
			return err
		}
		changed := tampered(probe.Text(probe.State(a.question)), how)
		if len(changed) == 0 {
			return verdict.NotTestable("the state cannot be changed in that way")
		}
		err := a.send(c, probe.Retry(a.round.Params, probe.Obliging(probe.Questions(a.question)), probe.Encoded(changed[min(n, len(changed)-1)])))
		if err != nil || c.err != nil || succeeds(c.answer) || n >= len(changed)-1 {
			return err
		}
	}
}

// tamperUnlessUnread changes the state that the server reads: it refuses one
// that is made up.
func (a *asking) tamperUnlessUnread(c *check, how string) error {
	return a.over(c, func() error {
		if err := a.goOnTampered(c, "made up"); err != nil || c.err != nil {
			return err
		}
		if succeeds(c.answer) {
			return verdict.NotObserved("the server goes on whatever the state is")
		}
		return a.goOnTampered(c, how)
	}, func(answer probe.Frame) bool { return !succeeds(answer) })
}

func (a *asking) nothingNew(c *check, answer probe.Frame) error {
	if !succeeds(answer) || !succeeds(a.round.Final) {
		return nil
	}
	if sameContent(answer, a.round.Final) || a.varies(c) {
		return nil
	}
	return unless(false, answer, "the changed state is accepted and comes to something else than %s", probe.Quote(a.round.Final.Raw))
}

// varies reports whether the request comes to something else each time, with the state that was
// given, too: to the time of day, or to what another check has changed.
func (a *asking) varies(c *check) bool {
	defer c.hold()()
	if a.begin(c) != nil {
		return false
	}
	err := a.send(c, probe.Retry(a.round.Params, probe.Obliging(probe.Questions(a.question)), probe.State(a.question)))
	return err == nil && c.err == nil && succeeds(c.answer) && !sameContent(c.answer, a.round.Final)
}

// tampered are states that were changed, each in one place; none if it cannot be in this
// way.
func tampered(state, how string) []string {
	n := len(state)
	switch {
	case how == "changed in a value":
		return changedValues(state)
	case how == "replaced by nothing":
		return []string{""}
	case how == "made up":
		return []string{"mcpsim-no-such-state"}
	case n < 2:
		return nil
	case how == "cut":
		return []string{state[:n/2]}
	case how == "changed at the end":
		return []string{state[:n-1] + otherByte(state[n-1])}
	case how == "changed near the end":
		return nearEnd(strings.TrimRight(state, "="), state)
	}
	return []string{state[:n/2] + otherByte(state[n/2]) + state[n/2+1:]}
}

// fromEnd is which character counts, from the end: all bits of it, also in base64.
const fromEnd = 3

// nearEnd changes a state where its signature is, if it ends with one. inner is the state
// without what fills it up.
func nearEnd(inner, state string) []string {
	at := len(inner) - fromEnd
	if at < 1 || strings.ContainsRune("\"'{}[]., :", rune(state[at])) {
		return nil // it does not end with characters of codes
	}
	return []string{state[:at] + otherByte(state[at]) + state[at+1:]}
}

// otherByte is another character of the same kind.
func otherByte(b byte) string {
	switch {
	case b == 'A' || b == 'a' || b == '0':
		return string(b + 1)
	case b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b >= '0' && b <= '9':
		return string(b - 1)
	}
	return "A"
}

// maxChanged is how many values of a state are changed.
const maxChanged = 8

// changedValues change a value each in a state that is JSON, as it is or in base64, whole or
// in one of the pieces between dots.
func changedValues(state string) (out []string) {
	pieces := strings.Split(state, ".")
	for i, piece := range pieces {
		for _, changed := range changedPiece(piece) {
			out = append(out, strings.Join(slices.Concat(pieces[:i], []string{changed}, pieces[i+1:]), "."))
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func changedPiece(piece string) (out []string) {
	for _, changed := range otherJSON([]byte(piece)) {
		out = append(out, string(changed))
	}
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
		text, err := encoding.DecodeString(piece)
		if err != nil || len(out) > 0 {
			continue
		}
		for _, changed := range otherJSON(text) {
			out = append(out, encoding.EncodeToString(changed))
		}
	}
	return out
}

// otherJSON is JSON with one of its strings, numbers and booleans changed each time; none
// if it is no object or array.
func otherJSON(text []byte) (out [][]byte) {
	for nth := range maxChanged {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var value any
		if d.Decode(&value) != nil || d.More() {
			return nil
		}
		if _, plain := value.(json.Number); plain {
			return nil
		}
		left := nth
		changed, err := json.Marshal(otherValue(value, &left))
		if err != nil || left >= 0 {
			break // it has no more values
		}
		out = append(out, changed)
	}
	return out
}

// otherValue changes the value that *left counts down to.
func otherValue(value any, left *int) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = otherValue(v[i], left)
		}
		return v
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			v[key] = otherValue(v[key], left)
		}
		return v
	}
	if *left--; *left != -1 {
		return value
	}
	switch v := value.(type) {
	case string:
		return v + "x"
	case json.Number:
		return json.Number(v.String() + "1")
	case bool:
		return !v
	}
	return "mcpsim" // for null
}
