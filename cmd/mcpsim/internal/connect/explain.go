package connect

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"syscall"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/shortage"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// trouble is why a server is not live: what, why, and what to do next.
type trouble struct {
	Class   class
	Reason  string
	Foreign bool     // Reason repeats what a server says
	Named   []string // what Reason repeats of the definition
	Next    string   // empty if nothing general can be said
	Login   bool     // a login of a user may help
	Stderr  []string // last lines of a process that was started
}

// Explanation is why a server cannot be used, without secrets: the exit code, the reason,
// and what to do next, empty if nothing general can be said.
type Explanation struct {
	Code         int
	Reason, Next string
}

// Explain says why something about a server failed. p is how its process ended.
func Explain(err error, s config.Server, p outside.Ending, redact *outside.Redactor) Explanation {
	t := explain(err, s, record{}, p)
	return Explanation{verdictOf([]row{{Status: statusFailed, Failure: t}}, false), t.reason(redact), t.Next}
}

// explain puts a failure into words. The texts of the runtime are kept.
func explain(err error, s config.Server, r record, p outside.Ending) *trouble {
	if err == nil {
		err = errors.New("it failed")
	}
	t := &trouble{Class: classProtocol, Reason: err.Error(), Foreign: foreign(err) || r.stream != "", Named: append(ui.Named(err), s.Command), Stderr: p.Stderr}
	switch {
	case t.definition(err):
	case t.stream(err, s, r):
	case t.process(err, s, p):
	case t.status(err, s):
	case t.security(err):
	case t.network(err, s):
	case errors.Is(err, context.DeadlineExceeded):
		t.silent(s, r)
	default:
		t.answer(err)
	}
	return t
}

// foreign reports whether the text of err holds an answer of a server.
func foreign(err error) bool {
	var refused *transport.Error
	var status *transport.HTTPError
	var syntax *transport.SyntaxError
	return errors.As(err, &refused) || errors.As(err, &status) || errors.As(err, &syntax)
}

// reason is why, without secrets.
func (t *trouble) reason(redact *outside.Redactor) string {
	if t.Foreign {
		return redact.Text(t.Reason)
	}
	return redact.Own(t.Reason, t.Named...)
}

func (t *trouble) set(c class, reason, next string) bool {
	t.Class, t.Next = c, next
	if reason != "" {
		t.Reason = reason
	}
	return true
}

// definition: nothing was tried.
func (t *trouble) definition(err error) bool {
	if bad := (*config.InvalidError)(nil); errors.As(err, &bad) {
		return t.set(classConfig, "", "correct the definition")
	}
	if bad := (*outside.ProxyError)(nil); errors.As(err, &bad) {
		return t.set(classUnreachable, "", "correct HTTP_PROXY or HTTPS_PROXY, or name the host in NO_PROXY")
	}
	text, ofURL := strings.CutPrefix(err.Error(), "parsing the URL: ")
	if ofURL && !strings.HasPrefix(text, "scheme ") {
		t.Reason = "the URL cannot be read" // text repeats a part of it, which may be a password
	}
	return ofURL && t.set(classConfig, "", "correct the URL: it is http://HOST/PATH or https://HOST/PATH")
}

// stream: what it sent cannot be read, so the transport ended it.
func (t *trouble) stream(err error, s config.Server, r record) bool {
	if r.stream == "" || !errors.Is(err, transport.ErrClosed) {
		return false
	}
	if s.Transport() != config.Stdio {
		return t.set(classProtocol, "the connection has ended: "+r.stream, "look at the log of the server")
	}
	return t.set(classProtocol, "its output cannot be read: "+r.stream, "stdout is for messages only, one JSON object per line")
}

