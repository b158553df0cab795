package clientcheck

import "time"

// judgingAfter is how long what came in time is judged when the time for all runs is over.
const judgingAfter = time.Second

// tooLate ends the judging of a run; [Bench.Judge] recovers it.
type tooLate struct{ reason error }

// Late is not observed when there is no time left for judging; nil = there is.
func (b *Bench) Late() error {
	if b.Target.Clock.Since(b.begun) <= b.Target.Budget+judgingAfter {
		return nil
	}
	return b.over()
}

// Judge calls what judges runs, unless there is no time left for that. When there is none
// any more, the judging ends as soon as it looks at a run again: it is not observed. What
// the client has said may be so much that to judge it takes longer than to run it.
func (b *Bench) Judge(judge func() error) (err error) {
	if late := b.Late(); late != nil {
		return late
	}
	b.judging.Add(1)
	defer b.judging.Add(-1)
	defer func() {
		switch v := recover().(type) {
		case nil:
		case tooLate:
			err = v.reason
		default:
			panic(v)
		}
	}()
	return judge()
}

// poll ends the judging that goes on if there is no time left for it.
func (b *Bench) poll() {
	if b.judging.Load() == 0 {
		return
	}
	if late := b.Late(); late != nil {
		panic(tooLate{late})
	}
}
