package steps

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// checkBearers wants the tokens of logins with their server and nowhere else. Requests of a
// login itself (endpoints of the authorization server, metadata) have none.
func (n *authorities) checkBearers(name string) error {
	if _, ok := n.servers[name]; !ok {
		return fmt.Errorf("no server %q in this scenario", name)
	}
	tokens := n.told()
	for _, s := range slices.Concat(n.order, n.World.order) {
		at, err := n.server(s)
		if err == nil {
			err = checkBearersAt(at.fake.Journal(), tokens, s == name)
		}
		if err != nil {
			return fmt.Errorf("server %q: %w", s, err)
		}
	}
	return nil
}

// checkBearersAt looks at the requests to one server; own tells that the tokens are its own.
func checkBearersAt(journal []fakeserver.Entry, secrets []string, own bool) error {
	found := false
	for _, e := range journal {
		if e.Kind != fakeserver.KindHTTP || e.Direction != fakeserver.Received {
			continue
		}
		token, bearer := strings.CutPrefix(e.Header.Get("Authorization"), "Bearer ")
		url := strings.SplitN(e.Text, "?", 2)
		switch {
		case len(url) > 1 && slices.ContainsFunc(secrets, func(s string) bool { return strings.Contains(url[1], s) }):
			return fmt.Errorf("a secret of a login is in the URL of a %s", e.Verb)
		case bearer && (!own || e.Endpoint != ""):
			return fmt.Errorf("a %s that needs no token has one", e.Verb)
		case bearer && !slices.Contains(secrets, token):
			return fmt.Errorf("a %s has a token that no authorization server gave", e.Verb)
		case !bearer && found && e.Endpoint == "":
			return fmt.Errorf("a %s has no token, after requests that had one", e.Verb)
		}
		found = found || bearer
	}
	if own && !found {
		return errors.New("no request has a token")
	}
	return nil
}
