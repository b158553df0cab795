package gherkin

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
)

// ParseFeature reads a feature file, which is UTF-8. It checks the structure: a scenario outside
// a Rule, a Rule without a guarantee id and a scenario without steps or without
// rows are problems. Tags and steps are checked by [Feature.Check].
func ParseFeature(uri string, data []byte) (*Feature, Problems) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // some editors begin with it
	b := &builder{
		Feature:   &Feature{URI: uri, lines: strings.Split(string(data), "\n")},
		scenarios: map[string]scenario{},
		steps:     map[string]step{},
		rows:      map[string]int{},
	}
	for i, line := range b.lines {
		if len(line) > maxLine {
			return nil, Problems{b.problem(i+1, 1, fmt.Sprintf("the line has %d bytes, more than %d", len(line), maxLine), "")}
		}
	}
	ids := 0
	newID := func() string { ids++; return strconv.Itoa(ids) }
	for i, line := range b.lines {
		if !utf8.ValidString(line) {
			return nil, Problems{b.problem(i+1, 1, "this line is not UTF-8", "")}
		}
	}
	if at := tooLong(b.lines); at != 0 {
		return nil, Problems{b.problem(at, 1, fmt.Sprintf("the doc string has more than %d lines", maxDocString), "")}
	}
	doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(data), newID)
	if err != nil {
		return nil, b.syntax(err)
	}
	if doc.Feature == nil {
		return nil, Problems{b.problem(1, 1, "there is no feature in this file", "")}
	}
	if at, reason := overgrown(doc.Feature); reason != "" {
		b.report(at, reason, "split the file, or the table")
		return nil, b.problems
	}
	b.document(doc.Feature)
	for _, p := range gherkin.Pickles(*doc, uri, newID) {
		b.pickle(p)
	}
	return b.Feature, b.problems
}

const (
	// maxLine bounds a line of a feature, in bytes: the parser cannot read longer ones.
	maxLine = 32 << 10
	// maxDocString bounds the lines of a doc string: for each the parser copies all before it.
	maxDocString = 10_000
)

// tooLong is the line at which a doc string of too many lines begins; 0 = there is none.
func tooLong(lines []string) int {
	fence, begin := "", 0
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case fence == "" && (strings.HasPrefix(line, `"""`) || strings.HasPrefix(line, "```")):
			fence, begin = line[:3], i+1
		case fence == "":
		case strings.HasPrefix(line, fence):
			fence = ""
		case i-begin >= maxDocString:
			return begin
		}
	}
	return 0
}

// builder fills a feature from a syntax tree and its pickles.
type builder struct {
	*Feature
	problems  Problems
	scenarios map[string]scenario // by id
	steps     map[string]step     // by id
	rows      map[string]int      // lines by id
}

type step struct {
	*messages.Step
	background bool
}

type scenario struct {
	rule *Rule
	line int
	text string
	span span
}

func (b *builder) report(at *messages.Location, reason, hint string) {
	b.problems = append(b.problems, b.problem(int(at.Line), int(at.Column), reason, hint))
}

var parserError = regexp.MustCompile(`(?m)^\((\d+):(\d+)\): (.*)$`)

// syntax turns the parser's errors, which come as one text, into problems.
func (b *builder) syntax(err error) Problems {
	for _, m := range parserError.FindAllStringSubmatch(err.Error(), -1) {
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		b.problems = append(b.problems, b.problem(line, max(column, 1), m[3], ""))
	}
	if len(b.problems) == 0 {
		b.problems = Problems{b.problem(1, 1, err.Error(), "")}
	}
	return b.problems
}

func (b *builder) document(f *messages.Feature) {
	b.Name = f.Name
	b.useTags(f.Tags, false)
	for _, child := range f.Children {
		switch {
		case child.Background != nil:
			b.addSteps(child.Background.Steps, true)
		case child.Scenario != nil:
			b.report(child.Scenario.Location, "this scenario belongs to no Rule",
				"put a Rule with its guarantee id as a tag above it")
		case child.Rule != nil:
			b.rule(child.Rule)
		}
	}
	end := len(b.lines)
	for i := len(b.Rules) - 1; i >= 0; i-- {
		b.Rules[i].span.last = end
		end = b.Rules[i].span.first - 1
	}
	b.closeScenarios(f)
}

