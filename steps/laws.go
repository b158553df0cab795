package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// What holds for every runtime whatever is done to it, as features/universal says it for
// chosen cases, is looked at here for any scenario.

func lawSteps() []gherkin.Step {
	return gherkin.InVirtual(gherkin.Noun("law", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: gherkin.LawStep,
			Manual: "lets 90s pass, reconnects and stops one server, stops all servers, lets an hour pass, and checks what holds for every runtime whatever was done to it: U-01 to U-08 where they apply, and that each call and each start has ended",
			Func:   (*World).checkLaws},
	}))
}

const (
	// settling is how long a scenario is left alone before the laws are asked for: most
	// waits between attempts and time limits are shorter. Servers that go on talking make
	// more of it expensive.
	settling = 90 * time.Second
	// afterwards is how long nothing may come back once everything has been stopped.
	afterwards = time.Hour
)

// footprint is what an undisturbed scenario has come to. Its keys are servers.
type footprint struct {
	Handshakes map[string]int  `json:"handshakes"` // as [server.handshakes]
	Offered    map[string]bool `json:"offered"`    // whether the tools can be called over an open connection
}

func (w *World) checkLaws() error {
	_, err := w.Laws("")
	return err
}

func (w *World) footprint() footprint {
	f := footprint{Handshakes: map[string]int{}, Offered: map[string]bool{}}
	for _, s := range w.declared() {
		f.Handshakes[s.name] = s.handshakes()
		offered, err := w.judged().offers(s.name)
		visible := s.kind == stdioServer || s.kind == wsServer // whether a fake can tell that it is connected
		f.Offered[s.name] = err == nil && offered && (!visible || s.openConnections() == 1)
	}
	return f
}

// handshakes counts how often the server was connected, as far as it can tell: by
// initialize, by server/discover, or by one after the other.
func (s *server) handshakes() int {
	n := map[string]int{}
	for _, e := range s.fake.Journal() {
		if e.Direction == fakeserver.Received && e.Kind == fakeserver.KindMessage {
			n[e.Method]++
		}
	}
	return max(n["initialize"], n["server/discover"])
}

// started reports whether there is a runtime that the profile knows.
func (w *World) started() bool { return w.host != nil || nounOf[agents](w).manager != nil }

// judged is the runtime that has been started.
func (w *World) judged() subject {
	if w.host == nil {
		return &team{agents: nounOf[agents](w)}
	}
	return w.chosen()
}

// checkTruths is [World.checkTruth] for those servers whose connections a fake can tell:
// over HTTP one comes and goes with each request.
func (w *World) checkTruths() error {
	if n := nounOf[workspace](w); n.pool != nil || len(n.all) > 1 {
		return nil // connections are shared, and statuses are those of one workspace
	}
	var over []*server
	for _, s := range w.declared() {
		_, unknown := w.judged().status(s.name) // one that a program does not manage
		if len(s.faults) > 0 {
			continue // it may learn late that a connection was closed
		}
		if unknown == nil && (s.kind == stdioServer || s.kind == wsServer) {
			over = append(over, s)
		}
	}
	err := w.checkTruthOf(over, w.judged())
	if err != nil && w.asManyConnected(over) {
		return nil // settings give servers other names than the scenario does
	}
	return err
}

// asManyConnected reports whether as many servers are called connected as connections to
// those servers are open.
func (w *World) asManyConnected(over []*server) bool {
	if w.host == nil {
		return false
	}
	said, open := 0, 0
	for v := range w.host.Servers() {
		if t := v.Config.Transport(); v.Status == host.Connected && (t == config.Stdio || t == config.WebSocket) {
			said++
		}
	}
	for _, s := range over {
		open += s.openConnections()
	}
	return said == open
}

// Laws implements [gherkin.Lawful]. It ends the runtime.
func (w *World) Laws(calm string) (found string, err error) {
	if w.scenario.World != gherkin.Virtual {
		return "", errors.New("laws can be asked for in the virtual world only")
	}
	if err := w.ground.sleep(settling); err != nil || !w.started() {
		return "", err
	}
	data, err := json.Marshal(w.footprint())
	if err != nil {
		return "", err
	}
	return string(data), w.checkAll(calm)
}

// checkAll returns the first law that is broken.
func (w *World) checkAll(calm string) error {
	for _, law := range []struct {
		id    string
		check func() error
	}{
		{"U-07", w.checkTruths},
		{"U-08", w.checkSecrets},
		{"U-03", w.checkStopped},
		{"U-04", w.checkAnswers},
		{"U-04", w.checkTools},
		{"U-10", w.checkPending},
		{"U-01, U-02", func() error { return w.checkOthers(calm) }},
		{"U-02", w.checkWork},
		{"U-03, U-04, U-06", w.checkEnd},
	} {
		if err := law.check(); err != nil {
			return fmt.Errorf("%s: %w", law.id, err)
		}
	}
	return nil
}

// shortSecret is the length in bytes below which a value is not looked for: it would be
// found in words that have nothing to do with it.
const shortSecret = 5

