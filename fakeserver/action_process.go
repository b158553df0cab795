package fakeserver

// Stdin makes the process stop reading, or read again. What it has read in
// advance (at most 64 KiB) is not handled while it is stopped.
type Stdin struct {
	// Do is stop or resume.
	Do StdinVerb `yaml:"do" short:"true"`
}

// StdinVerb is stop or resume.
type StdinVerb string

// What can be done to stdin.
const (
	StdinStop   StdinVerb = "stop"
	StdinResume StdinVerb = "resume"
)

func (StdinVerb) words() []string { return []string{string(StdinStop), string(StdinResume)} }

func (a Stdin) apply(x *exec) bool {
	if p := x.process("stdin"); p != nil {
		p.setStopped(a.Do != StdinResume)
	}
	return true
}

// Exit ends the process after what was written before has been taken.
type Exit struct {
	// Code of the exit, 0 to 255.
	Code int `yaml:"code" short:"true"`
}

func (a Exit) apply(x *exec) bool {
	p := x.process("exit")
	if p == nil {
		return true
	}
	p.exit(a.Code)
	return false
}

// Ignore makes the connection ignore something from now on.
type Ignore struct {
	// What it ignores.
	What []Ignorable `yaml:"what" short:"true"`
}

// Ignorable is something a correct server reacts to.
type Ignorable string

// What can be ignored.
const (
	IgnoreEOF    Ignorable = "eof"    // the end of stdin
	IgnoreTerm   Ignorable = "term"   // TERM
	IgnoreCancel Ignorable = "cancel" // notifications/cancelled: answers come anyway
)

func (Ignorable) words() []string {
	return []string{string(IgnoreEOF), string(IgnoreTerm), string(IgnoreCancel)}
}

func (a Ignore) apply(x *exec) bool {
	x.c.ignore(a.What)
	return true
}
