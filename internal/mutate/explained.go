package mutate

import (
	"fmt"
	"os"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

// Explained are mutants that may survive, each with its reason.
type Explained map[ID]string

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
	all := Explained{}
	for _, e := range list {
		if e.Why == "" {
			return nil, fmt.Errorf("%s: %s %s has no reason: add why", name, e.File, e.ID)
		}
		if all[e.ID] != "" {
			return nil, fmt.Errorf("%s: %s %s is listed twice", name, e.File, e.ID)
		}
		all[e.ID] = e.Why
	}
	return all, nil
}

// Stale returns the explained mutants that the packages of the program do not have
// any more.
func (e Explained) Stale(p *Program) []ID {
	known := map[ID]bool{}
	for _, m := range p.Mutants() {
		known[m.ID] = true
	}
	var stale []ID
	for id := range e {
		if p.covers(id.Package()) && !known[id] {
			stale = append(stale, id)
		}
	}
	return stale
}
