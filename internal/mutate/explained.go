package mutate

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

// Explained are mutants that may survive, each with its reason.
type Explained map[ID]Reason

// Reason is why a mutant may survive, and the line of the list that says so.
type Reason struct {
	Why  string
	Line int
}

// entry is one of them as the list has it.
type entry struct {
	ID  `yaml:",inline"`
	Why string `yaml:"why"`
}

// Entry is the line of a mutant in the list.
func Entry(id ID, why string) (string, error) {
	text, err := yamldoc.Line(entry{id, why})
	return "- " + text, err
}

// ReadExplained reads a list of mutants with why.
func ReadExplained(name string) (Explained, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []entry
	if err := yamldoc.Decode(data, &list, true); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	lines, err := linesOf(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	all := Explained{}
	for i, e := range list {
		if e.Why == "" {
			return nil, fmt.Errorf("%s:%d: %s %s has no reason: add why", name, lines[i], e.File, e.ID)
		}
		if first, listed := all[e.ID]; listed {
			return nil, fmt.Errorf("%s:%d: %s %s is listed twice, first in line %d", name, lines[i], e.File, e.ID, first.Line)
		}
		all[e.ID] = Reason{Why: e.Why, Line: lines[i]}
	}
	return all, nil
}

// linesOf are the lines on which the items of a list begin.
func linesOf(data []byte) ([]int, error) {
	file, err := yamldoc.Parse(data, 0)
	if err != nil {
		return nil, err
	}
	var lines []int
	for _, doc := range file.Docs {
		if list, ok := doc.Body.(*ast.SequenceNode); ok {
			for _, item := range list.Values {
				lines = append(lines, item.GetToken().Position.Line)
			}
		}
	}
	return lines, nil
}

// Stale is an explained mutant that the source does not have any more.
type Stale struct {
	ID
	Line int // of the list
	Now  *ID // what it may be now, nil if nothing is like it
}

func (s Stale) String() string {
	text := fmt.Sprintf("the source has no such mutant any more: %s %s\n  ", s.File, s.ID)
	if s.Now == nil {
		return text + "take the entry out, unless the mutant has another name now"
	}
	return text + fmt.Sprintf("is it %s %s now? Then give the entry these words, otherwise take it out", s.Now.File, s.Now)
}

// Stale finds them, in the order of the list. whole are all packages that the list may name.
func (e Explained) Stale(whole *Program) []Stale {
	all := map[ID]bool{}
	for _, m := range whole.Mutants() {
		all[m.ID] = true
	}
	var stale []Stale
	for id, reason := range e {
		if !all[id] {
			stale = append(stale, Stale{ID: id, Line: reason.Line, Now: e.nearest(id, all)})
		}
	}
	slices.SortFunc(stale, func(a, b Stale) int { return a.Line - b.Line })
	return stale
}

// nearest is the mutant that is most like one that is gone and is not explained, nil if
// none is.
func (e Explained) nearest(gone ID, all map[ID]bool) *ID {
	var like []ID
	for id := range all {
		if _, explained := e[id]; !explained && likeness(id, gone) > 0 {
			like = append(like, id)
		}
	}
	if len(like) == 0 {
		return nil
	}
	best := slices.MinFunc(like, func(a, b ID) int {
		return cmp.Or(likeness(b, gone)-likeness(a, gone), cmp.Compare(a.File, b.File), cmp.Compare(a.String(), b.String()))
	})
	return &best
}

// likeness is 3 for another of the same code in one function, 2 for the same code in another
// function or file, 1 for other code of the same function, and 0 for anything else.
func likeness(a, b ID) int {
	file, function := a.File == b.File, a.Func == b.Func
	code := a.From == b.From && a.To == b.To
	switch {
	case a.Operator != b.Operator:
		return 0
	case file && function && code:
		return 3
	case code && (file || function):
		return 2
	case file && function:
		return 1
	}
	return 0
}