// process: it did not start, or it is gone.
func (t *trouble) process(err error, s config.Server, p outside.Ending) bool {
	if s.Transport() != config.Stdio {
		return false
	}
	_, _, several := strings.Cut(s.Command, " ")
	switch {
	case !p.Started && several && (errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist)):
		return t.set(classUnreachable, fmt.Sprintf("there is no program %q", s.Command), `no shell is involved: "command" is the program alone, and each argument a word of "args", or of its own behind --`)
	case !p.Started && errors.Is(err, exec.ErrNotFound):
		return t.set(classUnreachable, fmt.Sprintf("command %q is not in PATH", s.Command), "install it, or give its full path")
	case !p.Started && errors.Is(err, fs.ErrPermission):
		return t.set(classUnreachable, "", "make the file executable")
	case !p.Started && errors.Is(err, fs.ErrNotExist):
		return t.set(classUnreachable, "", "check the command and its working directory")
	case !p.Started && shortage.Of(err) != "":
		return t.set(classUnreachable, "", shortage.Of(err))
	case !p.Started && !errors.Is(err, context.DeadlineExceeded):
		return t.set(classUnreachable, "", "check the command")
	case p.Ended && (errors.Is(err, transport.ErrClosed) || errors.Is(err, transport.ErrNotConnected)):
		next := "run the command by itself and see what it needs"
		if len(p.Stderr) > 0 {
			next = "read what it wrote to stderr"
		}
		return t.set(classDied, fmt.Sprintf("the process %s before it was ready", p.How), next)
	}
	return false
}

// status: HTTP answered with an error.
func (t *trouble) status(err error, s config.Server) bool {
	bad := (*transport.HTTPError)(nil)
	if !errors.As(err, &bad) {
		return false
	}
	switch {
	case later(err):
		return t.set(classUnreachable, "", "try again in a moment: the authorization server has not refused the login, it does not answer just now")
	case bad.Status == http.StatusUnauthorized, bad.Status == http.StatusForbidden:
		t.Login = WantsLogin(err, s)
		return t.set(classAuth, "", authorized(s, host.WantedScopes(err)))
	case bad.Status == http.StatusBadRequest && strings.Contains(bad.Body, "HTTP request to an HTTPS server"):
		return t.set(classProtocol, "", "the server speaks TLS: use https://")
	case bad.Status == http.StatusNotFound, bad.Status == http.StatusMethodNotAllowed:
		return t.set(classProtocol, "", "check the path of the URL"+usualPath(s.URL))
	case bad.Status == http.StatusTooManyRequests:
		return t.set(classProtocol, "", "the server has had too many requests: try again later")
	case bad.Status >= 300 && bad.Status < 400:
		return t.set(classProtocol, fmt.Sprintf("HTTP %d, a redirect that clients do not follow with a POST", bad.Status), "give the URL that it leads to; if that is a page to log in, the server wants a credential")
	case bad.Status >= http.StatusInternalServerError:
		return t.set(classProtocol, "", "look into the log of the server, or of what is in front of it")
	}
	return t.set(classProtocol, "", "")
}

// usualPath names the path of most servers, unless the URL has it.
func usualPath(raw string) string {
	if u, err := url.Parse(raw); err == nil && u.Path == "/mcp" {
		return ""
	}
	return "; many servers listen at /mcp"
}

// authorized is how a server gets what it wants to see: a login, for scopes that it has
// named, unless its definition says itself who is calling.
func authorized(s config.Server, scopes []string) string {
	const give = "give a credential: --header 'Authorization: Bearer ${TOKEN}', or \"headers\" in the file"
	if !TakesLogin(s) {
		return give
	}
	line := "mcpsim login " + words.Quote(config.MaskURL(s.URL))
	if s.Source.Path != "" {
		line = "mcpsim login " + words.Quote(s.Name) + " --config " + words.Quote(s.Source.Path)
	}
	if scopes != nil {
		line += " --again"
	}
	for _, scope := range scopes {
		line += " --scope " + words.Quote(scope)
	}
	return "log in: " + line + "; or " + give
}

