package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// watch is one life of `mcpsim connect --watch`.
type watch struct {
	ui        *ui.UI
	redact    *outside.Redactor
	journal   *journal
	files     *files
	children  *outside.Processes
	workspace *host.Workspace
	model     *model // of the goroutine that runs
	home, dir string
	env       config.Lookup

	terminal, input term.File // nil: none
	screen          *screen   // nil: lines are written

	actions sync.WaitGroup
	ended   chan outcome
}

// outcome is the end of an action.
type outcome struct {
	action action
	err    error
}

// run starts the workspace and shows what happens until the user quits, which is
// no error, or ctx ends.
func (w *watch) run(ctx context.Context, asJSON bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out, err := w.output(asJSON)
	if err != nil {
		return err
	}
	if w.screen != nil {
		w.children.Ending = w.screen.restore
	}
	defer w.children.Guard()()
	defer w.leave(cancel)
	if w.screen != nil {
		defer w.screen.close()
	}
	w.actions.Go(func() { w.end(ctx, action{}, w.workspace.Start(ctx)) })
	return w.loop(ctx, out)
}

// output is the table if stdout is a terminal, else lines.
func (w *watch) output(asJSON bool) (output, error) {
	switch {
	case asJSON:
		return &jsonOutput{w.ui.Out}, nil
	case w.terminal == nil || !ui.IsTerminal(w.terminal) || slices.Contains(w.ui.Environ, "TERM=dumb"):
		return &lineOutput{w.ui}, nil
	}
	s, err := newScreen(w.ui.Out, w.terminal, w.input)
	if err != nil {
		return nil, ui.Fail(ui.ExitFailed, err)
	}
	w.screen = s
	return &tableOutput{s, w.ui}, nil
}

// loop is the one goroutine that knows the model.
func (w *watch) loop(ctx context.Context, out output) error {
	var keys <-chan rune
	if w.screen != nil {
		keys = w.screen.pressed()
	}
	resized, hungUp := notified(resizeSignals), notified(hangupSignals)
	defer signal.Stop(resized)
	defer signal.Stop(hungUp)
	for {
		fresh := append(w.journal.take(), w.model.look(w.look(), time.Now())...)
		w.tell(out, fresh)
		if w.ui.Out.Error() != nil {
			return ui.Written(w.ui.Out.Error())
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case s := <-hungUp:
			return &ui.Interrupted{Signal: s}
		case <-resized:
		case <-w.journal.changed:
		case o := <-w.ended:
			w.tell(out, w.model.done(o.action, o.err, time.Now()))
		case k, pressed := <-keys:
			if !pressed {
				return &ui.Interrupted{Signal: os.Interrupt} // the terminal is gone
			}
			action := w.model.key(k, time.Now())
			if action.kind == actionQuit {
				return nil
			}
			w.act(ctx, action, out)
		}
	}
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
func (w *watch) tell(out output, fresh []entry) {
	for i := range fresh {
		fresh[i].Text = w.redact.Text(fresh[i].Text)
	}
	w.model.note(fresh)
	out.show(w.model, fresh)
}

// act does what a key asked for, beside the loop.
func (w *watch) act(ctx context.Context, a action, out output) {
	if a.kind == actionNone {
		return
	}
	w.tell(out, []entry{a.begun(time.Now())})
	w.actions.Go(func() { w.end(ctx, a, w.do(ctx, a)) })
}

func (w *watch) do(ctx context.Context, a action) error {
	switch a.kind {
	case actionReload:
		return w.workspace.Reload(ctx)
	case actionApprove:
		return w.workspace.Approve(ctx, a.servers...)
	}
	var failures []error
	for _, name := range a.servers {
		failures = append(failures, w.workspace.Reject(name))
	}
	return errors.Join(failures...)
}

// end hands the end of an action to the loop, if that still runs.
func (w *watch) end(ctx context.Context, a action, err error) {
	select {
	case w.ended <- outcome{a, err}:
	case <-ctx.Done():
	}
}

// leave ends every server, on a terminal that is what it was before, and says how
// things stood. Who uses the lines has read that.
func (w *watch) leave(cancel context.CancelCauseFunc) {
	if w.screen != nil {
		fmt.Fprintln(w.ui.Out, w.model.summary(w.ui.Paint)) // the error stays in ui.Out
	}
	w.ui.Show("disconnecting; a second interrupt kills what is left")
	cancel(context.Canceled)
	w.actions.Wait()
	w.workspace.Close()
	w.ui.Clear()
}

// link is how a server is reached: through the proxy that the environment names for it.
func (w *watch) link(s config.Server) (host.Link, error) {
	dial, err := outside.Proxied(s, w.env)
	return host.Link{Dial: dial}, err
}

// look is how the workspace is now. Fates come first: of a server that is live by
// then, the tools are there.
func (w *watch) look() view {
	fates := w.journal.fates()
	lines := w.workspace.View().Lines
	tools := map[string]int{}
	for t := range w.workspace.Tools() {
		tools[t.Server]++
	}
	definitions := w.workspace.SettingsServers()
	v := view{questions: w.workspace.Queue(), broken: w.files.problems()}
	for _, line := range lines {
		r := rowOf(line, fates[line.Name], tools[line.Name])
		if e, ok := definitions.Get(line.Name); ok {
			r.Transport, r.Source = string(e.Transport()), w.redact.Text(w.place(e.Place))
		}
		r.Name = w.redact.Text(r.Name)
		v.rows = append(v.rows, r)
	}
	return v
}

// rowOf is a server as it is shown. One that is still being connected, or has not
// listed its tools, is on its way.
func rowOf(line host.StatusLine, f fate, tools int) row {
	r := row{Name: line.Name, State: line.Text, Style: line.Style, Tools: tools, Settled: true}
	switch line.Text {
	case string(host.Connected):
		r.Settled = f.live
	case string(host.Connecting):
		r.Settled = false
	case string(host.Disconnected):
		r.Settled, r.Why = f.failed, f.why
	}
	return r
}

// place is where a server is defined, as short as it is clear.
func (w *watch) place(s config.Source) string {
	s.Path = w.short(s.Path)
	return s.Place()
}

// short is a path below the project or the home directory as people write it.
func (w *watch) short(path string) string {
	if rest, ok := strings.CutPrefix(path, w.dir+string(filepath.Separator)); ok {
		return rest
	}
	if rest, ok := strings.CutPrefix(path, w.home+string(filepath.Separator)); ok {
		return "~" + string(filepath.Separator) + rest
	}
	return path
}
