package authority

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// pretenders are clients that say they are one with a secret.
var pretenders = map[string]func(*authcheck.Client) *authcheck.Client{
	"another secret":           func(c *authcheck.Client) *authcheck.Client { return c.Pretender("mcpsim-mcpsim-mcpsim") },
	"no secret":                func(c *authcheck.Client) *authcheck.Client { return c.Pretender("") },
	"more than its secret":     func(c *authcheck.Client) *authcheck.Client { return c.Pretender(c.LongSecret()) },
	"its secret in other case": func(c *authcheck.Client) *authcheck.Client { return c.Pretender(c.OtherCase()) },
	"an empty secret":          func(c *authcheck.Client) *authcheck.Client { return c.Pretender(authcheck.Empty) },
	"half of its secret":       func(c *authcheck.Client) *authcheck.Client { return c.Pretender(c.HalfSecret()) },
}

// eachWay does something with a client of each way to send a secret, until the answer is one that
// ends the search. It is not testable if no such client can be registered.
func (w *World) eachWay(do func(*authcheck.Client) (*authcheck.Reply, error), ends func(*authcheck.Reply) bool) (err error) {
	for _, way := range authcheck.Ways {
		client, refused := w.bench.Confidential(way)
		if refused != nil {
			err = cmp.Or(err, refused)
			continue
		}
		w.client = client
		r, err := do(client)
		if err != nil {
			return err
		}
		if w.reply = r; ends(r) {
			return nil
		}
	}
	if w.reply != nil {
		return nil
	}
	return err
}

func taken(r *authcheck.Reply) bool { return r.Token("access_token") != "" }

func notTaken(r *authcheck.Reply) bool { return !taken(r) }

// openly redeems a code with the secret of its client.
func (w *World) openly() error {
	return w.eachWay(w.bench.Login, notTaken)
}

// hasTokenToo wants a token for a client with a secret, if there is one for others.
func (w *World) hasTokenToo() error {
	r, err := w.answer()
	if err != nil || taken(r) {
		return err
	}
	client, err := w.bench.Client()
	if err != nil {
		return err
	}
	usual, err := w.bench.Login(client)
	if err != nil || notTaken(usual) {
		return cmp.Or(err, verdict.Because("AS-06", "there is no token for a client without one, too"))
	}
	return fmt.Errorf("there is no token for a client that has registered as it asks: %s", r.What())
}

// secretly redeems a code of a client that has a secret, without knowing that or the verifier.
func (w *World) secretly(how string) error {
	return w.eachWay(func(client *authcheck.Client) (*authcheck.Reply, error) {
		right, err := w.bench.Login(client)
		if err != nil {
			return nil, err
		}
		if notTaken(right) {
			return nil, verdict.Because("AS-18", "the right secret is of no use: %s", right.What())
		}
		asked, code, err := w.bench.Code(client)
		if err != nil {
			return nil, err
		}
		changes := wrongly["with "+strings.Replace(how, "no verifier", "an empty verifier", 1)]
		if pretend := pretenders[how]; pretend != nil {
			client = pretend(client)
		}
		return w.bench.RedeemWith(client, asked, code, changes)
	}, taken)
}

// secretlyRenewed renews the login of a client that has a secret without knowing it.
func (w *World) secretlyRenewed(how string) error {
	return w.eachWay(func(client *authcheck.Client) (*authcheck.Reply, error) {
		asked, code, err := w.bench.Code(client)
		if err != nil {
			return nil, err
		}
		r, err := w.bench.RedeemWith(pretenders[how](client), asked, code, nil)
		if err != nil {
			return nil, err
		}
		if taken(r) {
			return nil, verdict.Because("AS-06", "a code is good with %s, too", how)
		}
		if err = w.loggedIn(); err != nil {
			return nil, err
		}
		return w.bench.Renew(pretenders[how](client), w.tokens.Token("refresh_token"), "")
	}, taken)
}

// secretive is a client that has a secret, in the first way that can be registered.
func (w *World) secretive() (c *authcheck.Client, err error) {
	for _, way := range authcheck.Ways {
		if c, err = w.bench.Confidential(way); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// challenged wants a wrong secret in a header to be refused as HTTP has it (OAuth 2.1, 3.2.4).
func (w *World) challenged() error {
	client, err := w.bench.Confidential("client_secret_basic")
	if err != nil {
		return err
	}
	asked, code, err := w.bench.Code(client)
	if err != nil {
		return err
	}
	r, err := w.bench.RedeemWith(pretenders["another secret"](client), asked, code, nil)
	switch {
	case err != nil:
		return err
	case taken(r):
		return verdict.Because("AS-06", "a code is good with another secret")
	}
	usual, err := w.bench.RedeemWith(client, asked, code, nil)
	if err != nil {
		return err
	}
	if notTaken(usual) { // the code may be worth nothing any more
		if usual, err = w.bench.Login(client); err != nil || notTaken(usual) {
			return cmp.Or(err, verdict.Because("AS-18", "the right secret is of no use, too"))
		}
	}
	if r.Status != http.StatusUnauthorized {
		return answeredWith(r, http.StatusUnauthorized)
	}
	return verdict.FailedIf(r.Header.Get("WWW-Authenticate") == "", "there is no WWW-Authenticate")
}

// own asks for a token without a user.
func (w *World) own() (err error) {
	w.reply, err = w.bench.Grant(w.client, "client_credentials")
	return err
}