// checkSecrets looks for the values of headers and variables of all servers.
func (w *World) checkSecrets() error {
	for _, s := range w.declared() {
		for _, values := range []map[string]string{s.config.Headers, s.config.Env} {
			for _, name := range slices.Sorted(maps.Keys(values)) {
				value := values[name]
				if strings.EqualFold(name, "host") || len(value) < shortSecret || strings.Contains(value, "$") {
					continue
				}
				if err := w.checkUnseen(value); err != nil {
					return err
				}
			}
		}
	}
	return nounOf[authorities](w).checkLoginSecrets()
}

// checkOthers compares the servers that the variation leaves alone with the same scenario
// without it.
func (w *World) checkOthers(calm string) error {
	if calm == "" || len(w.scenario.Disturb) == 0 || w.disturbsElsewhere() || w.host == nil && nounOf[agents](w).managerPolicy().Strict {
		return nil // a strict manager gives up all servers for one (OAI-23)
	}
	var before footprint
	if err := json.Unmarshal([]byte(calm), &before); err != nil {
		return fmt.Errorf("reading what the undisturbed scenario came to: %w", err)
	}
	now := w.footprint()
	for _, s := range w.declared() {
		switch name := s.name; {
		case w.disturbed(name) || !before.Offered[name] || before.Handshakes[name] != 1:
			// the scenario itself has done something to it
		case now.Handshakes[name] > before.Handshakes[name]:
			return fmt.Errorf("server %q, which is not disturbed, was connected %d times instead of %d", name, now.Handshakes[name], before.Handshakes[name])
		case !now.Offered[name]:
			return fmt.Errorf("the tools of server %q, which is not disturbed, are offered no more", name)
		}
	}
	return nil
}

// faulty reports whether the scenario has put a fault on a link, so that a server may never
// learn that its connection was closed.
func (w *World) faulty() bool {
	return slices.ContainsFunc(w.declared(), func(s *server) bool { return len(s.faults) > 0 })
}

// stopServer stops a server on purpose.
func (w *World) stopServer(name string) error {
	if err := w.chosen().stopServer(name); err != nil {
		return err
	}
	starting := w.startup != nil && w.startup.pending() // its turn to be connected may come later
	if s := w.servers[name]; s != nil && !starting {
		if w.stopped == nil {
			w.stopped = map[string]int{}
		}
		w.stopped[name] = s.handshakes()
	}
	return nil
}

// checkAnswers wants a call of a tool that returns its text to have returned its own.
func (w *World) checkAnswers() error {
	for _, c := range nounOf[calls](w).all {
		var sent struct{ Text *string }
		s := w.servers[c.tool.Server]
		plain := s != nil && s.script.Tools == nil && s.script.Rules == nil && s.script.Connections == nil && !s.scripted
		if !plain || c.pending() || c.err != nil || c.out.IsError || json.Unmarshal(c.args, &sent) != nil || sent.Text == nil {
			continue
		}
		if c.out.Text != *sent.Text {
			return fmt.Errorf("%s was to return %q and returned %q", c.name, *sent.Text, c.out.Text)
		}
	}
	return nil
}

// checkPending wants a call to end that has nothing to wait for any more.
func (w *World) checkPending() error {
	for _, c := range nounOf[calls](w).all {
		s := w.servers[c.tool.Server]
		if s == nil || s.kind != stdioServer && s.kind != wsServer || !c.pending() || s.openConnections() > 0 {
			continue
		}
		if status, err := w.judged().status(s.name); err == nil && status != string(host.Connecting) {
			return fmt.Errorf("%s waits for server %q, to which there is no connection", c.name, s.name)
		}
	}
	return nil
}

// restarts are steps that may start a server that was stopped.
var restarts = words.Pattern(`start|load|set|settings|workspace|session|reconnect|saved|command|becomes|user|called|approve|connect(?:s|ed) `)

// checkStopped looks at servers that were stopped on purpose.
func (w *World) checkStopped() error {
	for _, name := range slices.Sorted(maps.Keys(w.stopped)) {
		if s := w.servers[name]; s.handshakes() > w.stopped[name] {
			return fmt.Errorf("server %q, which was stopped on purpose, was connected again", name)
		}
	}
	return nil
}

// begun are the attempts that must end when all servers are stopped; others are programs
// of the scenario that serve.
var begun = words.Pattern(`^(?:call|request|operation|listing|simple call) \d+$`)

// checkEnd stops everything and looks at what goes on all the same.
func (w *World) checkEnd() error {
	if err := w.judged().stopAll(); err != nil {
		return err
	}
	w.closeNouns()
	if err := w.ground.sleep(time.Minute); err != nil {
		return err
	}
	before := map[string]int{}
	for _, s := range w.declared() {
		before[s.name] = s.handshakes()
	}
	if err := w.ground.sleep(afterwards); err != nil {
		return err
	}
	for _, s := range w.declared() {
		if n := s.handshakes(); n != before[s.name] {
			return fmt.Errorf("server %q is connected again after the end", s.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.attempts)) {
		if !begun().MatchString(name) {
			continue
		}
		if err := w.attempts[name].ended(); err != nil {
			return fmt.Errorf("all servers are stopped: %w", err)
		}
	}
	if w.startup != nil && w.startup.pending() {
		return errors.New("all servers are stopped, and the start has not ended")
	}
	if g, ok := w.ground.(*virtualGround); ok && !w.faulty() {
		if conns, processes := g.net.Open(); conns+processes > 0 {
			return fmt.Errorf("all servers are stopped: %d connections and %d processes are left", conns, processes)
		}
	}
	return nil
}
