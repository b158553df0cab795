// Package mutate asks how much of a program its features and tests hold fast: it
// makes small random mistakes in the source, the mutants, and sees which of them
// nothing notices.
//
// All mutants of a sample are built into one program, through an overlay of
// rewritten files, and are switched on one at a time by an environment variable
// (see package on), so that a mutant costs a run of the features and no build.
// A mistake that does not compile is no mutant, nor is one in what is for simulations
// alone, the names of actors and where they yield, or in a zero value beside an error.
//
// What takes long is asked in parts, and of these only about mutants that they execute
// where it makes a difference; a part that fails without a mutant is not asked, and a
// survivor says so.
//
// It judges no mutant by itself and knows no equivalent ones: a list in the
// repository explains those that may survive.
package mutate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path"
	"slices"
)

// ID names a mutant in a way that survives edits elsewhere in its file.
type ID struct {
	File     string `json:"file" yaml:"file"` // from the root of the module
	Func     string `json:"func" yaml:"func"` // the function, or what is declared outside of functions: "*Manager.Call"
	Operator string `json:"op" yaml:"op"`
	From     string `json:"from" yaml:"from"`
	To       string `json:"to" yaml:"to"`
	Nth      int    `json:"nth,omitempty" yaml:"nth,omitempty"` // 2 for the second that is otherwise the same; 0 for the first
}

// String is the mutant on one line, without its place.
func (id ID) String() string {
	s := fmt.Sprintf("%s [%s] `%s` → `%s`", id.Func, id.Operator, id.From, id.To)
	if id.Nth > 0 {
		s += fmt.Sprintf(" (%d)", id.Nth)
	}
	return s
}

// Package is the folder of the mutant, from the root of the module.
func (id ID) Package() string { return path.Dir(id.File) }

// Mutant is one mistake in a file.
type Mutant struct {
	ID
	Line  int // in the source as it is now
	start int // the code it is about, as offsets in the file
	end   int
	edits func(number int) []edit

	exported bool // it makes an exported constant a variable, which importers may not bear
}

// rank orders the mutants of a seed. It depends on nothing but seed and name, so
// that an edit elsewhere leaves most of a sample as it was.
func (m *Mutant) rank(seed uint64) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", seed, m.File, m.ID))
	return binary.BigEndian.Uint64(sum[:])
}

// Draw returns the first n mutants of a seed that compile, at most one per line.
func Draw(all []*Mutant, seed uint64, n int, compiles func(*Mutant) bool) []*Mutant {
	ranked := slices.Clone(all)
	slices.SortFunc(ranked, func(a, b *Mutant) int { return cmp.Compare(a.rank(seed), b.rank(seed)) })
	type line struct {
		file string
		n    int
	}
	taken := map[line]bool{}
	var drawn []*Mutant
	for _, m := range ranked {
		place := line{m.File, m.Line}
		if len(drawn) == n {
			break
		}
		if !taken[place] && compiles(m) {
			taken[place] = true
			drawn = append(drawn, m)
		}
	}
	return drawn
}
