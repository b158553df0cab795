package outside

import (
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/runtime/config"
)

func TestARecordingHidesValuesAsHeadersHaveThem(t *testing.T) {
	values := Unrecorded([]string{"API_TOKEN=tok-1\r", "GIVEN= x-2 ", "OTHER=y-3"}, []string{"GIVEN"})
	assert.DeepEqual(t, values, []string{"tok-1", "x-2"})
}

func TestSecretsNeverShown(t *testing.T) {
	env := Lookup([]string{"TOKEN=old", "TOKEN=tok-123456", "NAME_OF_KEY=looked-up-value", "LINE=of-windows-7\r"})
	servers := []config.Server{
		{Name: "a", Type: config.HTTP, URL: "http://me:hunter22@h/v1/0123456789abcdefghij?key=queryvalue",
			Headers: map[string]string{"Authorization": "Bearer ${TOKEN}"}},
		{Name: "b", Command: "x", Args: []string{"say", "${LINE}"}, Env: map[string]string{"KEY": "NAME_OF_KEY", "DEBUG": "1", "ON": "true"}},
	}
	hidden := redact.New(Secrets(servers, env))
	for _, secret := range []string{"hunter22", "0123456789abcdefghij", "queryvalue", "tok-123456", "looked-up-value", "of-windows-7"} {
		assert.Check(t, !strings.Contains(hidden.Text("say "+secret+" aloud"), secret), secret)
	}
	assert.Equal(t, hidden.Text("1 is true"), "1 is true")
}

// What servers are given in other ways than by variables and headers of their own is hidden,
// and so is what they may say of it alone.
func TestPartsOfSecretsAreHidden(t *testing.T) {
	for word, secret := range map[string]string{
		"PGX=of-docker-1": "of-docker-1", "--env=PGX=of-docker-1": "of-docker-1", `--config={"apiKey":"in-json-1","n":1}`: "in-json-1",
		"X-Api-Key:no-space-1": "no-space-1", "--header=Authorization:Bearer joined-1": "joined-1", "--user=joe:of-curl-1": "of-curl-1",
		"joe:of-mysql-1@tcp(h:3306)/db": "of-mysql-1", "--pass=of-pass-1": "of-pass-1", "http://h/m;token=matrix-1": "matrix-1",
		"http://h/m?key=100%zz-bad-1": "100%zz-bad-1", "http://h/m?a=1;key=semi-1": "semi-1", "http://h/m?bare-1-token": "bare-1-token",
		"http://h/m?config=%7B%22apiKey%22%3A%22in-query-1%22%7D": "in-query-1", "postgres://u:pg%23word-1@h/db": "pg#word-1",
	} {
		assert.Check(t, slices.Contains(ArgSecrets([]string{"./server", word}), secret), "%s: %q", word, ArgSecrets([]string{"./server", word}))
	}
	for _, words := range [][2]string{{"-u", "joe:of-curl-1"}, {"--pat", "of-curl-1"}, {"-e", "A=of-curl-1"}} {
		found := strings.Join(ArgSecrets([]string{"./server", words[0], words[1]}), " ")
		assert.Check(t, strings.Contains(found, "of-curl-1"), "%q: %s", words, found)
	}
	for _, word := range []string{"--env=HOME=/root", "--user=1000:1000", "HOME=/root", "@scope/server@1.0.0", "git@github.com:org/repo.git", "http://h:80/mcp"} {
		assert.Check(t, is.Len(ArgSecrets([]string{"./server", word}), 0), word)
	}
	assert.Equal(t, redact.Credential("Bearer\ttab-1"), "tab-1")
}

// The package that a launcher runs is not taken for a token; what only stands where one might is.
func TestNamesOfPackagesAreShown(t *testing.T) {
	for words, hidden := range map[string]string{
		"npx -y nosuch-package-xyz-1":                           "",
		"uvx awslabs.s3-tables-mcp-server":                      "",
		"npx -y my-long-mcp-server2 0123456789abcdefghij":       "0123456789abcdefghij",
		"npx --api-key 0123456789abcdefghij pkg":                "0123456789abcdefghij",
		"npx --registry-thing 0123456789abcdefghij pkg":         "0123456789abcdefghij",
		"./server 0123456789abcdefghij":                         "0123456789abcdefghij",
		"TOKEN=secret-value-1 ./server awslabs.s3-tables-mcp-x": "awslabs.s3-tables-mcp-x",
	} {
		all := strings.Fields(words)
		assert.Check(t, is.Equal(slices.Contains(ArgSecrets(all), hidden), hidden != ""), words)
		found := Secrets([]config.Server{{Name: "a", Command: all[0], Args: all[1:]}}, Lookup(nil))
		assert.Check(t, is.Equal(slices.Contains(found, hidden), hidden != ""), words)
		assert.Check(t, hidden != "" || len(found) == 0, words)
	}
	assert.DeepEqual(t, ArgSecrets([]string{"https://me:hunter22@h/mcp"}), []string{"hunter22", "me"})
}

