package probe

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// maxMoves bounds the redirects that are followed.
const maxMoves = 5

// reach looks further where initialize was refused over HTTP: where a redirect
// points to on the same origin, or behind the old transport. That it had to is
// the business of checks.
func (b *Bench) reach() {
	for range maxMoves {
		to := b.moved()
		if to == "" {
			break
		}
		b.Target.URL, b.redirect, b.Target.challenge = to, b.first.Reply.Status, nil
		b.again()
	}
	status := b.firstStatus()
	if b.refused == nil || b.IsModern() || !slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed}, status) {
		return
	}
	if b.Target.modern != nil && b.Target.modern() {
		return // it has refused a handshake as it should
	}
	c := b.newConn()
	err := c.openOld()
	if !c.old.stream.Opened() || errors.Is(err, ErrNoEndpoint) && status == http.StatusBadRequest {
		c.End()
		return
	}
	b.first, b.old, b.refused = c, true, err
	b.ledger.forgetOffers() // what another transport refused, this one may offer
	if err == nil {
		b.refused = c.handshake(b.Target.Revision, "")
	}
}

// again makes the first handshake once more.
func (b *Bench) again() {
	b.first = b.newConn()
	b.ledger.forgetOffers()
	b.refused = b.first.handshake(b.Target.Revision, "")
}

// firstStatus is that of the last answer to the first handshake; 0 = none.
func (b *Bench) firstStatus() int {
	if b.first.Reply == nil {
		return 0
	}
	return b.first.Reply.Status
}

// moved is where the answer to initialize says the server is, if that is on the
// same origin and the request can be repeated there as it is.
func (b *Bench) moved() string {
	status := b.firstStatus()
	if status != http.StatusTemporaryRedirect && status != http.StatusPermanentRedirect {
		return ""
	}
	base, err := url.Parse(b.Target.URL)
	if err != nil {
		return ""
	}
	to, err := base.Parse(b.first.Reply.Header.Get("Location"))
	if err != nil || !SameOrigin(base, to) {
		return ""
	}
	return to.String()
}

// NotApplicable says why a check with these tags cannot be made of the server, or nil.
func (b *Bench) NotApplicable(tags []string) error {
	forOld := slices.Contains(tags, "@sse")
	switch {
	case slices.Contains(tags, ModernTag) != b.IsModern():
		return verdict.NotTestable("it is for the other era of the protocol than %s", b.Target.Revision)
	case !slices.Contains(tags, "@http") || forOld == b.old:
		return nil
	case b.old:
		return verdict.NotTestable("it is for streamable HTTP, the server speaks HTTP+SSE")
	}
	return verdict.NotTestable("it is for HTTP+SSE, the server speaks streamable HTTP")
}
