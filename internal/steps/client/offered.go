package client

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func offeredSteps() []gherkin.Step {
	return gherkin.Noun("offer", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `prompts and resources are asked for as they are listed`,
			Manual: "by name and by uri, and not by a title or a form of them; not observed if none of the list is asked for", Func: asksAsListed},
		{Keyword: gherkin.Then, Pattern: `every call has the arguments that the client was told`,
			Manual: "those of toolCalls in its context: what is null may be missing, and there may be more; not observed if none of these tools is called", Func: (*World).callsAsTold},
	})
}

// offering is a kind of what a server lists besides tools.
type offering struct {
	method, list, member string // member = that of params and of an item which names it
}

var offerings = []offering{{"prompts/get", "prompts/list", "name"}, {"resources/read", "resources/list", "uri"}}

// asksAsListed says what is asked for by something that was made of what the list has. What has
// nothing to do with the list may come from elsewhere.
func asksAsListed(r *clientcheck.Run) error {
	judged := false
	for _, kind := range offerings {
		items := kind.items(r)
		for _, m := range r.All(kind.method) {
			var params map[string]json.RawMessage
			clientcheck.Params(m.Raw, &params)
			asked, ok := textOf(params[kind.member])
			if !ok {
				continue // the business of another check
			}
			if slices.ContainsFunc(items, func(i item) bool { return i.text(kind.member) == asked }) {
				judged = true
				continue
			}
			for _, i := range items {
				if i.wasMadeInto(asked, kind.member) {
					return fmt.Errorf("the list has %q, and what is asked for is another one: %s", i.text(kind.member), quote(m.Raw))
				}
			}
		}
	}
	return verdict.NotObservedIf(!judged, "the client asks for no prompt or resource of the list; it %s%s", r.End(), r.LastWords())
}

// callsAsTold says which argument is lost or changed on its way from the context to the server.
func (w *World) callsAsTold(r *clientcheck.Run) error {
	var told struct {
		ToolCalls []struct {
			Name      string
			Arguments any
		}
	}
	_ = jsonparts.Unmarshal([]byte(w.situation.Context), &told)
	judged := false
	for _, wanted := range told.ToolCalls {
		for _, call := range callsOf(r, wanted.Name) {
			var p struct{ Arguments any }
			clientcheck.Params(call.Raw, &p)
			if at := missing(wanted.Arguments, p.Arguments, "arguments"); at != "" {
				return fmt.Errorf("%s is not what the client was told: %s", at, quote(call.Raw))
			}
			judged = true
		}
	}
	return verdict.NotObservedIf(!judged, "the client calls no tool that it was told; it %s%s", r.End(), r.LastWords())
}

// item is a prompt or a resource in a list.
type item map[string]json.RawMessage

func (i item) text(member string) string {
	text, _ := textOf(i[member])
	return text
}

// wasMadeInto reports whether a text was made of what an item is asked for by, or is another of its texts.
func (i item) wasMadeInto(asked, member string) bool {
	if own := i.text(member); own != "" && isFormOf(unescaped(asked), unescaped(own)) {
		return true
	}
	return slices.ContainsFunc([]string{"name", "title"}, func(other string) bool {
		text := i.text(other)
		return text != "" && isFormOf(asked, text) && isFormOf(text, asked)
	})
}

// unescaped is a text without what URIs have for characters; one that has none is as it is.
func unescaped(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

// items are what the server has listed of a kind.
func (o offering) items(r *clientcheck.Run) (all []item) {
	for _, a := range r.SentBack(o.list) {
		var page map[string]json.RawMessage
		_ = jsonparts.Unmarshal(clientcheck.Result(a.Raw), &page)
		for _, member := range []string{"prompts", "resources"} {
			var items []item
			_ = jsonparts.Unmarshal(page[member], &items)
			all = append(all, items...)
		}
	}
	return all
}
