package server

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func discovery(answer probe.Frame) error {
	result := probe.Page(answer)
	if result == nil {
		return verdict.Because("M-DISC-01", "server/discover is answered with %s", probe.Quote(answer.Raw))
	}
	return form.Result(true, "server/discover", answer.Members["result"])
}

// namesVersion judges whether a version is named. That all that are named are not spoken is told by
// another check.
func namesVersion(answer probe.Frame, b *probe.Bench, version string) error {
	var versions []string
	_ = jsonparts.Unmarshal(probe.Page(answer)["supportedVersions"], &versions)
	modern := func(v string) bool { return v >= probe.ModernRevision }
	if len(versions) > 0 && !slices.ContainsFunc(versions, modern) && !b.OpensSessions() {
		return verdict.Because("M-DISC-04", "it names %q, versions with a handshake alone, and has none", versions)
	}
	return verdict.FailedIf(!slices.Contains(versions, version), "it names %q, and was asked in %s", versions, version)
}

func namesSupported(answer probe.Frame, requested string) error {
	var e struct{ Data map[string]json.RawMessage }
	_ = jsonparts.Unmarshal(answer.Members["error"], &e)
	if len(supported(answer)) == 0 {
		return unless(false, answer, "data.supported names no version")
	}
	return unless(probe.Text(e.Data["requested"]) == requested, answer, "data.requested is %s", probe.OrNothing(string(e.Data["requested"])))
}

// askAgain sends a request as before on another connection, and keeps both answers. The
// connection of the check must be its own.
func (c *check) askAgain(method string) error {
	first, err := c.answered()
	if err != nil {
		return err
	}
	if err := c.freshAgain(); err != nil {
		return err
	}
	second, err := c.call(method, "")
	c.answers = []probe.Frame{first, second}
	return err
}

func (c *check) sameDiscovery() error {
	earlier, latest := c.answers[0], c.answers[1]
	for _, member := range []string{"supportedVersions", "capabilities"} {
		first, second := probe.Page(earlier)[member], probe.Page(latest)[member]
		var before, after any
		_, _ = jsonparts.Unmarshal(first, &before), jsonparts.Unmarshal(second, &after)
		if !reflect.DeepEqual(before, after) {
			return unless(false, latest, "its %s were %s before", member, probe.Quote(first))
		}
	}
	return nil
}

// servesUndeclared reports whether a list that belongs to a capability is served, which is not
// declared.
func (c *check) servesUndeclared(capability string) bool {
	if c.conn.Declares(capability) {
		return false
	}
	served := false
	_ = c.bench.Aside(func(other *probe.Conn) error {
		answer, err := other.Call(capability+"/list", "")
		served = err == nil && answer.Members["result"] != nil
		return err
	})
	return served
}
