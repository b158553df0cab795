package shrink

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// model is a scenario in which anything can be left out or changed.
type model struct {
	draft   gherkin.Draft
	steps   []*step
	disturb []*text
}

// step is one step of it.
type step struct {
	text
	keyword   gherkin.Keyword
	mediaType string
	doc       *string // of a block that is no tree
	tree      *tree
	rows      []*row
	gone      bool
	fixed     bool // it fails: its text is what failures are compared by
}

type row struct {
	cells []string
	gone  bool
}

// text is a line of words in which lists and values can be changed.
type text []*piece

// piece is plain text, a value, or a list of names in quotes.
type piece struct {
	plain string
	value *value
	names []*name
}

type name struct {
	text string
	gone bool
}

var pieces = regexp.MustCompile(`"[^"]*"|\b\d[\w.]*\b`)

// parseText finds lists and values.
func parseText(s string) text {
	var out text
	for {
		at := pieces.FindStringIndex(s)
		if at == nil {
			return append(out, &piece{plain: s})
		}
		out = append(out, &piece{plain: s[:at[0]]}, pieceOf(s[at[0]:at[1]]))
		s = s[at[1]:]
	}
}

func pieceOf(s string) *piece {
	if inner, ok := strings.CutPrefix(s, `"`); ok {
		p := &piece{}
		for one := range strings.SplitSeq(strings.TrimSuffix(inner, `"`), ", ") {
			p.names = append(p.names, &name{text: one})
		}
		return p
	}
	if v := (value{text: s}); v.readable() {
		return &piece{value: &v}
	}
	return &piece{plain: s}
}

func (t text) String() string {
	var b strings.Builder
	for _, p := range t {
		switch {
		case p.value != nil:
			b.WriteString(p.value.text)
		case p.names != nil:
			var left []string
			for _, n := range p.names {
				if !n.gone {
					left = append(left, n.text)
				}
			}
			b.WriteString(`"` + strings.Join(left, ", ") + `"`)
		default:
			b.WriteString(p.plain)
		}
	}
	return b.String()
}

func (t text) values() []*value {
	var out []*value
	for _, p := range t {
		if p.value != nil {
			out = append(out, p.value)
		}
	}
	return out
}

func newModel(d gherkin.Draft, disturb []string) *model {
	m := &model{draft: d}
	for _, s := range d.Steps {
		one := &step{text: parseText(s.Text), keyword: s.Keyword, mediaType: s.MediaType, doc: s.Doc}
		if s.Doc != nil && (s.MediaType == "yaml" || s.MediaType == "json") {
			one.tree = parseTree(*s.Doc)
		}
		for _, cells := range s.Table {
			one.rows = append(one.rows, &row{cells: cells})
		}
		m.steps = append(m.steps, one)
	}
	for _, s := range disturb {
		t := parseText(s)
		m.disturb = append(m.disturb, &t)
	}
	return m
}

// current is the scenario as it is now.
func (m *model) current() (gherkin.Draft, []string) {
	d := m.draft
	d.Steps = nil
	for _, s := range m.left() {
		one := gherkin.DraftStep{Keyword: s.keyword, Text: s.String(), MediaType: s.mediaType, Doc: s.doc}
		if s.tree != nil {
			block := s.tree.block(s.mediaType)
			one.Doc = &block
		}
		for _, r := range s.rows {
			if !r.gone {
				one.Table = append(one.Table, r.cells)
			}
		}
		d.Steps = append(d.Steps, one)
	}
	var disturb []string
	for _, t := range m.disturb {
		disturb = append(disturb, t.String())
	}
	return d, disturb
}

// left are the steps that are not gone.
func (m *model) left() []*step {
	return slices.DeleteFunc(slices.Clone(m.steps), func(s *step) bool { return s.gone })
}

// values are the times and numbers that may be changed.
func (m *model) values() []*value {
	var out []*value
	for _, s := range m.left() {
		if s.fixed {
			continue
		}
		out = append(out, s.text.values()...)
		if s.tree != nil {
			out = append(out, s.tree.values()...)
		}
	}
	for _, t := range m.disturb {
		out = append(out, t.values()...)
	}
	return out
}

// names are those in quotes that come up in more than one place.
func (m *model) names() []string {
	count := map[string]int{}
	var order []string
	for _, s := range m.left() {
		for _, p := range s.text {
			for _, n := range p.names {
				if !n.gone {
					if count[n.text]++; count[n.text] == 1 {
						order = append(order, n.text)
					}
				}
			}
		}
	}
	return order
}

// flagsOf are what goes when a name goes: its places in lists, and the steps about it alone.
// ok is false if the step that fails is about it alone.
func (m *model) flagsOf(gone string) (flags []*bool, ok bool) {
	for _, s := range m.left() {
		for _, p := range s.text {
			i := slices.IndexFunc(p.names, func(n *name) bool { return n.text == gone && !n.gone })
			switch {
			case i < 0:
			case s.fixed:
				return nil, false
			case len(p.names) == 1:
				flags = append(flags, &s.gone)
			default:
				flags = append(flags, &p.names[i].gone)
			}
		}
	}
	return flags, true
}
