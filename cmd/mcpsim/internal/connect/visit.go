package connect

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// visit is one life of the runtime with the servers of a command line.
type visit struct {
	*command
	Found
	redact   *outside.Redactor
	recorder *recorder
	page     *page
	children *outside.Processes
	host     *host.Host
	shower   shower
	result   host.StartResult
}

func (c *command) newVisit(found Found) (*visit, error) {
	page, err := newPage(c.pages)
	if err != nil {
		return nil, err
	}
	v := &visit{
		command: c, Found: found, page: page,
		recorder: newRecorder(), children: outside.NewProcesses(process.OS()),
	}
	env := outside.Lookup(c.ui.Environ)
	v.redact = outside.NewRedactor(outside.Secrets(found.Servers, env))
	outside.Hide(c.ui, v.redact)
	policy, err := c.policy()
	if err != nil {
		return nil, err
	}
	if c.timed {
		for i := range v.Servers {
			v.Servers[i].Timeout = &c.timeout
		}
	}
	if c.json {
		v.shower = &jsonShower{out: c.ui.Out, redact: v.redact}
	} else {
		v.shower = &textShower{ui: c.ui, redact: v.redact, verbose: c.verbose, quiet: c.quiet}
	}
	e := host.Env{
		Events: event.Tee(v.recorder, v.page, c.hints()), LookupEnv: env, Environ: func() []string { return c.ui.Environ },
		RunCommand: v.redact.RunCommand(c.ui.Environ), Wrap: v.observe,
		Link: func(s config.Server) (host.Link, error) { return v.link(s, env) },
	}
	if c.cache != "" {
		e.Cache = host.NewDiskCache(c.cache, clock.Real())
	}
	e.Credentials, e.Dial = v.redact.Logins(c.credentials, c.ui.System), outside.Dialer(c.ui.Environ)
	v.host, err = host.New(policy, e)
	return v, err
}

// hints shows warnings of the runtime that are about no server.
func (c *command) hints() event.Sink {
	return event.SinkFunc(func(e event.Event) {
		if e.Kind == event.ServerLog && e.Server == "" && e.Level() == event.Warn {
			c.ui.Hint("%s", words.Printable(e.Text))
		}
	})
}

// policy is the oh-my-pi profile, or the hardened one, with what the command line changes.
func (c *command) policy() (host.Policy, error) {
	p := host.OhMyPi()
	if c.hardened {
		p = host.Hardened()
	}
	p.Client = protocol.Implementation{Name: "mcpsim", Version: ui.Version()}
	Speak(&p.ConnPolicy, c.revision)
	if c.hardened && !c.chosen {
		p.Era = protocol.EraUnknown // its own choice
	}
	SpeakEra(&p.ConnPolicy, c.era)
	p.Lists.Time = p.Timeout
	if c.timed {
		p.TimeoutVariable = "" // the command line outranks everything
		p.Lists.Time = c.timeout
	}
	return p, p.SetAll(c.switches)
}

// start runs start-up, and what comes after it unless --no-wait is given, and
// shows where it stands.
func (v *visit) start(ctx context.Context) {
	for _, p := range v.Problems {
		v.shower.problem(p)
	}
	done := make(chan host.StartResult, 1)
	go func() { done <- v.host.Start(ctx, v.Servers) }() // ends with ctx; joined here
	for waiting := true; waiting; {
		v.progress()
		select {
		case v.result = <-done:
			waiting = false
		case <-v.recorder.changed:
		}
	}
	if !v.noWait {
		v.settle(ctx, v.result.Pending)
	}
	v.ui.Clear()
}

// settle waits until servers are live or have failed.
func (v *visit) settle(ctx context.Context, names []string) {
	for ctx.Err() == nil && !v.recorder.settled(names) {
		v.progress()
		select {
		case <-v.recorder.changed:
		case <-ctx.Done():
		}
	}
}

