package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
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
	list := ""
	for _, f := range failures {
		names = append(names, "field/"+f.ID)
		list += fmt.Sprintf("- [%s](field/%s.md): %s\n", titleOf(f), f.ID, prose(f.Story))
		if err := s.story(f, catalogue); err != nil {
			return err
		}
	}
	return s.write("field.md", "# Failures of the field\n\nEach was seen in real servers and clients. `mcpsim field FF-20` tells one and runs what proves it.\n\n"+list+"\n"+tree("Failures", names...))
}

func titleOf(f features.FieldFailure) string {
	return f.ID + ": " + strings.ReplaceAll(f.Name, "-", " ")
}

func (s source) story(f features.FieldFailure, catalogue *gherkin.Catalogue) error {
	out := fmt.Sprintf("# %s\n\n%s\n\n", titleOf(f), prose(f.Story))
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
		} else {
			out += fmt.Sprintf("\n## What happened\n\n`mcpsim timeline %s` makes a picture, of %d MB.\n", at, len(page)>>20)
		}
		text, err := s.ask("timeline", at, "--text")
		if err != nil {
			return err
		}
		out += "\n## As text\n\n" + verbatim("text", folded(text))
	}
	if shown == nil && !strings.Contains(out, "/blob/main/") {
		return errors.New(f.ID + ": no Rule has this id")
	}
	return s.write("field/"+f.ID+".md", out)
}

// folded has each run of equal lines once, with their number.
func folded(text string) string {
	var out strings.Builder
	lines := slices.Collect(strings.Lines(text))
	for len(lines) > 0 {
		same := 1
		for same < len(lines) && lines[same] == lines[0] {
			same++
		}
		out.WriteString(lines[0])
		if same > 1 {
			fmt.Fprintf(&out, "%15s  the same, %d times in all\n", "…", same)
		}
		lines = lines[same:]
	}
	return out.String()
}

func virtual(e *gherkin.Example) bool { return slices.Contains(e.Tags, "@virtual") }

// picture is the timeline of a scenario, on the page and by itself.
func picture(id, at string) string {
	page := "../_static/field/" + id + ".html"
	return fmt.Sprintf("\n## What happened\n\n`mcpsim timeline %s` makes this picture; <a href=%q>by itself it has more room</a>.\n\n"+
		"<iframe src=%q loading=\"lazy\" title=\"timeline of %s\" style=\"width: 100%%; height: 36rem; border: 1px solid #8886\"></iframe>\n\n", at, page, page, id)
}

// checkID is the id of a check of servers.
var checkID = regexp.MustCompile(`\b(?:M-)?[A-Z]+-[0-9]+\b`)

// matrix writes the README's table of real servers as a page; its ids lead to the checks.
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
	table = checkID.ReplaceAllStringFunc(table, func(id string) string {
		return `<a class="id" href="reference/checks-servers.html#` + strings.ToLower(id) + `">` + id + "</a>"
	})
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
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return err
	}
	opening, _, ok := strings.Cut(string(readme), "\nmcpsim needs Go")
	if !ok {
		return errors.New("README.md does not say what mcpsim needs, behind its opening")
	}
	return s.write("index.md", opening+"\n"+
		"- [Start in five minutes](start.md), [get it](install.md), or [see what it does](overview.md)\n- [A server of yours](howto/validate-in-ci.md), [a client of yours](howto/test-my-client.md), "+
		"[a failure](howto/reproduce-a-failure.md), [the runtime in your program](howto/use-the-runtime.md), [features of your own](howto/write-features.md)\n"+
		"- [Commands](reference/commands.md), [checks of servers](reference/checks-servers.md), [steps](reference/steps.md)\n"+
		"- [What is guaranteed](guarantees.md), and what proves it\n"+
		"- What is wrong with real [servers](matrix.md) and [clients](matrix-clients.md), and the [failures of the field](field.md), with pictures\n"+
		"- [How it works](architecture.md), and [why so](decisions.md)\n\n"+
		tree("Start", "start", "install", "What it does <overview>")+
		tree("How to", "howto/validate-in-ci", "howto/test-my-client", "howto/reproduce-a-failure", "howto/use-the-runtime", "howto/test-in-go", "howto/write-features",
			"connect", "validate", "proxy", "recordings", "scripts", "timeline", "exploring", "session", "room", "logins", "discovery", "pipelines", "shards")+
		tree("Reference", "reference/commands", "reference/topics", "reference/steps", "reference/steps-validate",
			"reference/checks-servers", "reference/checks-clients", "reference/checks-issuers", "reference/events", "reference/schemas", "traces", "formats", "limits", "requirements", "guarantees", "conformance", "matrix", "matrix-clients")+
		tree("Why", "architecture", "eras", "decisions", "field", "dependencies", "security", "contributing", "changelog"))
}
