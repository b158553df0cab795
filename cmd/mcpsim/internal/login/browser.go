package login

import (
	"context"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/clients"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/host"
)

const callbackPath = "/callback"

// toldWithin is how long the browser waits for the outcome.
const toldWithin = 30 * time.Second

// browser is a user with a browser on this machine, which comes back to a port of ours.
type browser struct {
	ui *ui.UI

	mu       sync.Mutex
	listener net.Listener             // nil before the first login
	server   *http.Server             // nil before the first request
	waiting  map[string]chan<- string // for the answers to requests, by their state
	outcome  chan struct{}
	text     string // the outcome, once that is closed
	serving  sync.WaitGroup
}

func newBrowser(u *ui.UI) *browser {
	return &browser{ui: u, outcome: make(chan struct{}), waiting: map[string]chan<- string{}}
}

// Redirect opens a port: one that was registered before, as that is known to the
// authorization server already, else any.
func (b *browser) Redirect(_ context.Context, registered []string) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.listener == nil {
		for _, address := range append(ports(registered), "127.0.0.1:0") {
			if l, err := net.Listen("tcp", address); err == nil {
				b.listener = l
				break
			}
		}
	}
	if b.listener == nil {
		return "", fmt.Errorf("no port of this machine can be listened at; try --no-browser")
	}
	return "http://" + b.listener.Addr().String() + callbackPath, nil
}

// ports are the addresses of ours among redirect URIs.
func ports(registered []string) (out []string) {
	for _, raw := range registered {
		if u, err := url.Parse(raw); err == nil && u.Scheme == "http" && u.Hostname() == "127.0.0.1" && u.Path == callbackPath {
			out = append(out, u.Host)
		}
	}
	return out
}

// Authorize shows the address and waits for the browser.
func (b *browser) Authorize(ctx context.Context, r host.AuthorizationRequest) (string, error) {
	asked, err := url.Parse(r.URL)
	if err != nil {
		return "", err
	}
	came := make(chan string, 1)
	b.expect(r.Redirect, asked.Query().Get("state"), came)
	fmt.Fprintf(b.ui.Err, "log in at %s in your browser:\n%s\n", words.Printable(r.Issuer), words.Visible(r.URL))
	if ui.IsTerminal(b.ui.Stderr) {
		openBrowser(r.URL, b.ui.Environ)
	}
	select {
	case callback := <-came:
		return callback, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// expect has what comes for a state sent to came. All requests of a login come back to one
// port, so one server is there for all of them.
func (b *browser) expect(redirect, state string, came chan<- string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting[state] = came
	if b.server == nil {
		at, _ := url.Parse(redirect)
		b.server = &http.Server{Handler: b.answers(at.Host)}
		clients.New(clients.OfCommands(), clock.Real()).Bound(b.server)
		listener := b.listener
		b.serving.Go(func() { _ = b.server.Serve(listener) }) // ended by done
	}
}

// awaited is who waits for a request; nil: it comes from a page that has nothing to do with
// a login.
func (b *browser) awaited(host string, req *http.Request) chan<- string {
	if req.URL.Path != callbackPath || req.Host != host {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, state := range req.URL.Query()["state"] {
		if came := b.waiting[state]; came != nil {
			return came
		}
	}
	return nil
}

// answers takes the first answer to each request; what other pages send here is refused.
func (b *browser) answers(host string) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		came := b.awaited(host, req)
		if came == nil {
			http.Error(rw, "not what this login waits for", http.StatusNotFound)
			return
		}
		select {
		case came <- "http://" + req.Host + req.URL.RequestURI():
		default: // it has an answer already
		}
		text := "The answer has arrived. The terminal says how it went."
		patience, cancel := clock.WithTimeout(req.Context(), clock.Real(), toldWithin)
		defer cancel()
		if clock.Await(patience, clock.Real(), b.outcome) == nil {
			text = b.text
		}
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		rw.Header().Set("Content-Security-Policy", "default-src 'none'")
		rw.Header().Set("Referrer-Policy", "no-referrer") // the address of this page holds the code
		rw.Header().Set("Cache-Control", "no-store")
		fmt.Fprintf(rw, "<!doctype html><meta charset=utf-8><title>mcpsim</title><h1>mcpsim</h1><p>%s</p><p>You can close this page.</p>\n", html.EscapeString(text))
	})
}

// done tells the browser how the login went, and ends what listens.
func (b *browser) done(err error) {
	b.text = "You are logged in."
	if err != nil {
		b.text = "There is no login: " + words.Printable(b.ui.Redact(err.Error()))
	}
	close(b.outcome)
	ctx, cancel := clock.WithTimeout(context.Background(), clock.Real(), 2*time.Second) // for the page that says it
	defer cancel()
	if b.server != nil {
		_ = b.server.Shutdown(ctx)
		_ = b.server.Close()
	}
	if b.listener != nil {
		_ = b.listener.Close()
	}
	b.serving.Wait()
}

// openBrowser opens an address in the browser of the user, if there is one.
func openBrowser(address string, environ []string) {
	var line []string
	switch goruntime.GOOS {
	case "darwin":
		line = []string{"open", address}
	case "windows":
		line = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	default:
		if !slices.ContainsFunc(environ, func(e string) bool {
			return strings.HasPrefix(e, "DISPLAY=") || strings.HasPrefix(e, "WAYLAND_DISPLAY=")
		}) {
			return
		}
		line = []string{"xdg-open", address}
	}
	cmd := exec.Command(line[0], line[1:]...)
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }() // the browser outlives this program
	}
}
