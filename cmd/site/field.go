package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// pictureBytesMax is the size up to which a timeline is worth its place: where a server
// sends megabytes, so is its page, and the text says what happened.
const pictureBytesMax = 1 << 20

// field writes a page for each failure of the field: what happened, who shows it, and a
// picture of a runtime that meets it.
func (s source) field() error {
	failures, err := features.FieldFailures()
	if err != nil {
		return err
	}
	catalogue, err := gherkin.Load([]string{"features"}, os.DirFS("."))
	if err != nil {
		return err
	}
	_, catalogue = catalogue.ForServers()
	var names []string
	for _, f := range failures {
		names = append(names, "field/"+f.ID)
		if err := s.story(f, catalogue); err != nil {
			return err
		}
	}
	return s.write("field.md", "# Failures of the field\n\nEach was seen in real servers and clients. `mcpsim field FF-20` tells one and runs what proves it.\n\n"+tree("", names...))
}

func (s source) story(f features.FieldFailure, catalogue *gherkin.Catalogue) error {
	out := fmt.Sprintf("# %s: %s\n\n%s\n\n", f.ID, strings.ReplaceAll(f.Name, "-", " "), prose(f.Story))
	for _, server := range fakeserver.Catalogue() {
		if server.Failure == f.ID {
			out += fmt.Sprintf("- `mcpsim serve %s` shows it to your client. %s\n", server.Name, prose(server.Title))
		}
	}
	var shown *gherkin.Example
	out += "\n## What a correct runtime does\n\n"
	for _, rule := range catalogue.Rules() {
		if !slices.Contains(rule.IDs, f.ID) || len(rule.Examples) == 0 {
			continue
		}
		example := rule.Examples[0]
		out += fmt.Sprintf("- [%s](%s/blob/main/%s#L%d)\n", prose(rule.Name), repository, example.Feature.URI, rule.Line)
		if i := slices.IndexFunc(rule.Examples, virtual); shown == nil && i >= 0 {
			shown = rule.Examples[i]
		}
	}
	if shown != nil {
		at := fmt.Sprintf("%s:%d", shown.Feature.URI, shown.Line)
		page, err := s.ask("timeline", at, "-o", "-")
		if err != nil {
			return err
		}
		if len(page) <= pictureBytesMax {
			if err := s.write("_static/field/"+f.ID+".html", page); err != nil {
				return err
			}
			out += picture(f.ID, at)
		}
		text, err := s.ask("timeline", at, "--text")
		if err != nil {
			return err
		}
		out += "\n## As text\n\n" + verbatim("text", text)
	}
	if shown == nil && !strings.Contains(out, "/blob/main/") {
		return errors.New(f.ID + ": no Rule has this id")
	}
	return s.write("field/"+f.ID+".md", out)
}

func virtual(e *gherkin.Example) bool { return slices.Contains(e.Tags, "@virtual") }

// picture is the timeline of a scenario, on the page and by itself.
func picture(id, at string) string {
	page := "../_static/field/" + id + ".html"
	return fmt.Sprintf("\n## What happened\n\n`mcpsim timeline %s` makes this picture; <a href=%q>by itself it has more room</a>.\n\n"+
		"<iframe src=%q loading=\"lazy\" title=\"timeline of %s\" style=\"width: 100%%; height: 36rem; border: 1px solid #8886\"></iframe>\n\n", at, page, page, id)
}

// matrix writes the README's table of real servers as a page.
func (s source) matrix() error {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return err
	}
	_, table, ok := strings.Cut(string(readme), "\n| Server |")
	if !ok {
		return errors.New("README.md has no table of servers")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	return s.write("matrix.md", "# What real servers do not keep\n\nEach finding was looked at by hand; [checks of servers](reference/checks-servers.md) says what the ids are.\n\n| Server |"+table+"\n")
}

// clientMatrix writes what is known of real clients as a page.
func (s source) clientMatrix() error {
	tables, err := clients()
	if err != nil {
		return err
	}
	return s.write("matrix-clients.md", "# What real clients do not keep\n\nEach finding was looked at by hand, and tests keep the list; "+
		"[checks of clients](reference/checks-clients.md) says what the ids are.\n"+tables)
}

// index writes the first page, with the navigation.
func (s source) index() error {
	return s.write("index.md", "# mcpsim\n\n"+
		"What every MCP host contains, as a library, and the simulator that proves what it promises.\n\n"+
		"- [Start in five minutes](start.md)\n- [A server of yours](howto/validate-in-ci.md), [a client of yours](howto/test-my-client.md), "+
		"[a failure](howto/reproduce-a-failure.md), [the runtime in your program](howto/use-the-runtime.md), [features of your own](howto/write-features.md)\n"+
		"- [Commands](reference/commands.md), [checks of servers](reference/checks-servers.md), [steps](reference/steps.md)\n"+
		"- [Failures of the field](field.md), with pictures\n\n"+
		tree("Start", "start", "install", "overview")+
		tree("How to", "howto/validate-in-ci", "howto/test-my-client", "howto/reproduce-a-failure", "howto/use-the-runtime", "howto/write-features",
			"validate", "proxy", "recordings", "scripts", "timeline", "exploring", "session", "logins", "discovery", "pipelines", "shards")+
		tree("Reference", "reference/commands", "reference/topics", "reference/steps", "reference/steps-validate",
			"reference/checks-servers", "reference/checks-clients", "reference/checks-issuers", "reference/events", "reference/schemas", "traces", "formats", "limits", "requirements", "guarantees", "matrix", "matrix-clients")+
		tree("Why", "architecture", "eras", "decisions", "field", "dependencies", "security", "contributing", "changelog"))
}
