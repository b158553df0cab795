package session

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/terminal"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// session is one life of a runtime with its user. One goroutine, that of loop, knows the
// model and writes; words are obeyed beside it, one at a time.
type session struct {
	*machine
	profile profile
	table   []word
	model   *model
	out     output

	screen *terminal.Screen // the table; nil: lines
	prompt *terminal.Prompt // nil: there is none
	lines  <-chan string    // what the user writes; nil: nothing
	unread error            // why lines ended early; of who has seen that they ended
	script []string         // what is obeyed first
	once   bool             // the session ends with the script

	proposed string          // the server that the user is asked to log in to; empty: none
	offered  map[string]bool // servers that the user was asked about

	starting, busy bool
	asked          bool // for a line
	code           int  // of the first word that failed
	failed         int  // words

	working sync.WaitGroup
	ended   chan outcome
}

// outcome is the end of a word, or of the start if there is none.
type outcome struct {
	request request
	action  action // the key that asked for it
	shown   shown
	err     error
	began   time.Time
}

// run lives until the user quits or the script ends, which is no error unless a word has
// failed, or until ctx ends.
func (s *session) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer s.children.Guard()()
	defer s.leave(cancel)
	s.starting = true
	s.working.Go(func() { s.end(ctx, outcome{err: s.profile.start(ctx)}) })
	if err := s.loop(ctx); err != nil {
		return err
	}
	if s.code != ui.ExitOK && s.prompt == nil {
		return ui.Fail(s.code, nil) // it has been said
	}
	return nil
}

// loop is the one goroutine that knows the model.
func (s *session) loop(ctx context.Context) error {
	resized := notified(terminal.ResizeSignals)
	defer signal.Stop(resized)
	for {
		s.tell(append(s.journal.take(), s.model.look(s.profile.look(), time.Now())...))
		if s.ui.Out.Error() != nil {
			return ui.Written(s.ui.Out.Error())
		}
		if s.idle(ctx) {
			return nil
		}
		s.propose()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-resized:
			if s.prompt != nil {
				s.prompt.Resized()
			}
		case <-s.journal.changed:
		case o := <-s.ended:
			s.finished(o)
		case k, pressed := <-s.keys():
			if !pressed {
				return &ui.Interrupted{Signal: os.Interrupt} // the terminal is gone
			}
			if s.key(ctx, k) {
				return nil
			}
		case line, more := <-s.input():
			if s.read(ctx, line, more) {
				return nil
			}
		}
	}
}

// idle goes on with the script, or asks for a line. It is true if there is no more to do.
func (s *session) idle(ctx context.Context) bool {
	switch {
	case s.busy || s.starting && s.prompt == nil:
	case len(s.script) > 0:
		line := s.script[0]
		s.script = s.script[1:]
		return s.line(ctx, line)
	case s.once:
		return true
	case s.prompt != nil && !s.asked:
		s.asked = true
		s.prompt.Ask()
	}
	return false
}

// input are the lines of the user, while one can be obeyed.
func (s *session) input() <-chan string {
	if s.busy || s.starting && s.prompt == nil || len(s.script) > 0 {
		return nil
	}
	return s.lines
}

// keys are those of the table.
func (s *session) keys() <-chan rune {
	if s.screen == nil {
		return nil
	}
	return s.screen.Pressed()
}

// notified receives signals; a nil list is none, not all.
func notified(signals []os.Signal) chan os.Signal {
	c := make(chan os.Signal, 1)
	if len(signals) > 0 {
		signal.Notify(c, signals...)
	}
	return c
}

// tell adds entries to the log and shows everything.
func (s *session) tell(fresh []entry) {
	for i := range fresh {
		fresh[i] = fresh[i].hidden(s.redact)
	}
	s.model.note(fresh)
	s.out.show(s.model, fresh)
}

// read obeys a line of the user, or takes the end of them. It is true if that ends the session.
func (s *session) read(ctx context.Context, line string, more bool) bool {
	s.asked = false
	if !more {
		s.lost()
		return true
	}
	return s.line(ctx, s.meant(line))
}

// line obeys one. It is true if it ends the session.
func (s *session) line(ctx context.Context, line string) bool {
	if text := strings.TrimSpace(line); text == "" || strings.HasPrefix(text, "#") {
		return false
	}
	r, err := parse(s.table, line)
	switch {
	case err != nil:
		s.finished(outcome{request: r, err: err, began: time.Now()})
	case r.word.name == wordQuit:
		return true
	default:
		s.perform(ctx, outcome{request: r})
	}
	return false
}

// key obeys a key of the table. It is true if it ends the session.
func (s *session) key(ctx context.Context, k rune) bool {
	a := s.model.key(k, time.Now())
	switch a.kind {
	case actionNone:
	case actionQuit:
		return true
	default:
		s.tell([]entry{a.begun(time.Now())})
		r, err := parse(s.table, a.line())
		if err != nil {
			s.finished(outcome{request: r, action: a, err: err})
			return false
		}
		s.perform(ctx, outcome{request: r, action: a})
	}
	return false
}

// perform obeys a word beside the loop.
func (s *session) perform(ctx context.Context, o outcome) {
	s.busy = s.screen == nil
	s.journal.forget()
	o.began = time.Now()
	s.working.Go(func() {
		o.shown, o.err = o.request.word.run(ctx, o.request.args)
		s.end(ctx, o)
	})
}

// end hands the end of a word to the loop, if that still runs.
func (s *session) end(ctx context.Context, o outcome) {
	select {
	case s.ended <- o:
	case <-ctx.Done():
	}
}

// finished takes the end of a word, or of the start.
func (s *session) finished(o outcome) {
	s.tell(append(s.journal.take(), s.model.look(s.profile.look(), time.Now())...)) // what it did comes first
	switch {
	case o.request.line == "":
		s.starting = false
		if o.err != nil {
			s.code = ui.ExitFailed
		}
		fallthrough
	case s.screen != nil:
		s.tell(s.model.done(o.action, o.err, time.Now()))
		return
	}
	s.busy = false
	a := s.answerOf(o)
	if !a.OK {
		s.fail(a.code)
	}
	s.out.answer(a)
}

// fail counts a word that failed; the code of the first one stays.
func (s *session) fail(code int) {
	s.failed++
	if s.code == ui.ExitOK {
		s.code = code
	}
}

// leave ends every server, on a terminal that is what it was before, and says how
// things stood. Who uses the lines has read that.
func (s *session) leave(cancel context.CancelCauseFunc) {
	if s.prompt != nil {
		s.prompt.Close()
	}
	if s.screen != nil {
		s.screen.Close()
		fmt.Fprintln(s.ui.Out, s.model.summary(s.ui.Paint)) // the error stays in ui.Out
	}
	s.ui.Show("disconnecting; a second interrupt kills what is left")
	cancel(context.Canceled)
	s.working.Wait()
	s.profile.close()
	s.ui.Clear()
	if s.screen == nil {
		s.tell(s.journal.take())
		s.out.end(s.failed, s.code)
	}
}

// restore gives the terminal back when a second signal ends the program.
func (s *session) restore() {
	switch {
	case s.screen != nil:
		s.screen.Restore()
	case s.prompt != nil:
		s.prompt.Restore()
	}
}