// Words of our own messages stay, whatever the values of variables are, and
// what only names a variable is no secret.
func TestOwnWordsAreNotHidden(t *testing.T) {
	servers := []config.Server{{Name: "a", Command: "x", Env: map[string]string{
		"MODE": "process", "KEY": "tok-1/2345", "NONE": "${NOPE}",
	}}}
	redact := NewRedactor(Secrets(servers, Lookup(nil)))
	assert.Equal(t, redact.Own("the process knows tok-1/2345 and tok-1%2F2345"), "the process knows [redacted] and [redacted]")
	assert.Equal(t, redact.Own(`headers.Authorization: environment variable "NOPE" is not set, ${NOPE} stays as written`),
		`headers.Authorization: environment variable "NOPE" is not set, ${NOPE} stays as written`)
	err := fmt.Errorf("starting the process: %w", &fs.PathError{Op: "fork/exec", Path: "/process/run", Err: fs.ErrNotExist})
	assert.Equal(t, redact.Own(err.Error(), ui.Named(err)...), "starting the process: fork/exec /[redacted]/run: file does not exist")
	for _, err := range []error{&exec.Error{Name: "process", Err: exec.ErrNotFound}, &net.DNSError{Name: "process"}} {
		assert.Check(t, !strings.Contains(redact.Own(err.Error(), ui.Named(err)...), "process"))
	}
	assert.Equal(t, redact.Text("the process says tok-1/2345"), "the [redacted] says [redacted]")
}

// proxyAnswering accepts one connection, keeps the head of the request and
// answers it.
func proxyAnswering(t *testing.T, answer string) (*url.URL, chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	heads, over := make(chan string, 1), make(chan struct{})
	t.Cleanup(func() { _ = l.Close(); <-over })
	go func() {
		defer close(over)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		var head []byte
		buf := make([]byte, 1)
		for !strings.HasSuffix(string(head), "\r\n\r\n") {
			if _, err := c.Read(buf); err != nil {
				return
			}
			head = append(head, buf...)
		}
		heads <- string(head)
		_, _ = c.Write([]byte(answer))
	}()
	return &url.URL{Scheme: "http", Host: l.Addr().String(), User: url.UserPassword("me", "hunter2")}, heads
}

func TestTunnel(t *testing.T) {
	proxy, heads := proxyAnswering(t, "HTTP/1.1 200 OK\r\n\r\n")
	c, err := tunnel(proxy, new(net.Dialer).DialContext)(t.Context(), "tcp", "far.test:443")
	assert.NilError(t, err)
	defer c.Close()
	head := <-heads
	assert.Assert(t, is.Contains(head, "CONNECT far.test:443 HTTP/1.1\r\n"))
	assert.Assert(t, is.Contains(head, "Proxy-Authorization: Basic bWU6aHVudGVyMg==\r\n"))
}

// What is no URL of a proxy, but can be read as one, is told from one: a part of its password would
// be looked up and shown as a host.
func TestProxiesAreReadWhole(t *testing.T) {
	for text, want := range map[string]bool{
		"http://proxy:1":                       true,
		"http://user:p%2Fw@proxy:1/":           true,
		"http://[::1]:3128":                    true,
		"http://http://user:hunter2@[::1":      false, // as it is tried after http://user:hunter2@[::1
		"http://http://user:hunter2/x@proxy:1": false,
		"http://user:1234/hunter2@proxy:1":     false,
		"http://user:1234?hunter2@proxy:1":     false,
		"http://user:1234#hunter2@proxy:1":     false,
		"http://user:hunter2@:3128":            false,
	} {
		u, err := url.Parse(text)
		assert.NilError(t, err)
		assert.Equal(t, whole(u), want, text)
	}
}

// Which hosts a proxy that cannot be read is not asked for, as net/http would say.
func TestHostsWithoutAProxy(t *testing.T) {
	for no, hosts := range map[string]map[string]bool{
		"":                         {"localhost": true, "127.0.0.2:80": true, "[::1]:80": true, "a.test": false},
		"*":                        {"a.test": true},
		"a.test, .b.test,*.c.test": {"a.test": true, "x.A.test": true, "xa.test": false, "x.b.test": true, "x.c.test": true, "d.test": false},
		"10.0.0.0/8,a.test:81,b.test:80,[fd00::1]": {"10.1.2.3": true, "11.1.2.3": false, "a.test:81": true, "a.test:82": false, "b.test": true, "[fd00::1]:80": true},
	} {
		for host, want := range hosts {
			got := exempt(&url.URL{Scheme: "http", Host: host}, Lookup([]string{"no_proxy=" + no}))
			assert.Equal(t, got, want, "%s with %s", host, no)
		}
	}
}

func TestTunnelRefused(t *testing.T) {
	proxy, _ := proxyAnswering(t, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
	_, err := tunnel(proxy, new(net.Dialer).DialContext)(t.Context(), "tcp", "far.test:443")
	assert.ErrorContains(t, err, "refused far.test:443: HTTP 407")
	assert.Check(t, !strings.Contains(err.Error(), "hunter2"))
}

// An error above a page of usage is seen.
func TestTeeShowsBothEnds(t *testing.T) {
	for lines, want := range map[int]string{0: "", 1: "0", 10: "0 1 2 3 4 5 6 7 8 9", 11: "0 1 2 (1 line left out) 4 5 6 7 8 9 10", 40: "0 1 2 (30 lines left out) 33 34 35 36 37 38 39"} {
		var text strings.Builder
		for i := range lines {
			fmt.Fprintln(&text, i)
		}
		k := &tee{from: strings.NewReader(text.String())}
		_, err := io.ReadAll(k)
		assert.NilError(t, err)
		assert.Equal(t, strings.Join(k.lines(), " "), want)
	}
}

func TestTeeKeepsTheEnd(t *testing.T) {
	var text []string
	for i := range 5000 {
		text = append(text, fmt.Sprint("line ", i))
	}
	k := &tee{from: strings.NewReader(strings.Join(text, "\n") + "\n")}
	buf := make([]byte, 1000)
	for {
		if _, err := k.Read(buf); err != nil {
			break
		}
	}
	assert.DeepEqual(t, k.lines(), slices.Clone(text[len(text)-stderrShown:]))
	assert.Check(t, len(k.kept) <= stderrKept)
	assert.NilError(t, k.Close())
}
