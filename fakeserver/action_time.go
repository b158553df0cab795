package fakeserver

import "time"

// delayAction waits before it goes on.
type delayAction struct {
	// For how long; 0s = not at all.
	For *time.Duration `yaml:"for" short:"true"`
}

func (a delayAction) apply(x *exec) bool { return pause(*a.For)(x) }

// pause waits for d, if it is positive.
func pause(d time.Duration) step {
	return func(x *exec) bool {
		if d <= 0 {
			return true
		}
		x.sleep(d)
		return false
	}
}

// holdAction waits until [Server.Release] is called with its label.
type holdAction struct {
	// Label by which it is released.
	Label string `yaml:"label" short:"true"`
}

func (a holdAction) apply(x *exec) bool {
	x.label = a.Label
	x.s.held = append(x.s.held, x)
	return false
}

// answerAction answers now instead of at the end of the list: what follows happens
// after the answer. A second one is a duplicate answer. On a GET it opens the
// stream.
type answerAction struct{}

func (answerAction) apply(x *exec) bool {
	x.push(x.conclusion()...)
	return true
}

// neverAction leaves the request without an answer.
type neverAction struct{}

func (neverAction) apply(x *exec) bool {
	x.mute()
	x.w.hang()
	return true
}

// duplicateAction sends the answer again right after it.
type duplicateAction struct {
	// Times it is sent again, at most 100000; 0 = 1.
	Times int `yaml:"times" short:"true"`
}

func (a duplicateAction) apply(x *exec) bool {
	x.copies += max(1, a.Times)
	return true
}

// reorderAction holds the answer back until later ones have been sent.
type reorderAction struct {
	// Behind is the number of answers that must go first; 0 = 1.
	Behind int `yaml:"behind" short:"true"`
}

func (a reorderAction) apply(x *exec) bool {
	x.behind = x.c.answered + max(1, a.Behind)
	x.c.reordered = append(x.c.reordered, x)
	return false
}

// batchAction collects answers and sends them as one JSON array, as the answer to the
// last of the requests.
type batchAction struct {
	// Size is the number of answers in the array; 0 = 1.
	Size int `yaml:"size" short:"true"`
}

func (a batchAction) apply(x *exec) bool {
	x.batch = max(1, a.Size)
	return true
}
