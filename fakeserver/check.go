package fakeserver

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// checker is a part of a script that can be wrong although its YAML is right.
type checker interface{ check() error }

func (s *Script) check() error {
	for _, r := range s.Revisions {
		if known := s.Era.revisions(); !slices.Contains(known, r) {
			return fmt.Errorf("revision %q is none of era %s: %s", r, either(string(s.Era), string(legacyEra)), strings.Join(known, ", "))
		}
	}
	if s.Modern != (ModernScript{}) && !s.Era.modern() {
		return errors.New("modern is for servers of era modern or dual")
	}
	if s.PageSize < 0 {
		return errors.New("pageSize is negative")
	}
	if err := checkObject("capabilities", s.Capabilities); err != nil {
		return err
	}
	if err := s.HTTP.check(); err != nil {
		return err
	}
	if err := s.checkLogins(); err != nil {
		return err
	}
	if err := checkAll(s.Tools); err != nil {
		return err
	}
	if err := checkAll(s.Connections); err != nil {
		return err
	}
	return checkAll(s.Rules)
}

func checkAll[T checker](list []T) error {
	for _, v := range list {
		if err := v.check(); err != nil {
			return err
		}
	}
	return nil
}

// checkObject wants a JSON object or nothing.
func checkObject(name string, raw json.RawMessage) error {
	var members map[string]json.RawMessage
	if raw != nil && json.Unmarshal(raw, &members) != nil {
		return fmt.Errorf("%s is not an object", name)
	}
	return nil
}

func (h HTTPScript) check() error {
	if h.Path != "" && h.Path[0] != '/' {
		return fmt.Errorf("path %q does not start with a slash", h.Path)
	}
	if !known(h.Answers) {
		return fmt.Errorf("answers %q is none of %s", h.Answers, choices(h.Answers))
	}
	if !known(h.Get) {
		return fmt.Errorf("get %q is none of %s", h.Get, choices(h.Get))
	}
	if err := checkAll(h.Pages); err != nil {
		return err
	}
	return errors.Join(h.Legacy.check(), h.WebSocket.check())
}

func (c Connection) check() error {
	if c.Number < 0 || c.From < 0 || (c.Number == 0) == (c.From == 0) {
		return errors.New("a connection is named by number or by from, counted from 1")
	}
	if err := checkObject("capabilities", c.Capabilities); err != nil {
		return err
	}
	if err := checkAll(c.Tools); err != nil {
		return err
	}
	return checkAll(c.Rules)
}

func (t Tool) check() error {
	if t.Name == "" {
		return errors.New("a tool needs a name")
	}
	for _, raw := range []json.RawMessage{
		t.InputSchema, t.OutputSchema, t.Annotations, t.Raw, t.Answer.Structured, t.Answer.Result,
	} {
		if raw != nil && !json.Valid(raw) {
			return fmt.Errorf("tool %q: %s is not JSON", t.Name, raw)
		}
	}
	if t.Task != nil {
		if err := t.Task.check(); err != nil {
			return err
		}
	}
	if err := checkAll(t.Rounds); err != nil {
		return fmt.Errorf("tool %q: %w", t.Name, err)
	}
	return nil
}

func (r Rule) check() error {
	if len(r.Do) == 0 {
		return errors.New("a rule needs do: with at least one action")
	}
	if r.Times < 0 {
		return errors.New("times is negative")
	}
	for _, a := range r.Do {
		if a == nil {
			return errors.New("an action is nil")
		}
		if c, ok := a.(checker); ok {
			if err := c.check(); err != nil {
				return fmt.Errorf("%s: %w", actionName(a), err)
			}
		}
	}
	if err := r.checkEndpoint(); err != nil {
		return err
	}
	return r.When.check()
}

func (w When) check() error {
	if w.Probability < 0 || w.Probability > 1 {
		return fmt.Errorf("probability %v is not between 0 and 1", w.Probability)
	}
	if w.Nth < 0 || w.First < 0 || w.Every < 0 || w.Connection < 0 {
		return errors.New("a count is negative")
	}
	if !known(w.Phase) {
		return fmt.Errorf("phase %q is none of %s", w.Phase, choices(w.Phase))
	}
	if !known(w.Verb) {
		return fmt.Errorf("verb %q is none of %s", w.Verb, choices(w.Verb))
	}
	if !known(w.From) {
		return fmt.Errorf("from %q is none of %s", w.From, choices(w.From))
	}
	return errors.Join(checkObject("args", w.Args), checkObject("params", w.Params))
}