// offerLogins offers a login to each server that waits for one, and connects it again
// when there is one.
func (v *visit) offerLogins(ctx context.Context) {
	if v.json || v.quiet || v.noWait {
		return
	}
	for _, r := range v.rows() {
		i := slices.IndexFunc(v.Servers, func(s config.Server) bool { return s.Name == r.Name })
		if ctx.Err() != nil || r.Failure == nil || !r.Failure.Login || i < 0 {
			continue
		}
		if v.offer(ctx, v.ui, v.Servers[i], LoginOptions{Credentials: v.credentials, Revision: v.revision, Redact: v.redact}) {
			v.result.Errors = slices.DeleteFunc(v.result.Errors, func(e host.ServerError) bool { return e.Server == r.Name })
			_ = v.host.Reconnect(ctx, r.Name) // the row says how that went
			v.settle(ctx, []string{r.Name})
			v.ui.Clear()
		}
	}
}

// leave ends every server, and says what is wrong with that.
func (v *visit) leave() {
	told := map[string]int{}
	for _, s := range v.Servers {
		told[s.Name] = len(v.recorder.get(s.Name).logged)
	}
	v.ui.Show("disconnecting; a second interrupt kills what is left")
	v.host.Close()
	v.hangUp()
	v.ui.Clear()
	for _, s := range v.Servers {
		for _, warning := range v.recorder.get(s.Name).logged[told[s.Name]:] {
			v.ui.Hint("%s: %s", words.Printable(s.Name), words.Printable(v.redact.Text(warning)))
		}
	}
}

// progress shows which servers are busy with what.
func (v *visit) progress() {
	var busy []string
	for _, s := range v.Servers {
		switch r := v.recorder.get(s.Name); r.state {
		case event.Ready, event.Failed, event.NeedsLogin, "":
		default:
			busy = append(busy, words.Printable(s.Name)+" "+string(r.state))
		}
	}
	const shown = 4
	if more := len(busy) - shown; more > 0 {
		busy = append(busy[:shown], "and "+words.Count(more, "other"))
	}
	if len(busy) > 0 {
		v.ui.Show("%s", strings.Join(busy, ", "))
	}
}

// row is what became of one server.
type row struct {
	Name      string
	Transport string
	Status    status
	Server    *protocol.InitializeResult // nil if it did not introduce itself
	Era       found
	Connected time.Duration // from the start of the last connect to the end of its handshake
	Listed    time.Duration
	Tools     []host.Tool
	Warnings  []string
	Failure   *trouble // nil unless it failed
}

// rows is what became of all servers, in configured order, after those that the
// settings file itself rules out.
func (v *visit) rows() []row {
	var rows []row
	for _, p := range v.Problems {
		if p.Skipped && !slices.ContainsFunc(rows, func(r row) bool { return r.Name == p.Server }) {
			rows = append(rows, row{
				Name: cmp.Or(p.Server, "(no name)"), Status: statusFailed,
				Failure: &trouble{Class: classConfig, Reason: p.String()},
			})
		}
	}
	failures := map[string]error{}
	for _, e := range v.result.Errors {
		failures[e.Server] = e.Err
	}
	tools := slices.Collect(v.host.Tools())
	for _, s := range v.Servers {
		rows = append(rows, v.row(s, failures[s.Name], tools))
	}
	return rows
}

func (v *visit) row(s config.Server, failure error, tools []host.Tool) row {
	record := v.recorder.get(s.Name)
	r := row{
		Name: s.Name, Transport: s.Transport(), Server: record.info,
		Era: record.eraOf(), Connected: record.connected, Listed: record.listed, Warnings: record.warnings(),
	}
	for _, t := range tools {
		if t.Server == s.Name {
			r.Tools = append(r.Tools, t)
		}
	}
	switch {
	case !s.IsEnabled():
		r.Status = statusDisabled
	case record.live:
		r.Status = statusLive
	case failure != nil || record.state.GivenUp():
		r.Status = statusFailed
		r.Failure = explain(cmp.Or(failure, record.err), s, record, v.children.Last(s.Name))
	case slices.ContainsFunc(r.Tools, func(t host.Tool) bool { return t.Deferred }):
		r.Status = statusDeferred
	default:
		r.Status = statusPending
	}
	return r
}
