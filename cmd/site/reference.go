package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

var (
	subcommand = regexp.MustCompile(`(?m)^  ([a-z][a-z-]*) {2,}\S`)
	topic      = regexp.MustCompile(`(?m)^  mcpsim ([a-z-]+) {2,}\S`)
)

// commands writes a page for each command and topic, with the text of its help.
func (s source) commands() error {
	help, err := s.ask("--help")
	if err != nil {
		return err
	}
	names, err := s.below("reference/commands/", nil, help)
	if err != nil {
		return err
	}
	if err := s.write("reference/commands.md", "# Commands\n\n"+verbatim("text", help)+tree("", strip(names)...)); err != nil {
		return err
	}
	var topics []string
	for _, m := range topic.FindAllStringSubmatch(help, -1) {
		text, err := s.ask("help", m[1])
		if err != nil {
			return err
		}
		topics = append(topics, "topics/"+m[1])
		if err := s.write("reference/topics/"+m[1]+".md", "# "+m[1]+"\n\n`mcpsim help "+m[1]+"` says the same.\n\n"+verbatim("text", text)); err != nil {
			return err
		}
	}
	if len(names) == 0 || len(topics) == 0 {
		return errors.New("mcpsim --help names no command or no topic")
	}
	return s.write("reference/topics.md", "# Exit codes, targets, faults, actions, switches\n\n"+tree("", topics...))
}

// below writes the pages of the commands that the help of one names, and of those below them.
func (s source) below(dir string, parents []string, help string) (names []string, err error) {
	for _, m := range subcommand.FindAllStringSubmatch(listed(help), -1) {
		command := append(slices.Clone(parents), m[1])
		text, err := s.ask(append(command, "--help")...)
		if err != nil {
			return nil, err
		}
		name := dir + strings.Join(command, "-")
		if err := s.write(name+".md", "# mcpsim "+strings.Join(command, " ")+"\n\n"+verbatim("text", text)); err != nil {
			return nil, err
		}
		more, err := s.below(dir, command, text)
		if err != nil {
			return nil, err
		}
		names = append(append(names, name), more...)
	}
	return names, nil
}

// listed are the paragraphs of a help that name commands: behind its usage, all with a title
// that nothing else has.
func listed(help string) string {
	_, help, _ = strings.Cut(help, "\nUsage:\n")
	var out strings.Builder
	for paragraph := range strings.SplitSeq(help, "\n\n") {
		title, list, _ := strings.Cut(paragraph, ":\n")
		switch title {
		case "Examples", "Flags", "Global Flags", "Additional help topics":
		default:
			if !strings.Contains(title, "\n") {
				out.WriteString(list + "\n")
			}
		}
	}
	return out.String()
}

// strip makes names relative to the folder reference.
func strip(names []string) (out []string) {
	for _, name := range names {
		out = append(out, strings.TrimPrefix(name, "reference/"))
	}
	return out
}

// verbatim is a block of text as it is.
func verbatim(language, text string) string {
	return "`````" + language + "\n" + strings.TrimRight(text, "\n") + "\n`````\n\n"
}

// steps writes the dictionaries.
func (s source) steps() error {
	for _, d := range []struct{ page, title, flag string }{
		{"reference/steps.md", "Steps of scenarios", "--validate=false"},
		{"reference/steps-validate.md", "Steps of checks of servers", "--validate"},
	} {
		lines, err := s.ask("steps", "--json", d.flag)
		if err != nil {
			return err
		}
		out, noun := "# "+d.title+"\n", ""
		for line := range strings.Lines(lines) {
			var step struct{ Noun, Keyword, Example, Manual string }
			if err := json.Unmarshal([]byte(line), &step); err != nil {
				return fmt.Errorf("mcpsim steps: %w", err)
			}
			if step.Noun != noun {
				noun = step.Noun
				out += "\n## " + noun + "\n\n"
			}
			out += "- " + step.Keyword + " `` " + step.Example + " ``: " + prose(step.Manual) + "\n"
		}
		if err := s.write(d.page, out); err != nil {
			return err
		}
	}
	return nil
}

// prose is text in which nothing is Markdown.
func prose(text string) string {
	return strings.NewReplacer("\\", "\\\\", "<", "&lt;", "*", "\\*", "_", "\\_", "`", "\\`", "|", "\\|", "[", "\\[", "{", "\\{", "\n", " ").Replace(text)
}

// checks writes what validate and client check, with the reason and the fix of each.
func (s source) checks() error {
	for _, c := range []struct{ page, title, dir string }{
		{"reference/checks-servers.md", "Checks of servers", "features/server"},
		{"reference/checks-clients.md", "Checks of clients", "features/client"},
		{"reference/checks-issuers.md", "Checks of authorization servers", "features/issuer"},
	} {
		catalogue, err := gherkin.Load([]string{c.dir}, os.DirFS("."))
		if err != nil {
			return err
		}
		out := "# " + c.title + "\n"
		for _, feature := range catalogue.Features {
			out += "\n## " + prose(feature.Name) + "\n\n"
			for _, rule := range feature.Rules {
				out += "- " + places(rule.IDs) + "**" + strings.Join(rule.IDs, " ") + "** " + level(rule) + ": " + prose(rule.Name) + ".<br>" + strings.Join(strings.Split(proseLines(rule.Text), "\n"), "<br>") + "\n"
			}
		}
		if err := s.write(c.page, out); err != nil {
			return err
		}
	}
	return nil
}

// places are where links to ids lead.
func places(ids []string) (out string) {
	for _, id := range ids {
		out += "<a id=\"" + strings.ToLower(id) + "\"></a>"
	}
	return out
}

// proseLines is prose that keeps its lines.
func proseLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = prose(lines[i])
	}
	return strings.Join(lines, "\n")
}

// level is how strictly the specification wants what a Rule says.
func level(rule *gherkin.Rule) string {
	for _, level := range []string{"MUST", "SHOULD", "MAY"} {
		if len(rule.Examples) > 0 && slices.Contains(rule.Examples[0].Tags, "@"+level) {
			return level
		}
	}
	return ""
}
