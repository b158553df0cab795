package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// told is what consumers heard about what servers offer besides tools.
type told struct {
	resources, prompts []string // servers whose change was told, in order
	updates            []updateTold
}

type updateTold struct {
	at  time.Duration
	uri string
}

func resourceSteps() []gherkin.Step {
	const kinds = `(resources?|resource templates?|prompts?)`
	return gherkin.Noun("resource", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" offers the ` + kinds + ` "([^"]*)"`,
			Manual:  "sets the resources, resource templates or prompts that lists show from now on, by URI or name, separated by commas",
			Example: `server "docs" offers the resources "doc:a, doc:b"`, Func: offerOther},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" gives (\d+) characters of instructions`,
			Manual:  "lets a server say that much about how to use it, in characters of several bytes",
			Example: `server "docs" gives 4001 characters of instructions`, Func: (*server).giveInstructions},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" changes its ` + kinds + ` to "([^"]*)"`,
			Manual: "changes what later lists show, without telling the runtime", Example: `server "docs" changes its prompts to "review"`,
			Func: offerOther},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" announces an update of "([^"]*)"`,
			Manual:  "sends notifications/resources/updated for a resource, subscribed to or not",
			Example: `server "docs" announces an update of "doc:a"`, Func: (*server).announceUpdate},
		{Keyword: gherkin.When, Pattern: `subscriptions are switched (on|off)`, Manual: "changes the runtime's setting while it runs",
			Example: `subscriptions are switched off`, Func: (*World).switchSubscriptions},
		{Keyword: gherkin.When, Pattern: `resource "([^"]+)" of server "([^"]+)" is read`, Manual: "begins to read a resource; it counts as a call",
			Example: `resource "doc:a" of server "docs" is read`, Func: (*World).readResource},
		{Keyword: gherkin.When, Pattern: `prompt "([^"]+)" of server "([^"]+)" is filled in`,
			Manual: "begins to fill in a prompt without arguments; it counts as a call", Example: `prompt "review" of server "docs" is filled in`,
			Func: (*World).getPrompt},
		{Keyword: gherkin.Then, Pattern: `the runtime has the ` + kinds + ` "([^"]*)" of server "([^"]+)"`,
			Manual:  "compares what a server offers besides tools, by URI or name, in the server's order",
			Example: `the runtime has the resources "doc:a, doc:b" of server "docs"`, Func: checkOffer},
		{Keyword: gherkin.Then, Pattern: `the runtime (has|keeps) this (resource|resource template|prompt) of server "([^"]+)":`,
			Manual:  "compares the first one that a server offers with its JSON: has = each member that the runtime reads, or a program that has stored it, and the text that it keeps; keeps = the text",
			Example: `the runtime has this prompt of server "docs":`, Func: checkReading},
		{Keyword: gherkin.Then, Pattern: `the runtime has (\d+) characters of instructions of server "([^"]+)"`,
			Manual:  "counts the characters of a server's instructions that the runtime has",
			Example: `the runtime has 0 characters of instructions of server "docs"`, Func: checkInstructions},
		{Keyword: gherkin.Then, Pattern: `consumers were told of changed (resources|prompts) (\d+) times?`,
			Manual:  "counts the notices of changed resources and resource templates, or prompts, since the counts started",
			Example: `consumers were told of changed prompts 1 time`, Func: (*World).checkOfferChanges},
		{Keyword: gherkin.Then, Pattern: `consumers were told of changed (resources|prompts) of the servers "([^"]*)"`,
			Manual:  "compares of which servers these notices were, in order",
			Example: `consumers were told of changed prompts of the servers "docs, mail"`, Func: (*World).checkOfferOrder},
		{Keyword: gherkin.Then, Pattern: `consumers were told of updates of "([^"]*)"`,
			Manual:  "compares the resources of whose updates consumers were told, in order; none if empty",
			Example: `consumers were told of updates of "doc:a"`, Func: (*World).checkUpdates},
		{Keyword: gherkin.Then, Pattern: `consumers were told of updates in this timeline:`,
			Manual: "compares moments and resources, one \"<time> <URI>\" per line", Func: (*World).checkUpdateTimes},
	})
}

// offerEnv listen to what servers offer besides tools.
func (w *World) offerEnv(env *host.Env) {
	hear := func(servers *[]string) func(string) {
		return func(server string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			*servers = append(*servers, server)
		}
	}
	env.OnResourcesChanged = hear(&w.told.resources)
	env.OnPromptsChanged = hear(&w.told.prompts)
	env.OnResourceUpdated = func(_, uri string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.told.updates = append(w.told.updates, updateTold{w.since(w.now()), uri})
	}
}

func offerOther(s *server, kind string, names []string) error {
	switch strings.TrimSuffix(kind, "s") {
	case "resource":
		s.fake.SetResources(offered(names, func(n string) fakeserver.Resource { return fakeserver.Resource{URI: n, Text: n} }))
	case "resource template":
		s.fake.SetTemplates(offered(names, func(n string) fakeserver.Template { return fakeserver.Template{URITemplate: n} }))
	default:
		s.fake.SetPrompts(offered(names, func(n string) fakeserver.Prompt { return fakeserver.Prompt{Name: n, Text: n} }))
	}
	return nil
}

func offered[T any](names []string, item func(string) T) []T {
	var out []T
	for _, name := range names {
		out = append(out, item(name))
	}
	return out
}

func (s *server) giveInstructions(n int) error {
	patch, err := json.Marshal(map[string]string{"instructions": strings.Repeat("é", n)})
	if err != nil {
		return err
	}
	return s.on(protocol.MethodInitialize, "patch: "+string(patch))
}

func (s *server) announceUpdate(uri string) error {
	return s.after(noClient, func() bool {
		return s.fake.Notify(protocol.NotifyResourceUpdated, protocol.ResourceParams{URI: uri})
	})
}

func (w *World) switchSubscriptions(r running, to string) error {
	r.SetSubscriptions(to == "on")
	return w.ground.settle()
}

func (w *World) readResource(r running, uri, name string) error {
	return w.ask(name, uri, func(ctx context.Context) (string, any, error) {
		result, err := r.ReadResource(ctx, name, uri)
		var texts []string
		for _, c := range result.Contents {
			if c.Text != nil {
				texts = append(texts, *c.Text)
			}
		}
		return strings.Join(texts, "\n"), result, err
	})
}

func (w *World) getPrompt(r running, prompt, name string) error {
	return w.ask(name, prompt, func(ctx context.Context) (string, any, error) {
		result, err := r.GetPrompt(ctx, name, prompt, nil)
		var texts []string
		for _, m := range result.Messages {
			texts = append(texts, m.Content.Text)
		}
		return strings.Join(texts, "\n"), result, err
	})
}

// ask begins something that counts as a call of a thing of a server.
func (w *World) ask(server, thing string, do func(context.Context) (text string, read any, err error)) error {
	c := &call{tool: host.Tool{Server: server, Original: thing}}
	w.launch(c, server, func(ctx context.Context) (out host.Output, err error) {
		out.Text, c.read, err = do(ctx)
		return out, err
	})
	return w.ground.settle()
}

func checkOffer(r running, kind string, want []string, name string) error {
	var got []string
	switch strings.TrimSuffix(kind, "s") {
	case "resource":
		for one := range r.Resources(name) {
			got = append(got, one.URI)
		}
	case "resource template":
		for t := range r.Templates(name) {
			got = append(got, t.URITemplate)
		}
	default:
		for p := range r.Prompts(name) {
			got = append(got, p.Name)
		}
	}
	return same("the "+kind+" of "+name, got, want)
}

// checkReading compares what was read with the text that is kept, too: the text
// alone would say nothing about what was read of it.
func checkReading(r running, how, kind, name string, want *gherkin.DocString) error {
	switch what := kind + " of " + name; kind {
	case "resource":
		return sameReading(r.Resources(name), func(r *protocol.Resource) *json.RawMessage { return &r.Raw }, how, what, want)
	case "resource template":
		return sameReading(r.Templates(name), func(t *protocol.ResourceTemplate) *json.RawMessage { return &t.Raw }, how, what, want)
	default:
		return sameReading(r.Prompts(name), func(p *protocol.Prompt) *json.RawMessage { return &p.Raw }, how, what, want)
	}
}

// sameReading compares the first of all, and what a program reads that has stored it.
func sameReading[T any](all iter.Seq[T], raw func(*T) *json.RawMessage, how, what string, want *gherkin.DocString) error {
	for read := range all {
		stored, err := json.Marshal(read)
		if err == nil {
			err = sameJSON("the "+what+" as it is kept", stored, want.Content)
		}
		if err != nil || how == "keeps" {
			return err
		}
		var again T
		if err := json.Unmarshal(stored, &again); err != nil {
			return err
		}
		return errors.Join(
			sameMembers("the "+what+" as it was read", read, raw, want),
			sameMembers("the "+what+" as it was read again", again, raw, want))
	}
	return fmt.Errorf("there is no %s", what)
}

// sameMembers compares all members, without the text that is kept beside them.
func sameMembers[T any](what string, v T, raw func(*T) *json.RawMessage, want *gherkin.DocString) error {
	*raw(&v) = nil
	members, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return sameJSON(what, members, want.Content)
}

func checkInstructions(r running, n int, name string) error {
	return same("the length of the instructions of "+name, len([]rune(r.Instructions(name))), n)
}

func (w *World) checkOfferChanges(kind string, n int) error {
	return same("notices of changed "+kind, len(w.offerChanges(kind)), n)
}

func (w *World) checkOfferOrder(kind string, servers []string) error {
	return same("servers of changed "+kind, w.offerChanges(kind), servers)
}

// offerChanges are the servers whose changes consumers were told of.
func (w *World) offerChanges(kind string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if kind == "prompts" {
		return w.told.prompts
	}
	return w.told.resources
}

// updatesTold are the updates that consumers were told of, each in a line.
func (w *World) updatesTold(line func(updateTold) string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var lines []string
	for _, u := range w.told.updates {
		lines = append(lines, line(u))
	}
	return lines
}

func (w *World) checkUpdates(want []string) error {
	got := w.updatesTold(func(u updateTold) string { return u.uri })
	return same("updates that consumers were told of", got, want)
}

func (w *World) checkUpdateTimes(want *gherkin.DocString) error {
	got := w.updatesTold(func(u updateTold) string { return u.at.String() + " " + u.uri })
	return same("updates that consumers were told of", got, fields(want))
}
