package tell

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// Findings tells what checks find out about a server or a client: what fails and what
// warns in full, as soon as it is known, and at the end the findings in short, what was
// expected to fail, what was not decided, and how many. It is not safe for concurrent
// use. Errors of the writer are kept and returned by Close.
type Findings struct {
	Brief   bool // findings of level MAY have no timeline: there are many, and their commands show it
	out     io.Writer
	paint   Paint
	results []reports.Result
	told    reports.Result // the finding that was told last
	err     error
}

// NewFindings returns a telling on out. A nil paint means no colours.
func NewFindings(out io.Writer, paint Paint) *Findings {
	if paint == nil {
		paint = func(_ Role, s string) string { return s }
	}
	return &Findings{out: out, paint: paint}
}

// Headline says what is being looked at. It ends with an end of line, or is empty.
func (f *Findings) Headline(text string) { f.printf("%s", text) }

// Add takes the next result.
func (f *Findings) Add(r reports.Result) {
	f.results = append(f.results, r)
	if isFinding(r) {
		f.finding(r)
	}
}

// Close tells the end. planned is how many examples were meant to run, took how long
// they did; remarks are what else was noticed, a line each. The list of findings comes after
// what was not decided, which is long: the end of a terminal is what is read.
func (f *Findings) Close(results []reports.Result, planned int, took time.Duration, remarks string) error {
	f.results = results // a baseline may have judged them
	f.undecided()
	f.expected()
	f.short()
	f.counts(took)
	f.printf("%s", remarks)
	if left := planned - len(f.results); left > 0 {
		f.printf("%s did not run\n", words.Count(left, "example"))
	}
	return f.err
}

func isFinding(r reports.Result) bool {
	return (r.Verdict == reports.Failed || r.Verdict == reports.Warned) && !r.Stale
}

func (f *Findings) printf(format string, args ...any) {
	if f.err == nil {
		_, f.err = fmt.Fprintf(f.out, format, args...)
	}
}

// ownID is the id in a message that is quoted: each request has one of its own.
var ownID = words.Pattern(`(\\?"id\\?":)\d+`)

// said is what a finding says, whatever the ids of messages are.
func said(r reports.Result) string { return ownID().ReplaceAllString(r.Error, "$1") }

// finding tells one failure in full. After one of the same check it is told without what the
// check says, and in a line if it says the same.
func (f *Findings) finding(r reports.Result) {
	before := f.told
	again := before.URI == r.URI && before.Rule.Line == r.Rule.Line && before.Verdict == r.Verdict && before.Level == r.Level
	if again && said(before) == said(r) {
		f.printf("  the same: example: %s\n", words.Printable(r.Name))
		f.own(before.Rule.Text, r.Rule.Text)
		f.told.Rule = r.Rule
		return
	}
	f.told = r
	if !again {
		f.printf("\n%s %s %s  %s\n", f.paint.Word(r.Verdict), strings.Join(r.Rule.IDs, " "), r.Level, f.paint(Heading, words.Printable(r.Rule.Name)))
	}
	f.printf("  example: %s\n", words.Printable(r.Name))
	f.printf("  %s\n", strings.ReplaceAll(words.Clip(words.PrintableLines(r.Error), words.MaxShown), "\n", "\n    ")) // no line of it looks like one of ours
	if !again {
		f.rule(r.Rule)
	} else {
		f.own(before.Rule.Text, r.Rule.Text)
	}
	if !f.Brief || r.Level != "MAY" {
		for _, l := range r.Timeline {
			f.printf("    %s\n", words.Printable(l))
		}
	}
	if !again || before.Reproduce != r.Reproduce {
		f.printf("  reproduce: %s\n", words.Visible(r.Reproduce))
	}
}

// rule tells what a check says of all its findings.
func (f *Findings) rule(r reports.Rule) {
	for l := range strings.SplitSeq(r.Text, "\n") {
		f.printf("  %s\n", words.Visible(l))
	}
	if url := r.SpecURL(); url != "" {
		f.printf("  See: %s\n", url)
	}
	if r.Practice != "" {
		f.printf("  In practice: %s\n", r.Practice)
	}
}

// own tells what the check says of this finding and has not said of the one before.
func (f *Findings) own(before, text string) {
	said := strings.Split(before, "\n")
	for l := range strings.SplitSeq(text, "\n") {
		if !slices.Contains(said, l) {
			f.printf("  %s\n", words.Visible(l))
		}
	}
}

