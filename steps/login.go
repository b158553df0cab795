package steps

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// logins are the user's part of logins: who approves, and how often that was asked.
type logins struct {
	public   bool   // NAME.test is a host elsewhere
	callback string // where the user is sent back to; "" = callback
	noun
	settings host.LoginEnv
	draws    draws

	// Guarded by World.mu.
	asked []string // issuers
}

func loginSteps() []gherkin.Step {
	return gherkin.Noun("login", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `no name but localhost is this machine's`, Manual: "has logins take NAME.test for a host elsewhere; otherwise it is this machine's, and needs no TLS",
			Func: (*logins).elsewhere},
		{Keyword: gherkin.Given, Pattern: `the user approves logins`,
			Manual: "a user opens each authorization request of the runtime, and the authorization server sends the browser back", Func: (*logins).approve},
		{Keyword: gherkin.Given, Pattern: `the user approves logins after (\S+)`,
			Manual: "as above, but the user takes that long", Example: `the user approves logins after 5m`, Func: (*logins).approveAfter},
		{Keyword: gherkin.Given, Pattern: `the user comes back from logins by "([^"]+)"`,
			Manual: "the browser does not come back from the authorization server: this is what the runtime is told", Example: `the user comes back from logins by "http://127.0.0.1:33418/callback?code=stolen"`, Func: (*logins).replace},
		{Keyword: gherkin.Given, Pattern: `the user comes back from logins at "([^"]+)"`,
			Manual: "with the answer of the authorization server, at another place than it was sent to", Example: `the user comes back from logins at "http://127.0.0.1:1/callback"`, Func: (*logins).misplace},
		{Keyword: gherkin.Given, Pattern: `the user comes back from logins with a state (in other case|that goes on|that breaks off)`,
			Manual: "with the answer of the authorization server, in which the state is nearly that of the request", Example: `the user comes back from logins with a state in other case`, Func: (*logins).twist},
		{Keyword: gherkin.Given, Pattern: `logins send the user back to "([^"]+)"`,
			Manual: "the runtime asks for the answer there and not at the usual place, which is a port of this machine", Example: `logins send the user back to "https://app.test/callback"`, Func: (*logins).sendBack},
		{Keyword: gherkin.Given, Pattern: `the client's metadata document is at "([^"]+)"`,
			Manual: "logs in as a client that describes itself there", Example: `the client's metadata document is at "https://app.test/client.json"`, Func: (*logins).describe},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is defined with oauth:`, Manual: "sets the oauth settings of a server's definition, as JSON",
			Example: `server "docs" is defined with oauth:`, Func: (*server).defineOAuth},
		{Keyword: gherkin.Then, Pattern: `the user was asked to log in (\d+) times?`, Manual: "counts the authorization requests that were shown to the user",
			Example: `the user was asked to log in 1 time`, Func: (*logins).checkAsked},
	})
}

// callback is where browsers are sent back to. Nothing listens there.
const callback = "http://127.0.0.1:33418/callback"

// env is how a runtime makes logins. Names of scenarios stand for this machine, as there
// is no TLS between fakes.
func (n *logins) env(env *host.Env) {
	env.Login = n.settings
	env.Login.Random = &n.draws
	if !n.public {
		env.Login.Local = func(name string) bool { return strings.HasSuffix(name, ".test") }
	}
}

func (n *logins) elsewhere() error {
	n.public = true
	return nil
}

func (n *logins) approve() error { return n.approveAfter(0) }

func (n *logins) approveAfter(d time.Duration) error {
	n.settings.Agent = &loginUser{n: n, wait: d}
	return nil
}

func (n *logins) replace(url string) error {
	n.settings.Agent = &loginUser{n: n, instead: url}
	return nil
}

func (n *logins) misplace(place string) error {
	n.settings.Agent = &loginUser{n: n, at: place}
	return nil
}

func (n *logins) twist(how string) error {
	n.settings.Agent = &loginUser{n: n, twist: twists[how]}
	return nil
}

// twists make of a state one that is nearly the same.
var twists = map[string]func(state string) string{
	"in other case":   strings.ToUpper,
	"that goes on":    func(state string) string { return state + "A" },
	"that breaks off": func(state string) string { return state[:len(state)-1] },
}

func (n *logins) sendBack(url string) error {
	n.callback = url
	return nil
}

func (n *logins) describe(url string) error {
	n.settings.MetadataURL = url
	return nil
}

// draws are the random bits of a scenario: the same in every run of it.
type draws struct {
	mu sync.Mutex
	n  uint64
}

func (d *draws) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := 0; i < len(p); {
		d.n++
		block := sha256.Sum256(binary.BigEndian.AppendUint64(nil, d.n))
		i += copy(p[i:], block[:])
	}
	return len(p), nil
}

// loginUser is a user with a browser.
type loginUser struct {
	n       *logins
	wait    time.Duration
	instead string                    // comes back by this URL; "" = by that of the authorization server
	at      string                    // with the answer, but here; "" = where it was sent to
	twist   func(state string) string // what becomes of its state; nil = nothing
}

func (u *loginUser) Redirect(context.Context, []string) (string, error) {
	return cmp.Or(u.n.callback, callback), nil
}

func (u *loginUser) Authorize(ctx context.Context, r host.AuthorizationRequest) (string, error) {
	u.n.mu.Lock()
	u.n.asked = append(u.n.asked, r.Issuer)
	u.n.mu.Unlock()
	if u.wait > 0 {
		if err := clock.Sleep(ctx, clock.Named(u.n.ground.clock(), "user"), u.wait); err != nil {
			return "", err
		}
	}
	if u.instead != "" {
		return u.instead, nil
	}
	back, err := host.HeadlessAgent{Dial: u.n.ground.hostEnv().Dial, RedirectURI: r.Redirect, Clock: u.n.ground.clock()}.Authorize(ctx, r)
	if _, query, found := strings.Cut(back, "?"); u.at != "" && found {
		back = u.at + "?" + query
	}
	if u.twist != nil && err == nil {
		return u.twisted(back)
	}
	return back, err
}

// twisted is an answer with another state.
func (u *loginUser) twisted(back string) (string, error) {
	to, err := url.Parse(back)
	if err != nil {
		return "", err
	}
	answer := to.Query()
	answer.Set("state", u.twist(answer.Get("state")))
	to.RawQuery = answer.Encode()
	return to.String(), nil
}

func (n *logins) checkAsked(times int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return same("how often the user was asked to log in", len(n.asked), times)
}

func (s *server) defineOAuth(text *gherkin.DocString) error {
	if !json.Valid([]byte(text.Content)) {
		return errors.New("the oauth settings are not JSON")
	}
	s.config.OAuth = json.RawMessage(text.Content)
	return nil
}
