package fakeserver

import "time"

// Delay waits before it goes on.
type Delay struct {
	// For how long.
	For time.Duration `yaml:"for" short:"true"`
}

func (a Delay) apply(x *exec) bool {
	if a.For <= 0 {
		return true
	}
	x.sleep(a.For)
	return false
}

// Hold waits until [Server.Release] is called with its label.
type Hold struct {
	// Label by which it is released.
	Label string `yaml:"label" short:"true"`
}

func (a Hold) apply(x *exec) bool {
	x.label = a.Label
	x.s.held = append(x.s.held, x)
	return false
}

// AnswerNow answers now instead of at the end of the list: what follows happens
// after the answer. A second one is a duplicate answer. On a GET it opens the
// stream.
type AnswerNow struct{}

func (AnswerNow) apply(x *exec) bool {
	x.push(x.conclusion()...)
	return true
}

// Never leaves the request without an answer.
type Never struct{}

func (Never) apply(x *exec) bool {
	x.mute()
	x.w.hang()
	return true
}

// Duplicate sends the answer again right after it.
type Duplicate struct {
	// Times it is sent again; 0 = 1.
	Times int `yaml:"times" short:"true"`
}

func (a Duplicate) apply(x *exec) bool {
	x.copies += max(1, a.Times)
	return true
}

// Reorder holds the answer back until later ones have been sent.
type Reorder struct {
	// Behind is the number of answers that must go first; 0 = 1.
	Behind int `yaml:"behind" short:"true"`
}

func (a Reorder) apply(x *exec) bool {
	x.behind = x.c.answered + max(1, a.Behind)
	x.c.reordered = append(x.c.reordered, x)
	return false
}

// Batch collects answers and sends them as one JSON array, as the answer to the
// last of the requests.
type Batch struct {
	// Size is the number of answers in the array; 0 = 1.
	Size int `yaml:"size" short:"true"`
}

func (a Batch) apply(x *exec) bool {
	x.batch = max(1, a.Size)
	return true
}
