package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
)

// web is what a subject does over HTTP that no script can say.
type web struct {
	header     http.Header   // what the target is given to send
	idle       time.Duration // what the target may watch silence for
	everywhere bool          // it listens on the other address of the machine, too
	wrap       func(http.Handler) http.Handler
	read       func([]byte) // changes what comes in on the wire
}

func (w web) listen(n *netem.Net) (net.Listener, error) {
	l, err := n.Listen("127.0.0.1:80")
	if w.read != nil {
		l = readListener{l, w.read}
	}
	return l, err
}

// dial reaches the subject over the other address of the machine, too, if it
// listens everywhere.
func (w web) dial(n *netem.Net) func(context.Context, string, string) (net.Conn, error) {
	dial := n.Dial("probe")
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		if w.everywhere {
			addr = strings.Replace(addr, servertest.OtherAddress, "127.0.0.1", 1)
		}
		return dial(ctx, network, addr)
	}
}

func (w web) handler(next http.Handler) http.Handler {
	if w.wrap != nil {
		return w.wrap(next)
	}
	return next
}

// readListener changes what its connections read.
type readListener struct {
	net.Listener
	change func([]byte)
}

func (l readListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return readConn{c, l.change}, err
}

type readConn struct {
	net.Conn
	change func([]byte)
}

func (c readConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.change(p[:n])
	return n, err
}

// path is where a client finds the subject.
func (s subject) path() string {
	script, err := fakeserver.Parse("script.yaml", []byte(s.script+"\n"))
	if err != nil {
		return "/"
	}
	return script.HTTP.StreamPath()
}

// scripted is the subject of a script of testdata/kill.
func scripted(id, script string) subject {
	s := subject{script: script}
	for _, family := range []string{"HL", "AUTH", "OLD"} {
		s.http = s.http || strings.HasPrefix(id, family)
	}
	s.web = withToken()
	return s
}

func withToken() web { return web{header: http.Header{"Authorization": {"Bearer good"}}} }

// guarded is the script of a correct server that wants a token.
const guarded = `
http:
  pages:
    - {path: /.well-known/oauth-protected-resource/mcp, headers: {Content-Type: application/json, Access-Control-Allow-Origin: "*"},
       body: '{"resource": "<origin>/mcp", "authorization_servers": ["https://auth.example"]}'}
rules:
  - when: {verb: "*", header: {Authorization: "!Bearer good"}}
    do: [status: {code: 401, headers: {WWW-Authenticate: 'Bearer resource_metadata="<origin>/.well-known/oauth-protected-resource/mcp", scope="mcp"'}}]
`

// resumable is the script of a correct server whose streams can be resumed.
const resumable = "http: {answers: sse, resume: true}\n"

// bodyOf reads a body and puts it back.
func bodyOf(r *http.Request) string {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return string(body)
}

// side finds the id of a request of the checks for streams.
var side = regexp.MustCompile(`"id":("side-\d+")`)

func sideOf(body string) string {
	if m := side.FindStringSubmatch(body); m != nil {
		return m[1]
	}
	return ""
}

// events answers with an event stream of these data, or adds them to it.
func events(w http.ResponseWriter, data ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, d := range data {
		_, _ = fmt.Fprintf(w, "data: %s\n\n", d)
	}
	_ = http.NewResponseController(w).Flush()
}

func result(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":{}}` }

func progress(token string) string {
	return `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + token + `,"progress":1}}`
}
