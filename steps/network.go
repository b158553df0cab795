package steps

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func networkSteps() []gherkin.Step {
	return gherkin.InVirtual(gherkin.Noun("network", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the links? to "([^"]+)" (?:has|have) ([a-z_]+)((?: \S+)*?)( up| down)?(?: on connection (\d+))?(, which may not happen)?`,
			Manual:  "puts a fault on the wire to servers, or on one connection or process, counted from 1: its main value first, then \"name value\" pairs (see: mcpsim help faults)",
			Example: `the link to "docs" has latency 20ms jitter 5ms down`, Func: addFault},
		{Keyword: gherkin.When, Pattern: `the links? to "([^"]+)" (?:gets|get) ([a-z_]+)((?: \S+)*?)( up| down)?(?: on connection (\d+))?(, which may not happen)?`,
			Manual: "puts a fault on the wire while the scenario runs", Example: `the link to "docs" gets stall`, Func: (*World).hitLink},
		{Keyword: gherkin.When, Pattern: `the links? to "([^"]+)" recovers?`, Manual: "takes all faults off the wire and releases what they held",
			Example: `the link to "docs" recovers`, Func: (*World).recoverLink},
		{Keyword: gherkin.Then, Pattern: `the link to "([^"]+)" saw (\d+) attempts? to connect`,
			Manual: "counts connections to an address, refused ones included", Example: `the link to "docs" saw 1 attempt to connect`,
			Func: wired.checkAttempts},
		{Keyword: gherkin.Then, Pattern: `the link to "([^"]+)" saw attempts? to connect at "([^"]*)"`,
			Manual:  "compares the moments of connections to an address, refused ones included",
			Example: `the link to "docs" saw attempts to connect at "0s, 500ms"`, Func: wired.checkAttemptTimes},
		{Keyword: gherkin.Then, Pattern: `the attempts to connect to "([^"]+)" have gaps of at least "([^"]*)" and less than twice that`,
			Manual:  "compares the waits between connections to an address, one after the other",
			Example: `the attempts to connect to "docs" have gaps of at least "500ms, 1s" and less than twice that`, Func: checkGaps},
		{Keyword: gherkin.Then, Pattern: `the first of the attempts to connect to "([^"]+)" were made at one moment, the second were not`,
			Manual:  "compares the moments of connections to several addresses: the second must be at two moments at least",
			Example: `the first of the attempts to connect to "docs, mail" were made at one moment, the second were not`, Func: checkSpread},
		{Keyword: gherkin.Then, Pattern: `the gaps between the attempts to connect to "([^"]+)" exceed "([^"]*)" each by another part`,
			Manual:  "compares by how much of itself each of these waits was lengthened, to a hundredth: no two by the same",
			Example: `the gaps between the attempts to connect to "docs" exceed "500ms, 1s" each by another part`, Func: checkParts},
		{Keyword: gherkin.Then, Pattern: `the link to "([^"]+)" has (\d+) open connections?`,
			Manual: "counts connections to an address that neither end has closed", Example: `the link to "docs" has 0 open connections`,
			Func: wired.checkOpenConnections},
	}))
}

// wired is a server and the emulated wire to it.
type wired struct {
	*server
	link *netem.Link
}

func wiredTo(s *server) (wired, error) {
	link, err := s.w.ground.link(s.name)
	return wired{s, link}, err
}

func allWiredTo(servers []*server) ([]wired, error) {
	var all []wired
	for _, s := range servers {
		x, err := wiredTo(s)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

func addFault(all []wired, kind, values, direction, connection string, mayNotHappen bool) error {
	fault, scope, err := faultOf(kind, values, direction, connection)
	if err != nil {
		return err
	}
	for _, s := range all {
		s.faults = append(s.faults, linkFault{s.link.Place(fault, scope), s.w.place(), mayNotHappen})
	}
	return nil
}

// faultOf reads a fault as steps have it; connection is empty or a number from 1.
func faultOf(kind, values, direction, connection string) (netem.Fault, netem.Scope, error) {
	fault, err := netem.ParseFault(kind, strings.Fields(values))
	scope := netem.Scope{}
	switch strings.TrimSpace(direction) {
	case "up":
		scope.Direction = netem.Up
	case "down":
		scope.Direction = netem.Down
	}
	if err == nil && connection != "" {
		if scope.Conn, err = strconv.Atoi(connection); err == nil && scope.Conn == 0 {
			err = errors.New("connections count from 1")
		}
	}
	return fault, scope, err
}

func (w *World) hitLink(all []wired, kind, values, direction, connection string, mayNotHappen bool) error {
	if err := addFault(all, kind, values, direction, connection, mayNotHappen); err != nil {
		return err
	}
	return w.ground.settle()
}

func (w *World) recoverLink(servers []*server) error {
	for _, s := range servers {
		for _, f := range s.faults {
			f.Remove()
		}
	}
	return w.ground.settle()
}

// dials are the moments of connections to an address, refused ones included.
func (s wired) dials() []time.Duration {
	var at []time.Duration
	for _, e := range s.w.seen("", s.name) {
		if e.Kind == "net."+event.Kind(netem.ConnOpen) || e.Kind == "net."+event.Kind(netem.ConnRefuse) {
			at = append(at, s.w.since(e.At))
		}
	}
	return at
}

func (s wired) checkAttempts(n int) error {
	return same("attempts to connect to "+s.name, len(s.dials()), n)
}

func (s wired) checkAttemptTimes(moments []time.Duration) error {
	return same("the moments of connections to "+s.name, s.dials(), moments)
}

func checkGaps(all []wired, least []time.Duration) error {
	for _, s := range all {
		if err := s.checkGaps(least); err != nil {
			return err
		}
	}
	return nil
}

func (s wired) checkGaps(least []time.Duration) error {
	at := s.dials()
	if len(at) != len(least)+1 {
		return fmt.Errorf("there were connections to %s at %s: these are not %d gaps", s.name, at, len(least))
	}
	for i, low := range least {
		if gap := at[i+1] - at[i]; gap < low || gap >= 2*low {
			return fmt.Errorf("gap %d is %s, which is not between %s and %s", i+1, gap, low, 2*low)
		}
	}
	return nil
}

func (s wired) checkOpenConnections(n int) error {
	open := map[int]bool{}
	for _, e := range s.w.seen("", s.name) {
		switch e.Kind {
		case "net." + event.Kind(netem.ConnOpen):
			open[e.Conn] = true
		case "net." + event.Kind(netem.ConnClose), "net." + event.Kind(netem.ConnReset):
			delete(open, e.Conn)
		}
	}
	return same("open connections to "+s.name, len(open), n)
}
