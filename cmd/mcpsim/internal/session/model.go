package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// readingTime is how long a question must have been on the screen before a key
// answers it: one that was meant for the question before must not.
const readingTime = 300 * time.Millisecond

// logKept is how many entries of the log are kept for the table.
const logKept = 200

// model is everything that a session shows. It is a value of one goroutine: what happens is told to it, and it tells what follows.
type model struct {
	dir  string
	view // as of the last look
	log  []entry
	help bool

	logged   map[string]row // by name, as the log has told of it
	asking   string         // the server that is asked about, "" for none
	askedAt  time.Time
	deciding map[string]bool // servers whose decision is on its way
	doing    string          // what the user has asked for and that is not done
}

// view is how things are at one moment.
type view struct {
	rows      []row
	broken    []string // settings files that cannot be used: place, what is wrong, the line
	questions []host.ApprovalQuestion
}

// row is one server.
type row struct {
	Name      string
	State     string // exactly as package status says it
	Style     host.StatusStyle
	Why       string // of a connection that failed, "" if it is not known
	Tools     int    // negative: not known
	Transport string
	Source    string // the place of its definition
	Era       *era   // what was found out of its protocol; nil: nothing was asked
	Settled   bool   // whether this is worth an entry: its tools have been listed, if there are any
}

// connected reports whether the number of tools means something.
func (r row) connected() bool { return r.State == string(host.Connected) }

// text is what the log says of a server.
func (r row) text() string {
	switch {
	case r.connected() && r.Tools >= 0:
		return r.State + ", " + words.Count(r.Tools, "tool")
	case r.Why != "":
		return r.State + ": " + r.Why
	}
	return r.State
}

func newModel(dir string) *model {
	return &model{dir: dir, logged: map[string]row{}, deciding: map[string]bool{}}
}

// look takes how things are now, and returns what is new for the log.
func (m *model) look(v view, now time.Time) []entry {
	asked, before := m.questions, m.question()
	v.questions = slices.DeleteFunc(slices.Clone(v.questions), func(q host.ApprovalQuestion) bool { return m.deciding[q.Name] })
	m.view = v
	fresh := m.lookAtRows(now)
	for _, q := range v.questions {
		if !slices.ContainsFunc(asked, func(old host.ApprovalQuestion) bool { return old.Name == q.Name }) {
			fresh = append(fresh, entry{At: now, Kind: entryApproval, Server: q.Name, Level: levelWarn, Text: questionText(q), Question: &q})
		}
	}
	m.ask(now)
	if q := m.question(); q != nil && before != nil && questionText(*q) != questionText(*before) {
		m.askedAt = now // it is another question about the same server
	}
	return fresh
}

// lookAtRows returns what has become of servers. On the way nothing is told: a
// server that connects will have connected or failed.
func (m *model) lookAtRows(now time.Time) []entry {
	var fresh []entry
	present := map[string]bool{}
	for _, r := range m.rows {
		present[r.Name] = true
		before, known := m.logged[r.Name]
		if !r.Settled || known && before.text() == r.text() {
			continue
		}
		m.logged[r.Name] = r
		if r.State == host.StatusPendingText { // the question says more
			continue
		}
		level := levelInfo
		if r.Style == host.StatusBad {
			level = levelError
		}
		fresh = append(fresh, entry{At: now, Kind: entryServer, Server: r.Name, Level: level, Text: r.text(), Row: &r})
	}
	for _, name := range slices.Sorted(maps.Keys(m.logged)) {
		if !present[name] {
			delete(m.logged, name)
			gone := row{Name: name, State: stateGone}
			fresh = append(fresh, entry{At: now, Kind: entryServer, Server: name, Level: levelInfo, Text: stateGone, Row: &gone})
		}
	}
	return fresh
}

// stateGone is the state of a server that is not configured any more.
const stateGone = "gone"

// ask keeps asking about the same server until that is decided, so that the
// question does not change while a key is pressed.
func (m *model) ask(now time.Time) {
	if m.question() != nil {
		return
	}
	m.asking = ""
	if len(m.questions) > 0 {
		m.asking, m.askedAt = m.questions[0].Name, now
	}
}

// question is the one that is on the screen, nil if there is none.
func (m *model) question() *host.ApprovalQuestion {
	for i := range m.questions {
		if m.questions[i].Name == m.asking {
			return &m.questions[i]
		}
	}
	return nil
}

