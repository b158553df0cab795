package shrink

import (
	"fmt"
	"slices"
)

// structure leaves out whatever is not needed, until nothing more can go.
func (s *shrinker) structure() {
	for again := true; again && s.failed == nil && s.runs < s.Limit; {
		again = s.servers()
		again = s.delta("steps", s.stepFlags()) || again
		for _, one := range s.model.left() {
			if one.tree != nil && !one.fixed {
				again = s.trees(one.tree) || again
			}
			again = s.parts(one) || again
		}
	}
}

// servers leaves out one name after the other, everywhere at once.
func (s *shrinker) servers() (changed bool) {
	for _, gone := range s.model.names() {
		flags, ok := s.model.flagsOf(gone)
		if ok && len(flags) > 0 {
			changed = s.try(fmt.Sprintf("%q", gone), flags) || changed
		}
	}
	return changed
}

func (s *shrinker) stepFlags() []*bool {
	var flags []*bool
	for _, one := range s.model.left() {
		if !one.fixed {
			flags = append(flags, &one.gone)
		}
	}
	return flags
}

// trees leaves out members and items: first of the outermost.
func (s *shrinker) trees(t *tree) (changed bool) {
	var flags []*bool
	for _, k := range t.kids {
		if !k.gone {
			flags = append(flags, &k.gone)
		}
	}
	changed = s.delta("parts of a block", flags)
	for _, k := range t.kids {
		if !k.gone {
			changed = s.trees(k) || changed
		}
	}
	return changed
}

// parts leaves out rows of a table and names of lists.
func (s *shrinker) parts(one *step) (changed bool) {
	if one.fixed {
		return false
	}
	var rows []*bool
	for i, r := range one.rows {
		if i > 0 && !r.gone { // the first one is the header
			rows = append(rows, &r.gone)
		}
	}
	changed = s.delta("rows", rows)
	for _, p := range one.text {
		var names []*bool
		for _, n := range p.names {
			if !n.gone {
				names = append(names, &n.gone)
			}
		}
		if len(names) > 1 {
			changed = s.delta("names", names) || changed
		}
	}
	return changed
}

// try sets flags and takes that back if the failure is not the same then.
func (s *shrinker) try(what string, flags []*bool) bool {
	for _, f := range flags {
		*f = true
	}
	if s.same(what) {
		return true
	}
	for _, f := range flags {
		*f = false
	}
	return false
}

// delta is delta debugging: it sets as many flags as it can, large runs of them first.
func (s *shrinker) delta(what string, flags []*bool) (changed bool) {
	for size := len(flags); size > 0; size /= 2 {
		for i := 0; i < len(flags); {
			chunk := flags[i:min(i+size, len(flags))]
			if s.try(fmt.Sprintf("%d of the %s", len(chunk), what), chunk) {
				flags = slices.Concat(flags[:i], flags[i+len(chunk):])
				changed = true
				continue
			}
			i += size
		}
	}
	return changed
}

// smallValues brings times towards nothing and counts towards one.
func (s *shrinker) smallValues() {
	for _, v := range s.model.values() {
		for s.smallerValue(v) {
		}
	}
}

func (s *shrinker) smallerValue(v *value) bool {
	was := v.text
	for _, try := range v.smaller() {
		if v.text = try; s.same(was + " became " + try) {
			return true
		}
	}
	v.text = was
	return false
}

// explain tries other values instead of those that are left.
func (s *shrinker) explain() []Value {
	var out []Value
	for _, one := range s.model.left() {
		if one.fixed {
			continue
		}
		values := one.text.values()
		if one.tree != nil {
			values = append(values, one.tree.values()...)
		}
		for _, v := range values {
			out = append(out, s.explainOne(v, one.String()))
		}
	}
	for _, t := range s.model.disturb {
		for _, v := range t.values() {
			out = append(out, s.explainOne(v, t.String()))
		}
	}
	return out
}

func (s *shrinker) explainOne(v *value, where string) Value {
	was := v.text
	out := Value{Text: v.String(), Where: where}
	slips := s.slips
	for _, other := range v.others() {
		if v.text = other; s.same(was + " became " + other) {
			out.Same = append(out.Same, other)
		} else {
			out.Others = append(out.Others, other)
		}
	}
	v.text = was
	s.slips = slips // another value is not a smaller scenario
	return out
}

// otherSeeds is how many are tried.
const otherSeeds = 5

// anySeed reports whether the failure is the same with other seeds.
func (s *shrinker) anySeed() bool {
	was, known := s.Variation, s.known
	defer func() { s.Variation, s.known = was, known }()
	for i := range uint64(otherSeeds) {
		s.Variation.Seed, s.known = was.Seed+i+1, map[string]bool{}
		if !s.same("another seed") {
			return false
		}
	}
	return true
}
