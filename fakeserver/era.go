package fakeserver

import (
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Era is a generation of the protocol: "legacy", "modern" or "dual".
type Era string

// The eras that a server can speak.
const (
	legacyEra Era = "legacy" // 2024-11-05 to 2025-11-25: initialize opens a session
	modernEra Era = "modern" // 2026-07-28: each request says all that it needs
	dualEra   Era = "dual"   // both, on one endpoint and in one process
)

func (Era) words() []string { return []string{string(legacyEra), string(modernEra), string(dualEra)} }

func (e Era) legacy() bool { return e != modernEra }
func (e Era) modern() bool { return e == modernEra || e == dualEra }

// revisions are those that the era has, oldest first.
func (e Era) revisions() []string {
	var out []string
	if e.legacy() {
		for _, r := range protocol.Legacy() {
			out = append(out, string(r))
		}
	}
	if e.modern() {
		out = append(out, string(protocol.Revision20260728))
	}
	return out
}

// supported are the revisions that the server accepts.
func (s *Script) supported() []string {
	if len(s.Revisions) == 0 {
		return s.Era.revisions()
	}
	return s.Revisions
}

// revisions are those that initialize can agree upon.
func (s *Script) revisions() []string {
	return slices.DeleteFunc(slices.Clone(s.supported()), func(r string) bool { return protocol.Revision(r).Era() != protocol.EraLegacy })
}

// onlyPosts reports whether GET and DELETE mean nothing to the server: those of the modern
// era alone have neither streams nor sessions, unless the script says something about GET.
func (s *Script) onlyPosts() bool { return !s.Era.legacy() && s.HTTP.Get == "" }

// refuseVerb answers a request that only servers with sessions know.
func (h *exchange) refuseVerb() {
	h.setHeaders(map[string]string{"Allow": http.MethodPost})
	h.refuse(http.StatusMethodNotAllowed, "there are no sessions and no streams")
}

// modern reports whether a message is served as the modern revision has it. A server of
// both eras goes by what the request says about itself.
func (c *conn) modern(m *message, header http.Header) bool {
	switch era := c.s.script.Era; {
	case !era.modern():
		return false
	case !era.legacy():
		return true
	default:
		return member(member(m.params, "_meta"), metaVersion) != nil || protocol.Revision(header.Get(revisionHeader)).Era() == protocol.EraModern
	}
}
