package probe

import (
	"slices"
	"time"
)

// Again is what was changed when tools were called once more, and whether it was told of: a
// server that tells of the first change may miss the second.
type Again struct {
	Changed []string // resources that were told of before
	Missed  []string // those of them that were not told of again
	Lists   []string // methods of lists that have changed and were not announced

	begin int // messages that had come before
}

// againTime is how long what has changed again may be told of: servers tell of many changes
// at once.
const againTime = 2 * time.Second

// call calls tools and returns what all resources are then. before is what they were.
func (a *Again) call(c *Conn, tools []Tool, told, all []string, before map[string]string) map[string]string {
	a.begin = c.Size()
	c.callAll(tools)
	after := c.contents(all)
	a.Changed = differing(told, before, after)
	missed := func(frames []Frame) []string {
		updated := Updated(frames)
		return slices.DeleteFunc(slices.Clone(a.Changed), func(uri string) bool { return Told(updated, uri) })
	}
	_ = c.Await(a.begin, againTime, func(frames []Frame) bool { return len(missed(frames)) == 0 })
	a.Missed = missed(c.From(a.begin))
	return after
}

// lists compares lists, whose changes are announced, with what they were before [Again.call].
func (a *Again) lists(c *Conn, s *Survey, before map[string]string) {
	now := map[string]string{}
	s.lists(c, now)
	missed := func(frames []Frame) []string { return unannounced(frames, before, now) }
	_ = c.Await(a.begin, againTime, func(frames []Frame) bool { return len(missed(frames)) == 0 })
	a.Lists = missed(c.From(a.begin))
}

// unannounced are the methods of lists that are others now than before, and of which frames do not
// tell.
func unannounced(frames []Frame, before, now map[string]string) (out []string) {
	for _, l := range Lists() {
		if before[l.Method] == now[l.Method] || now[l.Method] == "" || l.Optional() {
			continue
		}
		if !slices.ContainsFunc(frames, func(f Frame) bool { return f.Method() == "notifications/"+l.Capability+"/list_changed" }) {
			out = append(out, l.Method)
		}
	}
	return out
}