// short lists the findings, one line for each check, if there are several.
func (f *Findings) short() {
	var lines []string
	seen := map[string]bool{}
	for _, verdict := range []reports.Verdict{reports.Failed, reports.Warned} {
		for _, r := range f.results {
			if id := strings.Join(r.Rule.IDs, " "); r.Verdict == verdict && !r.Stale && !seen[id] {
				seen[id] = true
				lines = append(lines, fmt.Sprintf("%s %-8s  %-6s  %s\n", f.paint.Word(r.Verdict), id, r.Level, words.Printable(r.Rule.Name)))
			}
		}
	}
	if len(lines) > 1 {
		f.printf("\n%s", strings.Join(lines, ""))
	}
}

// expected lists what was expected to fail, and what is expected no more.
func (f *Findings) expected() {
	separator := "\n"
	line := func(role Role, word, text string) {
		f.printf("%s%s %s\n", separator, f.paint(role, word), words.Printable(text))
		separator = ""
	}
	for _, r := range f.results {
		if r.Verdict != reports.Expected {
			continue
		}
		text := fmt.Sprintf("%s %s  %s (%s)", strings.Join(r.Rule.IDs, " "), r.Level, r.Rule.Name, r.Name)
		if r.Expected != "" {
			text += ": " + r.Expected
		}
		line(Quiet, r.Verdict.Word(), text)
	}
	for _, r := range f.results {
		if r.Stale {
			line(Bad, "stale", r.Error)
		}
	}
}

// undecided lists what was neither passed nor failed, one line for each reason: first
// what another check has told, with all that build on it.
func (f *Findings) undecided() {
	var order []string
	ids, see := map[string][]string{}, f.leads()
	for _, r := range f.results {
		if r.Verdict != reports.NotObserved && r.Verdict != reports.NotTestable && r.Verdict != reports.NotRun {
			continue
		}
		reason, _, _ := strings.Cut(r.Error, "\n")
		reason = string(r.Verdict) + ": " + words.Clip(words.Printable(reason), words.MaxShown)
		if r.See != "" {
			reason = string(r.Verdict) + ": see " + origin(r.See, see)
		}
		if ids[reason] == nil {
			order = append(order, reason)
		}
		if id := strings.Join(r.Rule.IDs, " "); !slices.Contains(ids[reason], id) {
			ids[reason] = append(ids[reason], id)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(sees(b), sees(a)) })
	for i, reason := range order {
		if i == 0 {
			f.printf("\n")
		}
		f.printf("%s  (%s)\n", f.paint(Quiet, reason), folded(ids[reason]))
	}
}

// leads says, by check, which other one says why it is not testable, of those that find nothing
// themselves.
func (f *Findings) leads() map[string]string {
	see := map[string]string{}
	for _, r := range f.results {
		if id := strings.Join(r.Rule.IDs, " "); r.See != "" && r.See != id && see[id] == "" {
			see[id] = r.See
		}
	}
	for _, r := range f.results {
		if r.Verdict == reports.Failed || r.Verdict == reports.Warned || r.Verdict == reports.Expected {
			delete(see, strings.Join(r.Rule.IDs, " "))
		}
	}
	return see
}

// origin is the check that tells what is to be seen at a check: that may leave it to a third one.
func origin(id string, see map[string]string) string {
	for range len(see) {
		next, left := see[id]
		if !left {
			break
		}
		id = next
	}
	return id
}

func sees(reason string) int {
	if strings.Contains(reason, ": see ") {
		return 1
	}
	return 0
}

// folded are ids in one line: of those of a family only the first is written out.
func folded(ids []string) string {
	families := map[string][]string{}
	var order []string
	for _, id := range ids {
		i := strings.LastIndex(id, "-") + 1
		family, number := id[:i], id[i:]
		if families[family] == nil {
			order = append(order, family)
		}
		families[family] = append(families[family], number)
	}
	var out []string
	for _, family := range order {
		slices.Sort(families[family])
		out = append(out, family+strings.Join(families[family], " "))
	}
	return strings.Join(out, ", ")
}

// counts is one line. It has a verdict that no check came to, too, but for what is
// expected: mostly nothing is.
func (f *Findings) counts(took time.Duration) {
	s := reports.Summarise(f.results)
	total := 0
	for _, n := range s.Rules {
		total += n
	}
	f.printf("\n%s:", words.Count(total, "check"))
	separator := " "
	for _, verdict := range []reports.Verdict{
		reports.Passed, reports.Failed, reports.Warned, reports.Expected, reports.NotObserved, reports.NotTestable, reports.NotRun,
	} {
		if (verdict == reports.Expected || verdict == reports.NotRun) && s.Rules[verdict] == 0 {
			continue
		}
		f.printf("%s%d %s", separator, s.Rules[verdict], verdict)
		separator = ", "
		if verdict == reports.NotTestable && s.Blocked > 0 {
			f.printf(" (%d for what another check tells)", s.Blocked)
		}
	}
	f.printf("; in %s\n", took.Round(time.Millisecond))
}