// word is a string of which only some values have a meaning.
type word interface {
	~string
	words() []string
}

// known reports whether w is empty or has a meaning.
func known[W word](w W) bool { return w == "" || slices.Contains(w.words(), string(w)) }

func choices[W word](w W) string { return strings.Join(w.words(), ", ") }

func need(ok bool, what string) error {
	if ok {
		return nil
	}
	return errors.New("needs " + what)
}

// mostMade bounds what an action makes: it is in memory.
const mostMade Size = 256 << 20

func made(size Size) error {
	return need(size <= mostMade, fmt.Sprintf("a size of at most %dMiB", mostMade>>20))
}

// mostOften bounds how often an action sends something: all of it is made at once.
const mostOften = 100_000

func often(times int) error {
	return need(times >= 0 && times <= mostOften, fmt.Sprintf("a number from 0 to %d", mostOften))
}

func (a delayAction) check() error { return need(a.For != nil, "a time such as 250ms") }

func (a idAction) check() error {
	return need((a.As != "" || a.Token != nil) && known(a.As), "one of "+choices(a.As)+", or token")
}

func (a cursorAction) check() error { return need(json.Valid(a.Next), "a cursor") }
func (a resultAction) check() error { return need(json.Valid(a.Value), "a result") }
func (a patchAction) check() error  { return need(json.Valid(a.Value), "a patch") }
func (a setAction) check() error {
	return need(a.Path != "" && a.Path[0] == '/', "a path such as /tools/0/name")
}
func (a rawAction) check() error {
	if _, err := base64.StdEncoding.DecodeString(a.Base64); err != nil {
		return fmt.Errorf("base64: %w", err)
	}
	if (a.Text == "") == (a.Base64 == "") {
		return need(false, "either text or base64")
	}
	return made(a.Size)
}
func (a stderrAction) check() error {
	if a.Text == "" && !a.Close {
		return need(false, "text")
	}
	return made(a.Size)
}
func (a padAction) check() error {
	if a.To <= 0 {
		return need(false, "a size such as 64KiB")
	}
	return made(a.To)
}
func (a interleaveAction) check() error {
	return need(a.At > 0, "the number of bytes before the next message")
}
func (a duplicateAction) check() error { return often(a.Times) }
func (a progressAction) check() error  { return often(a.Count) }
func (a splitAction) check() error     { return need(len(a.At) > 0 || a.Every > 0, "at or every") }
func (a stdinAction) check() error     { return need(a.Do != "" && known(a.Do), choices(a.Do)) }
func (a exitAction) check() error      { return need(a.Code >= 0 && a.Code <= 255, "a code from 0 to 255") }
func (a statusAction) check() error {
	if a.Code < 200 || a.Code > 599 {
		return need(false, "a status from 200 to 599")
	}
	return made(a.Size)
}
func (a headersAction) check() error { return need(len(a.Set) > 0, "headers") }
func (a asAction) check() error      { return need(a.Form != "" && known(a.Form), choices(a.Form)) }
func (a notifyAction) check() error {
	if a.Method == "" {
		return need(false, "a method")
	}
	return often(a.Count)
}
func (a requestAction) check() error { return need(a.Method != "", "a method") }
func (a commitAction) check() error  { return need(a.Row != "", "a row") }
func (a endAction) check() error     { return need(known(a.How), choices(a.How)) }
func (a streamAction) check() error  { return need(known(a.How), choices(a.How)) }
func (a offerAction) check() error   { return checkAll(a.Tools) }

func (a sseAction) check() error {
	return need(known(a.EOL) && known(a.End), "an eol of "+choices(a.EOL)+" and an end of "+choices(a.End))
}

func (a sessionAction) check() error {
	return need((a.Do != "" || a.ID != "") && known(a.Do), choices(a.Do)+", or id")
}

func (a ignoreAction) check() error {
	for _, what := range a.What {
		if !known(what) {
			return need(false, choices(what))
		}
	}
	return need(len(a.What) > 0, choices(Ignorable("")))
}
