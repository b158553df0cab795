package session

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// entry is one line of the log. Its text may have several lines, and secrets
// until it is told.
type entry struct {
	At     time.Time
	Kind   string
	Server string // "" if it is about no single one
	Level  string
	Text   string
	Path   string // of a settings file

	Row      *row                   // of entryServer
	Question *host.ApprovalQuestion // of entryApproval
}

// hidden is the entry without secrets. A log may hold what a server said, all other
// texts are the program's own.
func (e entry) hidden(redact *outside.Redactor) entry {
	own := func(s string) string { return redact.Own(s) }
	if e.Kind == entryLog {
		e.Text = redact.Text(e.Text)
	}
	e.Text, e.Server, e.Path = own(e.Text), own(e.Server), own(e.Path)
	if e.Row != nil {
		r := *e.Row
		r.Name, r.Why, r.Transport, r.Source = own(r.Name), own(r.Why), own(r.Transport), own(r.Source)
		e.Row = &r
	}
	if e.Question != nil {
		q := *e.Question
		q.Name, q.Source = own(q.Name), own(q.Source)
		q.Env, q.Headers = slices.Clone(q.Env), slices.Clone(q.Headers)
		for _, names := range [][]string{q.Env, q.Headers} {
			for i := range names {
				names[i] = own(names[i])
			}
		}
		e.Question = &q
	}
	return e
}

// The kinds of entries.
const (
	entrySettings  = "settings"  // a file means something else now
	entryBroken    = "broken"    // a file cannot be used: what it said before stays
	entryRepaired  = "repaired"  // a broken file can be used again
	entryReconcile = "reconcile" // what a pass did
	entryServer    = "server"    // what became of a server
	entryApproval  = "approval"  // a server waits for a decision
	entryDecision  = "decision"  // what the user decided
	entryReload    = "reload"    // the user has asked for one
	entryLog       = "log"       // what the runtime logs
	entryWork      = "work"      // a server of an agent framework was connected or cleaned up
)

// The levels.
const (
	levelInfo  = "info"
	levelWarn  = "warn"
	levelError = "error"
)

// settingsRepaired is what [files] adds to the events of the runtime: a file
// that was broken can be used. Text is its path.
const settingsRepaired event.Kind = "settings.repaired"

// journal turns the events of the runtime into entries. It is their sink; its
// methods may be called from any goroutine.
type journal struct {
	changed chan struct{} // capacity 1: something is new
	redact  *outside.Redactor

	mu      sync.Mutex
	waiting map[chan struct{}]bool // who else is to be woken
	entries []entry
	said    map[string]bool   // entries of the log since the last pass began
	broken  map[string]string // by path: what was said of it
	phases  map[string]event.State
	live    map[string]bool   // has listed its tools
	why     map[string]string // why the last connection failed
	eras    map[string]*era
	began   time.Time // of the pass under way
	failed  []string  // in it
	passing bool
}

func newJournal(redact *outside.Redactor) *journal {
	return &journal{
		changed: make(chan struct{}, 1), redact: redact, said: map[string]bool{}, broken: map[string]string{},
		waiting: map[chan struct{}]bool{}, phases: map[string]event.State{}, live: map[string]bool{}, why: map[string]string{}, eras: map[string]*era{},
	}
}

// Emit takes an event. What says nothing new does not wake the loop: to look at a workspace
// may make it say once more that a file cannot be read.
func (j *journal) Emit(e event.Event) {
	j.mu.Lock()
	entry, news := j.read(e)
	if entry != nil {
		entry.At = e.At
		j.entries = append(j.entries, *entry)
	}
	j.mu.Unlock()
	if news || entry != nil {
		j.wake()
	}
}

// forget lets the log repeat itself: something new has been asked for.
func (j *journal) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	clear(j.said)
}

// wake says that it is time to look.
func (j *journal) wake() {
	signalTo(j.changed)
	j.mu.Lock()
	defer j.mu.Unlock()
	for c := range j.waiting {
		signalTo(c)
	}
}

// signalTo does not wait: one signal stands for all that happened.
func signalTo(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// subscribe wakes a goroutine beside the loop, until forget is called.
func (j *journal) subscribe() (changed <-chan struct{}, forget func()) {
	c := make(chan struct{}, 1)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.waiting[c] = true
	return c, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		delete(j.waiting, c)
	}
}

// take returns the new entries, in order.
func (j *journal) take() []entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	taken := j.entries
	j.entries = nil
	return taken
}

// fate is what is known of the connection of a server.
type fate struct {
	live, failed bool
	why          string
	era          *era // nil: it was not asked
}

