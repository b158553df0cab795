package client

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func eraSteps() []gherkin.Step {
	return gherkin.Noun("era", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the client falls back to earlier revisions`,
			Manual: "not testable if it does not use initialize with a server that knows no server/discover", Func: (*World).fallsBack},
		{Keyword: gherkin.Given, Pattern: `the client asks server/discover`, Manual: "not testable if it does not, of a correct server without a handshake",
			Func: (*World).probes},
		{Keyword: gherkin.Then, Pattern: `server/discover is the first message`, Manual: "not testable without the version and the capabilities of the client in its _meta", Func: discoversFirst},
		{Keyword: gherkin.Then, Pattern: `no initialize is sent`, Manual: "not observed if the client makes no request without a handshake", Func: neverInitializes},
		{Keyword: gherkin.Then, Pattern: `initialize follows`, Manual: "after server/discover; not observed if that is not sent", Func: initializeFollows},
		{Keyword: gherkin.Then, Pattern: `one server process runs at a time`, Manual: "the next is started when the last has ended, or is being ended", Func: oneAtATime},
		{Keyword: gherkin.Then, Pattern: `(\d+) server processes are started`, Manual: "by the client, in the whole run", Example: "2 server processes are started", Func: startsExactly},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is sent again as version "([0-9-]+)"`, Manual: "in its _meta, after it was refused",
			Example: `"server/discover" is sent again as version "2026-07-28"`, Func: sentAgainAs},
	})
}

// earlierServer answers server/discover as most servers with a handshake do.
const earlierServer = "rules: [{when: {method: server/discover}, do: [{error: {code: -32601, message: Method not found}}]}]"

// otherServer does so with another error: a client may fall back for one and not for the other.
const otherServer = "rules: [{when: {method: server/discover}, do: [{error: {code: -32602, message: Invalid request parameters}}]}]"

// fallsBack is the foundation of checks about how an earlier server is recognized.
func (w *World) fallsBack() error {
	s := w.bench.Plain(true)
	s.Script = earlierServer
	err := w.requires(s, fellBack)
	if err != nil && w.bench.Stopped() == nil {
		s.Script = otherServer
		if w.requires(s, fellBack) == nil {
			return nil
		}
	}
	return err
}

func fellBack(r *clientcheck.Run) error {
	switch {
	case !r.SpeaksModern():
		return verdict.NotTestable("the client does not ask which era a server is of; it %s", r.End())
	case !r.Sent("initialize"):
		return verdict.NotTestable("the client speaks one era alone: it sends no initialize to a server that knows no server/discover")
	}
	return nil
}

func (w *World) probes() error {
	return w.requires(w.bench.Plain(true), func(r *clientcheck.Run) error {
		asked := r.All(discover)
		switch {
		case len(asked) == 0:
			return verdict.NotTestable("the client asks no server/discover of a correct server")
		case r.Sent("initialize") && understood(asked[0]) == nil:
			return verdict.NotTestable("the client sends initialize to any server: see M-CLI-41")
		}
		return nil
	})
}

func discoversFirst(r *clientcheck.Run) error {
	for _, m := range r.Received() {
		switch {
		case m.Method != discover:
			return fmt.Errorf("the first message is %s: %s", m.What(), quote(m.Raw))
		}
		return understood(m)
	}
	return verdict.NotObserved("the client sent no message; it %s", r.End())
}

// understood is not testable if a server/discover does not say which protocol it is of.
func understood(m clientcheck.Indexed) error {
	if err := saysProtocol(m); err != nil {
		return verdict.NotTestable("server/discover does not say which protocol it is of: see M-CLI-22: %s", err)
	}
	return nil
}

// speaksModern is not observed unless the client has made a request without a handshake.
func speaksModern(r *clientcheck.Run) error {
	return verdict.NotObservedIf(!r.SpeaksModern(), "the client made no request without a handshake; it %s%s", r.End(), r.LastWords())
}

func neverInitializes(r *clientcheck.Run) error {
	if err := speaksModern(r); err != nil {
		return err
	}
	if asked := r.All(discover); len(asked) > 0 {
		if err := understood(asked[0]); err != nil {
			return err
		}
	}
	for _, m := range r.All("initialize") {
		if took := firstWord(r); m.Transport == "stdio" && took > probePatience {
			return verdict.NotObserved("the server was busy for %s before it answered: the client may have given it up", took.Round(100*time.Millisecond))
		}
		return fmt.Errorf("initialize is sent: %s", quote(m.Raw))
	}
	return nil
}

// probePatience is how long a client may at least be expected to wait for server/discover.
const probePatience = time.Second

// firstWord is how long after its start the client heard anything of the server.
func firstWord(r *clientcheck.Run) time.Duration {
	said := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Sent
	})
	if len(said) == 0 {
		return 0
	}
	return said[0].At.Sub(r.Begin)
}

func initializeFollows(r *clientcheck.Run) error {
	asked := r.All(discover)
	if len(asked) == 0 {
		return verdict.NotObserved("the client sent no server/discover; it %s%s", r.End(), r.LastWords())
	}
	for _, m := range r.All("initialize") {
		if m.Place > asked[0].Place {
			return nil
		}
	}
	return fmt.Errorf("no initialize follows; the client %s%s", r.End(), r.LastWords())
}

// oneAtATime takes a process for ended as soon as its input is closed, or it got a signal.
func oneAtATime(r *clientcheck.Run) error {
	alive := map[int]bool{}
	started := 0
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Transport != "http" }) {
		switch e.Kind {
		case fakeserver.KindSpawn:
			if started++; len(alive) > 0 {
				return errors.New("a second server process is started beside the first")
			}
			alive[e.Conn] = true
		case fakeserver.KindExit, fakeserver.KindEOF, kindTerm, kindKill:
			delete(alive, e.Conn)
		}
	}
	return verdict.NotObservedIf(started == 0, "the client started no server")
}

func startsExactly(r *clientcheck.Run, want int) error {
	spawned := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindSpawn })
	return verdict.FailedIf(len(spawned) != want, "the client starts its server %s", words.Count(len(spawned), "time"))
}

func sentAgainAs(r *clientcheck.Run, method, version string) error {
	sent := r.All(method)
	if len(sent) == 0 {
		return verdict.NotObserved("the client sends no %s", method)
	}
	if err := understood(sent[0]); err != nil {
		return err
	}
	for _, m := range sent[1:] {
		if named, _ := textOf(m.Meta()[clientcheck.MetaVersion]); named == version {
			return nil
		}
	}
	return fmt.Errorf("it is not; the client %s%s", r.End(), r.LastWords())
}
