package steps

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/netem"
)

// anyLink stands for all links in a disturbance.
const anyLink = "*"

var disturbance = words.Pattern(`^("(?:[^"\\]|\\.)+"|\S+) ([a-z_]+)((?: \S+)*?)( up| down)?(?: on connection (\d+))?$`)

// CheckDisturbance is an error if a text does not say which link is disturbed and how,
// such as "docs cut 3 at name down on connection 1" or "* latency 20ms". A name with spaces
// is quoted as Go does it.
func CheckDisturbance(text string) error {
	_, _, _, err := parseDisturbance(text)
	return err
}

func parseDisturbance(text string) (link string, fault netem.Fault, scope netem.Scope, err error) {
	m := disturbance().FindStringSubmatch(text)
	if m == nil {
		return "", nil, scope, fmt.Errorf(`%q is no disturbance: want LINK FAULT VALUES [up|down] [on connection N], such as "docs cut 3 at name down"; a LINK with spaces stands in quotation marks`, text)
	}
	if link = m[1]; link[0] == '"' {
		if link, err = strconv.Unquote(link); err != nil {
			return "", nil, scope, fmt.Errorf("%q: the name of the link: %w", text, err)
		}
	}
	if fault, scope, err = faultOf(m[2], m[3], m[4], m[5]); err != nil {
		err = fmt.Errorf("%q: %w", text, err)
	}
	return link, fault, scope, err
}

// disturb puts the faults of the variation on their links.
func (w *World) disturb() error {
	g, virtual := w.ground.(*virtualGround)
	if !virtual {
		if len(w.scenario.Disturb) > 0 {
			return errors.New("real wires cannot be disturbed: leave --disturb out, or the real world")
		}
		return nil
	}
	if w.scenario.Wire {
		w.tap = &tap{streams: map[streamKey]*gherkin.Stream{}}
		g.net.AddEverywhere(w.tap)
	}
	for _, text := range w.scenario.Disturb {
		link, fault, scope, err := parseDisturbance(text)
		switch {
		case err != nil:
			return err
		case link == anyLink:
			g.net.AddEverywhere(fault, scope)
		default:
			g.net.Link(link).Add(fault, scope)
		}
	}
	return nil
}

// disturbed reports whether the variation disturbs the link to a server.
func (w *World) disturbed(server string) bool {
	return slices.ContainsFunc(w.scenario.Disturb, func(text string) bool {
		link, _, _, err := parseDisturbance(text)
		return err == nil && (link == anyLink || link == server)
	})
}

// tap is a fault that changes nothing and keeps which bytes travel.
type tap struct {
	streams map[streamKey]*gherkin.Stream
	order   []streamKey
}

type streamKey struct {
	link      string
	conn      int
	direction netem.Direction
}

// maxMessages bounds what is kept of one stream, in messages.
const maxMessages = 200

// Kind is "tap".
func (*tap) Kind() string { return "tap" }

// Attach looks at what is written. It runs with the network locked.
func (t *tap) Attach(*netem.Stream) netem.Rule {
	return netem.Rule{Write: func(u netem.Unit) netem.Verdict {
		t.keep(u)
		return netem.Verdict{}
	}}
}

func (t *tap) keep(u netem.Unit) {
	key := streamKey{u.Link, u.Conn, u.Direction}
	s := t.streams[key]
	if s == nil {
		s = &gherkin.Stream{Link: u.Link, Conn: u.Conn, Direction: u.Direction.String()}
		t.streams[key] = s
		t.order = append(t.order, key)
	}
	if len(s.Messages) == maxMessages {
		return
	}
	var places []string
	for _, p := range netem.PlacesIn(u.Data) {
		places = append(places, string(p))
	}
	s.Messages = append(s.Messages, places)
}

// Wire implements [gherkin.Wired].
func (w *World) Wire() []gherkin.Stream {
	if w.tap == nil {
		return nil
	}
	var out []gherkin.Stream
	for _, key := range w.tap.order {
		out = append(out, *w.tap.streams[key])
	}
	return out
}