// era is what was found out about the protocol of a server that was asked.
type era struct {
	Era   string   `json:"era,omitempty"` // legacy or modern; unknown if that was not found out
	Why   string   `json:"era_why,omitempty"`
	Tried []string `json:"era_tried,omitempty"`
}

// fates are those of all servers that have been started.
func (j *journal) fates() map[string]fate {
	j.mu.Lock()
	defer j.mu.Unlock()
	fates := make(map[string]fate, len(j.phases))
	for server, phase := range j.phases {
		fates[server] = fate{j.live[server], phase.GivenUp(), j.redact.Text(j.why[server]), j.eras[server]}
	}
	return fates
}

// read is the entry for an event, nil for none, and whether it may change what the
// table shows; j.mu is held.
func (j *journal) read(e event.Event) (line *entry, news bool) {
	switch e.Kind {
	case event.SettingsChanged:
		text := fmt.Sprintf("%s settings %s: %s", e.Name, e.To, e.Text)
		return &entry{Kind: entrySettings, Level: levelInfo, Text: text}, true
	case event.SettingsBroken:
		if j.broken[e.Text] == e.Err {
			return nil, false
		}
		j.broken[e.Text] = e.Err
		return &entry{Kind: entryBroken, Level: levelError, Text: e.Err, Path: e.Text}, true
	case settingsRepaired:
		if j.broken[e.Text] == "" {
			return nil, true
		}
		delete(j.broken, e.Text)
		return &entry{Kind: entryRepaired, Level: levelInfo, Text: e.Text + " can be used again", Path: e.Text}, true
	case event.ServerState:
		j.state(e)
		return nil, true
	case event.EraFound:
		found := &era{Era: e.To, Why: j.redact.Text(e.Text)}
		for tried := range strings.SplitSeq(e.Name, "; ") {
			found.Tried = append(found.Tried, j.redact.Text(tried))
		}
		j.eras[e.Server] = found
		return nil, false
	case event.ToolsChanged:
		j.live[e.Server] = j.phases[e.Server] == event.Ready
		return nil, true
	case event.ReconcileStart:
		j.began, j.failed, j.passing = e.At, nil, true
		clear(j.said)
		return nil, true
	case event.ReconcileEnd:
		j.passing = false
		return j.pass(e), true
	case event.ServerLog:
		return j.logged(e), false
	case event.WorkEnd:
		return worked(e), true
	case event.ProviderState:
		return nil, true
	case event.GatingSet, event.ServersReplaced, event.ServersUpdated:
		return nil, true
	}
	return nil, false
}

// worked is an entry for the end of a connect or a cleanup, nil for that of a request.
func worked(e event.Event) *entry {
	if e.Name != "connect" && e.Name != "cleanup" {
		return nil
	}
	w := &entry{Kind: entryWork, Level: levelInfo, Server: e.Server, Text: e.Name + " " + e.To}
	if e.Err != "" {
		w.Level, w.Text = levelError, w.Text+": "+e.Err
	}
	return w
}

// state follows the life of a server.
func (j *journal) state(e event.Event) {
	to := e.State()
	j.phases[e.Server], j.live[e.Server] = to, false
	switch to {
	case event.Failed, event.NeedsLogin:
		j.why[e.Server] = e.Err
		if j.passing && !slices.Contains(j.failed, e.Server) {
			j.failed = append(j.failed, e.Server)
		}
	case event.Ready:
		delete(j.why, e.Server)
	}
}

// pass says what a pass did, and which of the servers that it connected failed.
func (j *journal) pass(e event.Event) *entry {
	if e.Err != "" {
		return &entry{Kind: entryReconcile, Level: levelError, Text: e.Err}
	}
	entry := &entry{Kind: entryReconcile, Level: levelInfo, Text: e.Text}
	if e.Text == "" {
		entry.Text = "nothing to do"
	}
	if len(j.failed) > 0 {
		slices.Sort(j.failed)
		entry.Level, entry.Text = levelError, entry.Text+"; failed "+strings.Join(j.failed, ", ")
	}
	entry.Text += " (" + ui.Short(e.At.Sub(j.began)) + ")"
	return entry
}

// logged is an entry for what the runtime logs, unless that has been said: in the
// log since the pass began, or as the reason of a failure.
func (j *journal) logged(e event.Event) *entry {
	text := e.Text
	if e.Err != "" {
		text += ": " + e.Err
	}
	key := strings.Join([]string{e.Name, e.Server, text}, "\x00")
	known := j.said[key] || e.Err != "" && e.Err == j.why[e.Server]
	j.said[key] = true
	if known || e.Name != levelWarn && e.Name != levelError && e.Name != levelInfo {
		return nil
	}
	return &entry{Kind: entryLog, Server: e.Server, Level: e.Name, Text: text}
}