// note adds to the log of the table.
func (m *model) note(entries []entry) {
	m.log = append(m.log, entries...)
	if over := len(m.log) - logKept; over > 0 {
		m.log = slices.Delete(m.log, 0, over)
	}
}

// action is what a key asks for.
type action struct {
	kind    actionKind
	servers []string // those that are decided about
}

type actionKind int

const (
	actionNone actionKind = iota
	actionQuit
	actionReload
	actionApprove
	actionReject
)

// The keys.
const (
	keyApprove    = 'a'
	keyApproveAll = 'A'
	keyReject     = 'x'
	keyReload     = 'r'
	keyHelp       = '?'
	keyQuit       = 'q'
)

// key takes a key and returns what is to be done. Answers count once there was
// time to read the question.
func (m *model) key(k rune, now time.Time) action {
	switch k {
	case keyQuit:
		return action{kind: actionQuit}
	case keyHelp:
		m.help = !m.help
	case keyReload:
		if m.doing == "" {
			m.doing = "reloading"
			return action{kind: actionReload}
		}
	}
	if m.question() == nil || now.Sub(m.askedAt) < readingTime {
		return action{}
	}
	switch k {
	case keyApprove:
		return m.decide(actionApprove, now, m.asking)
	case keyReject:
		return m.decide(actionReject, now, m.asking)
	case keyApproveAll:
		var all []string
		for _, q := range m.questions {
			all = append(all, q.Name)
		}
		return m.decide(actionApprove, now, all...)
	}
	return action{}
}

func (m *model) decide(kind actionKind, now time.Time, servers ...string) action {
	for _, name := range servers {
		m.deciding[name] = true
	}
	m.questions = slices.DeleteFunc(slices.Clone(m.questions), func(q host.ApprovalQuestion) bool { return m.deciding[q.Name] })
	m.ask(now)
	return action{kind, servers}
}

// line is the action as the words of the session.
func (a action) line() string {
	line := map[actionKind]string{actionReload: "reload", actionApprove: "approve", actionReject: "reject"}[a.kind]
	for _, name := range a.servers {
		line += " " + words.Quote(name)
	}
	return line
}

// begun is what the log says of an action that has been asked for.
func (a action) begun(now time.Time) entry {
	e := entry{At: now, Kind: entryDecision, Level: levelInfo, Text: "approve " + strings.Join(a.servers, ", ")}
	switch a.kind {
	case actionReload:
		e.Kind, e.Text = entryReload, "all files are read again"
	case actionReject:
		e.Text = "reject " + strings.Join(a.servers, ", ")
	}
	return e
}

// done takes the end of an action. A failure is for the log.
func (m *model) done(a action, err error, now time.Time) []entry {
	if a.kind == actionReload {
		m.doing = ""
	}
	for _, name := range a.servers {
		delete(m.deciding, name)
	}
	if err == nil {
		return nil
	}
	return []entry{{At: now, Kind: entryLog, Level: levelError, Text: err.Error()}}
}

// questionText is what a user is told about a server, names only.
func questionText(q host.ApprovalQuestion) string {
	text := fmt.Sprintf("needs approval: %s, from %s", q.Transport, q.Source)
	if len(q.Env) > 0 {
		text += "; env " + strings.Join(q.Env, ", ")
	}
	if len(q.Headers) > 0 {
		text += "; headers " + strings.Join(q.Headers, ", ")
	}
	return text
}

// summary counts the servers by state, in the order in which the states appear.
func (v view) summary(paint painter) string {
	if len(v.rows) == 0 {
		return "no servers"
	}
	var states []row
	counts := map[string]int{}
	for _, r := range v.rows {
		if counts[r.State]++; counts[r.State] == 1 {
			states = append(states, r)
		}
	}
	var parts []string
	for _, r := range states {
		parts = append(parts, paint(styleRoles[r.Style], fmt.Sprintf("%d %s", counts[r.State], r.State)))
	}
	return words.Count(len(v.rows), "server") + ": " + strings.Join(parts, ", ")
}

var styleRoles = map[host.StatusStyle]tell.Role{
	host.StatusGood: tell.Good, host.StatusBad: tell.Bad, host.StatusWarning: tell.Doubtful, host.StatusNeutral: tell.Quiet,
}