func (b *builder) rule(r *messages.Rule) {
	rule := &Rule{Name: r.Name, Line: int(r.Location.Line), Text: outdent(r.Description)}
	rule.span.first = firstLine(r.Location, r.Tags)
	b.useTags(r.Tags, true)
	for _, t := range r.Tags {
		if isID(t.Name) {
			rule.IDs = append(rule.IDs, strings.TrimPrefix(t.Name, "@"))
		}
	}
	if len(rule.IDs) == 0 {
		b.report(r.Location, "this Rule has no guarantee id",
			"tag it with the id that it proves, such as @OMP-LC-01; rules of your own are @X-01, @X-MYTOOL-01 …")
	}
	b.Rules = append(b.Rules, rule)
	examples := 0
	for _, child := range r.Children {
		if child.Background != nil {
			b.addSteps(child.Background.Steps, true)
		}
		if child.Scenario != nil {
			b.scenario(rule, child.Scenario)
			examples++
		}
	}
	if examples == 0 {
		b.report(r.Location, "this Rule has no example", "")
	}
}

func (b *builder) scenario(rule *Rule, s *messages.Scenario) {
	b.scenarios[s.Id] = scenario{
		rule: rule, line: int(s.Location.Line), text: instead(rule.Text, outdent(s.Description)),
		span: span{first: firstLine(s.Location, s.Tags)},
	}
	b.useTags(s.Tags, false)
	b.addSteps(s.Steps, false)
	rows := 0
	for _, examples := range s.Examples {
		b.useTags(examples.Tags, false)
		for _, row := range examples.TableBody {
			b.rows[row.Id] = int(row.Location.Line)
			rows++
		}
	}
	if len(s.Steps) == 0 {
		b.report(s.Location, "this scenario has no steps", "")
	}
	if len(s.Examples) > 0 && rows == 0 {
		b.report(s.Location, "this outline has no rows", "")
	}
}

// closeScenarios sets where each scenario ends: before the next one of its Rule,
// or with the Rule.
func (b *builder) closeScenarios(f *messages.Feature) {
	rules := 0
	for _, child := range f.Children {
		if child.Rule == nil {
			continue
		}
		end := b.Rules[rules].span.last
		rules++
		for i := len(child.Rule.Children) - 1; i >= 0; i-- {
			if s := child.Rule.Children[i].Scenario; s != nil {
				known := b.scenarios[s.Id]
				known.span.last = end
				end = known.span.first - 1
				b.scenarios[s.Id] = known
			}
		}
	}
}

func (b *builder) useTags(tags []*messages.Tag, onRule bool) {
	for _, t := range tags {
		b.tags = append(b.tags, tagUse{t.Name, int(t.Location.Line), int(t.Location.Column), onRule})
	}
}

func (b *builder) addSteps(steps []*messages.Step, background bool) {
	for _, s := range steps {
		b.steps[s.Id] = step{s, background}
	}
}

// pickle adds one example. Pickles outside Rules have been reported already.
func (b *builder) pickle(p *messages.Pickle) {
	s, ok := b.scenarios[p.AstNodeIds[0]]
	if !ok {
		return
	}
	e := &Example{Feature: b.Feature, Rule: s.rule, Name: p.Name, Line: s.line, Text: s.text, span: s.span}
	if len(p.AstNodeIds) > 1 {
		e.outline, e.Line = true, b.rows[p.AstNodeIds[1]]
	}
	for _, t := range p.Tags {
		e.Tags = append(e.Tags, t.Name)
	}
	for _, step := range p.Steps {
		e.Steps = append(e.Steps, b.step(step))
	}
	s.rule.Examples = append(s.rule.Examples, e)
}

func (b *builder) step(p *messages.PickleStep) ExampleStep {
	ast := b.steps[p.AstNodeIds[0]]
	var text Position
	if d := ast.DocString; d != nil {
		text = Position{int(d.Location.Line) + 1, int(d.Location.Column)}
	}
	return ExampleStep{
		Keyword:    strings.TrimSpace(ast.Keyword),
		Text:       p.Text,
		Line:       int(ast.Location.Line),
		Background: ast.background,
		column:     int(ast.Location.Column),
		kind:       keywordOf(p.Type),
		block:      p.Argument,
		text:       text,
	}
}

// firstLine is the line of the first tag, or the line of what is tagged.
func firstLine(at *messages.Location, tags []*messages.Tag) int {
	first := at.Line
	for _, t := range tags {
		first = min(first, t.Location.Line)
	}
	return int(first)
}

// ownLine is a line below the name of a scenario that stands instead of the Rule's.
var ownLine = regexp.MustCompile(`^(?:Spec|Fix): `)

// instead is the text of a Rule for one of its scenarios: with the lines of own in place of
// those of the same label, or behind the others.
func instead(text, own string) string {
	lines := strings.Split(text, "\n")
	for l := range strings.SplitSeq(own, "\n") {
		label := ownLine.FindString(l)
		if label == "" {
			continue
		}
		i := slices.IndexFunc(lines, func(old string) bool { return strings.HasPrefix(old, label) })
		if i < 0 {
			lines = append(lines, l)
			continue
		}
		lines[i] = l
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// outdent removes the indentation of every line.
func outdent(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
