package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// maxMarkdown is how many findings are told with their excerpt. A summary of
// GitHub's may have 1 MiB, a comment 64 KiB.
const maxMarkdown = 20

// writeMarkdown writes results for a comment on a change or the summary of a
// job: counts, a table of what failed and warned, and below each its excerpt.
// What servers say stands in code blocks only, where it means nothing.
func writeMarkdown(w io.Writer, run Run, results []Result) error {
	var b strings.Builder
	found := findings(results)
	fmt.Fprintf(&b, "### %s\n\n%s\n", markdownTitle(results), markdownCounts(results))
	if left := run.Planned - len(results); left > 0 {
		fmt.Fprintf(&b, "\n%s did not happen.\n", words.Count(left, "planned run"))
	}
	if len(found) > 0 {
		b.WriteString("\n|  | Check | Level | What does not hold |\n| --- | --- | --- | --- |\n")
	}
	for _, r := range found {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Verdict.Word(), markdownCheck(r), cell(r.Level), cell(r.Rule.Name))
	}
	for _, r := range found[:min(len(found), maxMarkdown)] {
		markdownDetails(&b, r)
	}
	if over := len(found) - maxMarkdown; over > 0 {
		fmt.Fprintf(&b, "\n%d more are not shown in full.\n", over)
	}
	markdownExpected(&b, results)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing Markdown: %w", err)
	}
	return nil
}

func markdownTitle(results []Result) string {
	switch s := Summarise(results); {
	case s.Ran == 0:
		return "mcpsim: nothing ran"
	case s.Verdicts[Failed] > s.Stale:
		return fmt.Sprintf("mcpsim: %d failed", s.Rules[Failed])
	case s.Stale > 0:
		return "mcpsim: the baseline is stale"
	}
	return "mcpsim: nothing failed"
}

func markdownCounts(results []Result) string {
	s := Summarise(results)
	total := 0
	var parts []string
	for _, v := range []Verdict{Passed, Failed, Warned, Expected, NotObserved, NotTestable, NotRun} {
		total += s.Rules[v]
		if s.Rules[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", s.Rules[v], v))
		}
	}
	return fmt.Sprintf("%s: %s.", words.Count(total, "rule"), strings.Join(parts, ", "))
}

// markdownCheck names a check, with a link to the specification if it has one.
func markdownCheck(r Result) string {
	name := cell(strings.Join(r.Rule.IDs, " "))
	if url := r.Rule.SpecURL(); url != "" {
		return "[" + name + "](" + url + ")"
	}
	return name
}

func markdownDetails(b *strings.Builder, r Result) {
	fmt.Fprintf(b, "\n<details><summary>%s: %s</summary>\n\n", cell(strings.Join(r.Rule.IDs, " ")), cell(r.Name))
	lines := []string{continued(r.Error)}
	for _, l := range slices.Concat(r.advice(), r.Timeline) {
		lines = append(lines, "  "+l)
	}
	lines = append(lines, "reproduce: "+words.Visible(r.Reproduce))
	text := words.Clip(strings.Join(lines, "\n"), words.InReport)
	fence := fenceFor(text)
	fmt.Fprintf(b, "%stext\n%s\n%s\n\n</details>\n", fence, text, fence)
}

// markdownExpected lists what a baseline expects to fail.
func markdownExpected(b *strings.Builder, results []Result) {
	title := "\nExpected to fail:\n\n"
	for _, r := range results {
		if r.Verdict != Expected {
			continue
		}
		fmt.Fprintf(b, "%s- %s (%s)", title, markdownCheck(r), cell(r.Name))
		if r.Expected != "" {
			fmt.Fprintf(b, ": %s", cell(r.Expected))
		}
		b.WriteString("\n")
		title = ""
	}
}

// fenceFor is a fence that no run of backticks in the text closes.
func fenceFor(text string) string {
	longest, run := 0, 0
	for _, c := range text {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return strings.Repeat("`", max(3, longest+1))
}

var cellEscapes = strings.NewReplacer(
	"\\", "\\\\", "|", "\\|", "\n", " ", "<", "&lt;", ">", "&gt;", "&", "&amp;", "`", "\\`", "*", "\\*", "_", "\\_",
	"[", "\\[", "]", "\\]", "@", "&#64;", "#", "\\#",
)

// cell is text that means nothing to Markdown or HTML.
func cell(s string) string { return cellEscapes.Replace(words.Printable(s)) }
