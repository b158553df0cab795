package clientcheck

import "time"

// judgingAfter is how long what came in time is judged when the time for all runs is over.
const judgingAfter = time.Second

// Late is not observed when there is no time left for judging; nil = there is.
func (b *Bench) Late() error {
	if b.Target.Clock.Since(b.begun) <= b.Target.Budget+judgingAfter {
		return nil
	}
	return b.over()
}

// Judge calls what judges runs, unless there is no time left for that. When there is none
// any more, every run is over where it is looked at: nothing is found in it, so that the
// judging soon ends, and whatever it says is not observed. What the client has said may be so
// much that to judge it takes longer than to run it.
func (b *Bench) Judge(judge func() error) error {
	if late := b.Late(); late != nil {
		return late
	}
	b.judging.Add(1)
	defer b.judging.Add(-1)
	err := judge()
	if late := b.Late(); late != nil {
		return late
	}
	return err
}

// cut reports whether runs are over for a judging that goes on.
func (b *Bench) cut() bool { return b.judging.Load() > 0 && b.Late() != nil }
