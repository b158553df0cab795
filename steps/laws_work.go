package steps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// checkWork reconnects and stops one server on purpose and looks at those beside it: what
// has a connection keeps it.
func (w *World) checkWork() error {
	if w.host == nil || nounOf[workspace](w).pool != nil {
		return nil // agents connect one by one; those who share a connection share its end
	}
	var quiet []*server
	for _, s := range w.declared() {
		if w.atRest(s) {
			quiet = append(quiet, s)
		}
	}
	if len(quiet) < 2 {
		return nil
	}
	worked, others := quiet[0].name, quiet[1:]
	for _, work := range []struct {
		done string
		do   func() error
	}{
		{"was reconnected", func() error { return w.reconnect(w.host, worked) }},
		{"was stopped", func() error { return w.judged().stopServer(worked) }},
	} {
		before := map[string]int{}
		for _, s := range others {
			before[s.name] = s.handshakes()
		}
		if err := work.do(); err != nil {
			return err
		}
		for _, s := range others {
			if s.handshakes() != before[s.name] {
				return fmt.Errorf("server %q %s, and server %q was connected anew", worked, work.done, s.name)
			}
		}
	}
	return nil
}

// disturbsElsewhere reports whether the variation disturbs a link that is not one server's of
// that name: a program's own, or one to which a definition of another name leads.
func (w *World) disturbsElsewhere() bool {
	managed := map[string]bool{}
	if w.host != nil {
		for v := range w.host.Servers() {
			managed[v.Config.Name] = true
		}
	}
	return slices.ContainsFunc(w.scenario.Disturb, func(text string) bool {
		link, _, _, err := parseDisturbance(text)
		_, stopped := w.stopped[link]
		return err == nil && link != anyLink && (w.servers[link] == nil || w.host != nil && !managed[link] && !stopped)
	})
}

// atRest reports whether a server has a connection that nothing is about to end.
func (w *World) atRest(s *server) bool {
	status, err := w.judged().status(s.name)
	offered, _ := w.judged().offers(s.name)
	if err != nil || status != string(host.Connected) || !offered || len(s.faults) > 0 || w.disturbed(s.name) {
		return false
	}
	return s.kind != stdioServer && s.kind != wsServer || s.openConnections() == 1
}

// checkTools wants the schemas of tools to be what their servers have sent, also long after.
func (w *World) checkTools() error {
	if w.host == nil {
		return nil
	}
	listed, all := w.listedTools()
	for t := range w.host.Tools() {
		schema, err := compacted(t.InputSchema)
		switch {
		case len(t.InputSchema) == 0 || t.Deferred:
		case err != nil:
			return fmt.Errorf("the schema of tool %q is no JSON: %.200s", t.Name, t.InputSchema)
		case all && !strings.Contains(listed, schema):
			return fmt.Errorf("tool %q has the schema %.200s, which no server has listed", t.Name, schema)
		}
	}
	return nil
}

// listedTools are all lists of tools that servers have sent; all is false if there was one
// that was not kept whole. Definitions can give servers other names than the scenario does.
func (w *World) listedTools() (lists string, all bool) {
	var out strings.Builder
	for _, s := range w.declared() {
		for _, e := range s.fake.Journal() {
			if e.Direction != fakeserver.Sent || e.Method != "tools/list" {
				continue
			}
			sent, err := compacted([]byte(e.Raw))
			if err != nil {
				return "", false
			}
			out.WriteString(sent)
		}
	}
	return out.String(), out.Len() > 0
}

func compacted(text []byte) (string, error) {
	var out bytes.Buffer
	err := json.Compact(&out, text)
	return out.String(), err
}
