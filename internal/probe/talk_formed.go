package probe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe/form"
)

// Rules of the results of all requests, where there is a handshake.
const (
	ToolsRead        Rule = "every page of tools was a list of objects"
	ListsRead        Rule = "every page of resources and of prompts was a list of objects"
	TemplatesRead    Rule = "every page of templates was a list of objects"
	ToolsFormed      Rule = "every tool that was listed had what it needs, each of its type"
	ResourcesFormed  Rule = "every resource and template that was listed had what it needs, each of its type"
	PromptsFormed    Rule = "every prompt that was listed had what it needs, each of its type"
	CursorsFormed    Rule = "every cursor was a text, and no last page had one"
	ReadFormed       Rule = "every result of resources/read had what it needs, each of its type"
	GotFormed        Rule = "every result of prompts/get had what it needs, each of its type"
	CompletionFormed Rule = "every completion had what it needs, each of its type"
	ContentEncoded   Rule = "every content was text, or base64"
	Grows            Rule = "the progress of every request grew"
	LogKept          Rule = "no log message was below the level that was set"
	AskedOpen        Rule = "nothing but pings was asked before the session was open"
	ChangesDeclared  Rule = "every change that was told of was one that the server declares"
)

// listRules are the rules of a list: of its pages, and of what they hold.
var listRules = map[string]struct{ pages, items Rule }{
	"tools/list":               {ToolsRead, ToolsFormed},
	"resources/list":           {ListsRead, ResourcesFormed},
	"resources/templates/list": {TemplatesRead, ResourcesFormed},
	"prompts/list":             {ListsRead, PromptsFormed},
}

// resultRules are the rules of the results of other methods.
var resultRules = map[string]Rule{"resources/read": ReadFormed, "prompts/get": GotFormed, "completion/complete": CompletionFormed}

// aboutWhat are the params that say what a request is about.
var aboutWhat = map[string]string{"resources/read": "uri", "prompts/get": "name", "completion/complete": "ref"}

// ours is in the names of what only checks ask for.
const ours = "mcpsim"

// Inherited are names that a lookup finds in every object of JavaScript, or of Python, and that
// checks ask for because a server has nothing of that name.
func Inherited() []string { return []string{"constructor", "__proto__", "__class__"} }

// isOfNobody reports whether JSON names what only checks ask for.
func isOfNobody(what string) bool {
	return strings.Contains(what, ours) || slices.ContainsFunc(Inherited(), func(name string) bool { return strings.Contains(what, name) })
}

// isMistaken reports whether a request is one that a server has to refuse: that it does not is
// the business of the check that sends it, whatever the result is.
func isMistaken(f Frame) bool {
	if name := aboutWhat[f.Method()]; name != "" {
		what := string(f.Param(name))
		return what == "" || what == "null" || isOfNobody(what)
	}
	cursor := f.Param("cursor")
	return cursor != nil && (Text(cursor) == "" || isOfNobody(string(cursor)))
}

// results judges the result of a request that is no call. t.mu is held.
func (t *talk) results(a *asked, f Frame, say sayFunc) {
	if t.bench.IsModern() || a.mistaken || a.times > 1 || // what one of several is answered with cannot be told
		f.Members["error"] != nil || f.CheckShape() != nil {
		return
	}
	switch rule := resultRules[a.method]; {
	case a.method == "initialize":
		t.declared = partsOf(Page(f)["capabilities"])
		say(AskedOpen, nil)
	case a.method == "logging/setLevel":
		t.level = a.level
	case rule != "" && len(Page(f)) == 0: // that mistakes are answered so is told by BASE-07
	case rule != "":
		err := form.Result(false, a.method, f.Members["result"])
		say(rule, errorIf(err != nil, "the result of %s: %s", a.what, err))
	default:
		t.listed(a, f, say)
	}
	switch err := encodedWrongly(a.what, f); a.method {
	case "prompts/get":
		say(GotFormed, err)
	case "resources/read":
		say(ContentEncoded, err)
	}
}

// listed judges a page of a list that the server declares.
func (t *talk) listed(a *asked, f Frame, say sayFunc) {
	rules, known := listRules[a.method]
	l := Listed(a.method).List
	if !known || !t.opened || t.declared[l.Capability] == nil {
		return
	}
	items, err := l.ItemsOf(f)
	say(rules.pages, errorIf(err != nil, "%s: its %s is no list of objects", a.method, l.items))
	cursor, there := Page(f)["nextCursor"]
	say(CursorsFormed, errorIf(there && Text(cursor) == "", "%s: nextCursor is %s", a.method, cursor))
	for _, item := range items {
		if item == nil {
			continue
		}
		wrong := form.Item(false, a.method, item)
		say(rules.items, errorIf(wrong != nil, "an item of %s: %s", a.method, wrong))
	}
}

// encodedWrongly says what is wrong with the texts and bytes in a result. Contents that are none
// are another rule's business.
func encodedWrongly(what string, f Frame) error {
	var result struct {
		Content, Contents []Item
		Messages          []struct{ Content Item }
	}
	_ = jsonparts.Unmarshal(f.Members["result"], &result)
	blocks := result.Content
	for _, m := range result.Messages {
		blocks = append(blocks, m.Content)
	}
	for _, block := range blocks {
		if _, err := CheckBlock(block); err != nil {
			return fmt.Errorf("the result of %s: %w", what, err)
		}
	}
	for _, content := range result.Contents {
		if content == nil {
			continue
		}
		if err := CheckContent(content); err != nil {
			return fmt.Errorf("the result of %s: %w", what, err)
		}
	}
	return nil
}

// logs judges a log message by the level that was set last in the session, where its place among
// the answers is known.
func (t *talk) logs(ch *channel, f Frame, say sayFunc) {
	inOrder := ch.kind == pipeChannel || ch.kind == postChannel && t.session
	least, level := slices.Index(LogLevels, t.level), slices.Index(LogLevels, Text(f.Param("level")))
	if f.Method() != "notifications/message" || !inOrder || least < 0 || level < 0 {
		return
	}
	say(LogKept, errorIf(level < least, "the level is %s, and a message of the level %s comes", t.level, LogLevels[level]))
}

// changes judges what is told of a change by what the server declares.
func (t *talk) changes(f Frame, say sayFunc) {
	member := "listChanged"
	capability, _, told := strings.Cut(strings.TrimPrefix(f.Method(), "notifications/"), "/list_changed")
	if f.Method() == "notifications/resources/updated" {
		capability, member, told = "resources", "subscribe", true
	}
	if !told || t.declared == nil || capability == "roots" {
		return
	}
	say(ChangesDeclared, errorIf(string(partOf(t.declared[capability], member)) != "true", "%s is sent, and %s of %s is not declared", f.Method(), member, capability))
}

// grows judges the progress of a request that no other one with a token is under way beside: whose
// it is can be told.
func (t *talk) grows(token string, f Frame, say sayFunc) {
	var own *asked
	for _, a := range t.order {
		if a.token == "" || a.answers >= a.times {
			continue
		}
		if own != nil || a.token != token || a.task {
			return
		}
		own = a
	}
	now, is := jsonparts.Number(f.Param("progress"))
	if own == nil || !is {
		return
	}
	if own.progress != nil {
		say(Grows, errorIf(now <= *own.progress, "the progress of %s goes from %v to %v", own.what, *own.progress, now))
	}
	own.progress = &now
}
