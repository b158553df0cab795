// Package process is how a runtime starts the program of a stdio server: what to
// run, what a running child can be asked, and who starts it. [OS] starts processes of
// the operating system, each in a session and a process group of its own; an emulation is
// another [Starter].
//
// It reads and writes nothing: framing and the rules for ending a server belong to
// the stdio transport.
package process

import "io"

// Command is what to run. Nothing is expanded and nothing inherited: Env is the
// whole environment ("NAME=value"), the parent's already overlaid by the
// configured one (F-41).
type Command struct {
	Path string // looked up in the PATH of Env if it has no separator
	Args []string
	Env  []string
	Dir  string // "" = the parent's
	// Outlived is called by [OS] on Linux for each process of the command that is alive
	// although its group is dead, before Wait returns; nil: they are not looked for. A
	// process that left the group is found if it still holds stdout or stderr, or if it
	// descended from the command when that was asked to end; it is not killed.
	Outlived func(Survivor)
	// Ended is called by [OS] on Linux when the process has ended, before what is left
	// of its group is killed; Wait returns after it. nil: it is not told.
	Ended func()
}

// Survivor is a process that a command has left behind.
type Survivor struct {
	PID     int
	Command string // its command line, at most 200 bytes of it
}

// Starter starts processes: [OS] does, and so does an emulation.
type Starter interface {
	Start(Command) (Process, error)
}

// Process is a running child with its three pipes. Terminate and Kill reach
// its whole group. Stdout and Stderr are closed when they are io.Closers and
// no longer needed; that must end a read that is waiting.
type Process interface {
	Stdin() io.WriteCloser
	Stdout() io.Reader
	Stderr() io.Reader
	// Wait returns the exit code, or -1 and a reason after a signal.
	Wait() (code int, err error)
	Terminate() error
	Kill() error
	PID() int
}

// Notifier is a process that says itself when it has ended, which saves its owner a
// goroutine in Wait.
type Notifier interface {
	// OnEnd has f called once: by the goroutine that noticed the end, or at once if the
	// process has ended. Wait returns without waiting then. A process has one such f.
	OnEnd(f func())
}

// StarterFunc makes a function a Starter.
type StarterFunc func(Command) (Process, error)

// Start calls f.
func (f StarterFunc) Start(c Command) (Process, error) { return f(c) }
