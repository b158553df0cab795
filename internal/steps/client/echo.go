package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// echoes compares what mcpsim_give was answered with and what mcpsim_take is called with.
func (w *World) echoes(r *clientcheck.Run) error {
	given, asked := (*string)(nil), false
	for _, call := range r.All("tools/call") {
		var p struct {
			Name      string
			Arguments struct{ Text *string }
		}
		clientcheck.Params(call.Raw, &p)
		if p.Name == clientcheck.GiveTool {
			asked = true
			for _, a := range r.SentBack("tools/call") {
				if a.ID == call.ID && a.Conn == call.Conn && a.Place > call.Place && given == nil {
					given = textIn(resultOf(r, a))
				}
			}
		}
		if p.Name != clientcheck.TakeTool || given == nil {
			continue
		}
		if p.Arguments.Text == nil && (shaped(r) != nil || argumentsFit(r) != nil) {
			return verdict.NotTestable("the client sends no arguments that fit: see CLI-49 and CLI-118")
		}
		return verdict.FailedIf(p.Arguments.Text == nil || *p.Arguments.Text != *given, "given was %s, back comes %s", quote(*given), quote(call.Raw))
	}
	if given != nil && w.echoesPlain() {
		return fmt.Errorf("given was %s, nothing comes back; the client %s%s", quote(*given), r.End(), r.LastWords())
	}
	if asked && given == nil && r.Ended && r.Code != 0 && w.echoesPlain() {
		return fmt.Errorf("the client does not wait for the answer to %s; it %s%s", clientcheck.GiveTool, r.End(), r.LastWords())
	}
	return verdict.NotObserved("the client hands nothing back; it %s%s", r.End(), r.LastWords())
}

// wholeText is the script of a server that gives a text in one piece.
const wholeText = "rules:\n  - when: {tool: " + clientcheck.GiveTool + "}\n    do: [{result: {content: [{type: text, text: \"naïve 日本語\"}]}}]"

func (w *World) handsOn() error {
	s := w.bench.Plain(w.modern)
	s.Scenario, s.Script = "mcpsim-echo", strings.TrimPrefix(s.Script+"\n"+wholeText, "\n")
	return w.requires(s, func(r *clientcheck.Run) error {
		lost := slices.ContainsFunc(r.All("tools/call"), func(m clientcheck.Indexed) bool { return strings.ContainsRune(string(m.Raw), utf8.RuneError) })
		if err := w.echoes(r); err != nil && verdict.Of(err) == "" && !lost {
			return verdict.NotTestable("the client changes texts that come in one piece: see CLI-54")
		}
		return nil
	})
}

// echoesAll is [World.echoes] of a text that may be longer than what is kept of a message: that all
// of it comes back shows in the length of the call.
func (w *World) echoesAll(r *clientcheck.Run, length int) error {
	calls := r.All("tools/call")
	if len(calls) == 0 {
		return verdict.NotObserved("the client called no tool; it %s%s", r.End(), r.LastWords())
	}
	longest := 0
	for _, call := range calls[1:] {
		longest = max(longest, call.Size)
	}
	switch {
	case longest >= length:
		return nil
	case !w.echoesPlain():
		return verdict.NotObserved("the client hands nothing back; it %s%s", r.End(), r.LastWords())
	case longest == 0:
		return fmt.Errorf("given was a text of %d bytes, nothing comes back; the client %s%s", length, r.End(), r.LastWords())
	}
	return fmt.Errorf("given was a text of %d bytes, back comes a call of %d bytes", length, longest)
}

// resultOf is what a call was answered with, be it by the task that it became.
func resultOf(r *clientcheck.Run, answer clientcheck.Indexed) json.RawMessage {
	first := stateIn(answer)
	if first.ResultType != "task" {
		return clientcheck.Result(answer.Raw)
	}
	told := statesOf(r, first.TaskID)
	if end := slices.IndexFunc(told, state.over); end >= 0 {
		return told[end].Result
	}
	return nil
}

// textIn is the first text of a result; nil = there is none.
func textIn(result json.RawMessage) *string {
	var given struct{ Content []struct{ Text *string } }
	_ = jsonparts.Unmarshal(result, &given)
	for _, content := range given.Content {
		if content.Text != nil {
			return content.Text
		}
	}
	return nil
}

// echoesPlain reports whether the client hands on a text in which nothing is unusual.
func (w *World) echoesPlain() bool {
	s := clientcheck.Situation{Scenario: "mcpsim-echo", Limit: w.situation.Limit, Modern: w.modern,
		Script: "rules: [{when: {tool: " + clientcheck.GiveTool + "}, do: [{result: {content: [{type: text, text: plain}]}}]}]"}
	if w.modern {
		s.Script = clientcheck.ModernServer + "\n" + s.Script
	}
	r, err := w.bench.Play(s)
	return err == nil && len(r.All("tools/call")) > 1 && r.EndedWell() == nil
}