// WantsLogin reports whether a server was refused for want of a login that a user could
// make: none was tried.
func WantsLogin(err error, s config.Server) bool {
	refused, ok := errors.AsType[*transport.HTTPError](err)
	_, tried := errors.AsType[*host.LoginError](err)
	return ok && refused.Status == http.StatusUnauthorized && !tried && !later(err) && TakesLogin(s)
}

// later reports whether a login would have been made or renewed by itself, but not just now.
func later(err error) bool {
	_, passing := errors.AsType[*host.LoginPassingError](err)
	return passing
}

// TakesLogin reports whether a login of a user could be what a server gets to see.
func TakesLogin(s config.Server) bool {
	for name := range s.Headers {
		if strings.EqualFold(name, "Authorization") {
			return false
		}
	}
	return (s.Transport() == config.HTTP || s.Transport() == config.SSE) && len(s.Auth) == 0
}

// security: TLS did not come about.
func (t *trouble) security(err error) bool {
	var record tls.RecordHeaderError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return t.set(classUnreachable, "the server does not speak TLS at this port: "+err.Error(), "use http:// or another port")
	case errors.As(err, &certificate):
		return t.set(classUnreachable, "", "check the host name and the certificate; SSL_CERT_FILE adds an authority")
	}
	return false
}

// network: there is no connection.
func (t *trouble) network(err error, s config.Server) bool {
	var name *net.DNSError
	var operation *net.OpError
	switch {
	case shortage.Of(err) != "":
		return t.set(classUnreachable, "", shortage.Of(err))
	case errors.As(err, &name):
		return t.set(classUnreachable, "", "check the host name in the URL")
	case errors.Is(err, syscall.ECONNREFUSED):
		return t.set(classUnreachable, "", "nothing listens at "+address(s)+": start the server, or check the port")
	case errors.As(err, &operation) && operation.Op == "dial":
		return t.set(classUnreachable, "", "check the network and the URL")
	case errors.Is(err, io.EOF) && strings.HasPrefix(s.URL, "http://"):
		return t.set(classProtocol, "the server has closed the connection without an answer: "+err.Error(), "if it speaks TLS use https://; else look into its log")
	}
	return false
}

// address is the host and port of a URL, which hold no secret.
func address(s config.Server) string {
	u, err := url.Parse(s.URL)
	if err != nil || u.Host == "" || strings.Contains(u.Host, "${") {
		return "this address"
	}
	return u.Host
}

// silent: its time was over.
func (t *trouble) silent(s config.Server, r record) {
	switch {
	case !r.reached:
		t.set(classUnreachable, "", "check the network and the URL")
	case s.Transport() == config.Stdio:
		t.set(classTimeout, "", "the process runs but does not answer on stdout: is it an MCP server over stdio? If it is only slow, raise --timeout")
	default:
		t.set(classTimeout, "", "it accepts connections but does not answer; if it is only slow, raise --timeout")
	}
}

// echoed is what the runtime answers a server that asks it to initialize. A server that sends
// back all that it is sent has it for its answer.
const echoed = "Unsupported server request: initialize"

// answer: it said something unexpected.
func (t *trouble) answer(err error) {
	var remote *transport.Error
	var syntax *transport.SyntaxError
	switch {
	case errors.As(err, &remote) && remote.Message == echoed:
		t.set(classProtocol, "the answer to initialize is initialize itself: it sends back what it is sent", "this is no MCP server: check the command or the URL")
	case errors.As(err, &remote):
		t.set(classProtocol, "", "the server refused; if it is too old or too new, try --protocol")
	case strings.Contains(err.Error(), "did not upgrade the connection"):
		t.set(classProtocol, "", "is this the URL of a WebSocket? Most servers are reached with http:// or https://")
	case strings.Contains(err.Error(), "redirect not followed"):
		t.set(classProtocol, "", "correct the URL, or what is in front of the server")
	case errors.As(err, &syntax), strings.Contains(err.Error(), "is not a JSON-RPC response"):
		t.set(classProtocol, "", "the answer is not JSON-RPC: is this the URL of an MCP server?")
	}
}
