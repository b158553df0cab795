package fakeserver

// stdinAction makes the process stop reading, or read again. What it has read in
// advance (at most 64 KiB) is not handled while it is stopped.
type stdinAction struct {
	// Do is stop or resume.
	Do stdinVerb `yaml:"do" short:"true"`
}

// stdinVerb is stop or resume.
type stdinVerb string

// What can be done to stdin.
const (
	stdinStop   stdinVerb = "stop"
	stdinResume stdinVerb = "resume"
)

func (stdinVerb) words() []string { return []string{string(stdinStop), string(stdinResume)} }

func (a stdinAction) apply(x *exec) bool {
	if p := x.process("stdin"); p != nil {
		p.setStopped(a.Do != stdinResume)
	}
	return true
}

// exitAction ends the process after what was written before has been taken.
type exitAction struct {
	// Code of the exit, 0 to 255. A WebSocket is closed regularly by 0, cut by 1, and
	// closed with the status 1000 + code by any other.
	Code int `yaml:"code" short:"true"`
}

func (a exitAction) apply(x *exec) bool {
	p := x.process("exit")
	if p == nil {
		return true
	}
	p.exit(a.Code)
	return false
}

// ignoreAction makes the connection ignore something from now on.
type ignoreAction struct {
	// What it ignores.
	What []Ignorable `yaml:"what" short:"true"`
}

// Ignorable is something a correct server reacts to: "eof", "term" or "cancel".
type Ignorable string

// What can be ignored.
const (
	ignoreEOF    Ignorable = "eof"    // the end of stdin
	ignoreTerm   Ignorable = "term"   // TERM
	ignoreCancel Ignorable = "cancel" // notifications/cancelled: answers come anyway
)

func (Ignorable) words() []string {
	return []string{string(ignoreEOF), string(ignoreTerm), string(ignoreCancel)}
}

func (a ignoreAction) apply(x *exec) bool {
	x.c.ignore(a.What)
	return true
}
