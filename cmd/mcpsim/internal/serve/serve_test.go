package serve

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func TestClientConfigs(t *testing.T) {
	named, err := readSubject([]string{"banner-on-stdout"})
	assert.NilError(t, err)
	script := subject{name: "my.server", argument: "/home/me/my.server.yaml", script: &fakeserver.Script{
		Rules: []fakeserver.Rule{{When: fakeserver.When{Probability: 0.5}}},
	}}
	legacy := subject{name: "old", script: &fakeserver.Script{HTTP: fakeserver.HTTPScript{Legacy: &fakeserver.LegacySSE{}}}}
	tests := []struct {
		name  string
		s     subject
		flags flags
	}{
		{"stdio", named, flags{networks: networkFlags}},
		{"seeded", script, flags{networks: networkFlags, stdio: true, seed: 7, record: "/tmp/seen.jsonl"}},
		{"http", named, over("http", "127.0.0.1:8080")},
		{"sse", legacy, over("sse", "127.0.0.1:8080")},
	}
	for client := range clientFormats {
		for _, tt := range tests {
			t.Run(client+"/"+tt.name, func(t *testing.T) {
				tt.flags.printConfig = client
				text, err := clientConfig(tt.flags, tt.s, "/opt/R&D/mcpsim")
				if client == "codex" && tt.name == "sse" {
					assert.ErrorContains(t, err, "does not speak --sse")
					return
				}
				assert.NilError(t, err)
				golden.Assert(t, text, filepath.Join("clients", client+"_"+tt.name+".txt"))
			})
		}
	}
}

func TestAddresses(t *testing.T) {
	tests := []struct {
		flags flags
		args  []string
		want  string // "" = an error
	}{
		{over("http", AnyPort), nil, "127.0.0.1:0"},
		{over("http", AnyPort), []string{"x.yaml", "127.0.0.1:80"}, "127.0.0.1:80"},
		{over("sse", AnyPort), []string{"localhost:80", "x.yaml"}, "127.0.0.1:80"},
		{over("ws", AnyPort), []string{"127.0.0.1:80"}, "127.0.0.1:80"},
		{over("http", ":80"), nil, "127.0.0.1:80"},
		{over("http", "[::1]:80"), nil, "[::1]:80"},
		{exposed(":80"), nil, ":80"},
		{exposed("0.0.0.0:80"), nil, "0.0.0.0:80"},
		{exposed("example.com:80"), nil, "example.com:80"},
		{over("http", "0.0.0.0:80"), nil, ""},
		{over("http", "example.com:80"), nil, ""},
		{over("http", "80"), nil, ""},
	}
	for _, tt := range tests {
		_, err := tt.flags.takeAddress(tt.args)
		assert.NilError(t, err)
		got, err := tt.flags.address()
		assert.Equal(t, got, tt.want)
		assert.Equal(t, err == nil, tt.want != "")
	}
}

func TestRecordHidesCredentials(t *testing.T) {
	in := fakeserver.Entry{
		Kind: fakeserver.KindMessage, Raw: `{"token":"tok-12345"} Authorization: Bearer abc`, Text: "tok-12345",
		Header: http.Header{"Authorization": {"Bearer tok-12345"}, "X-Api-Key": {"key-67890"}, "Mcp-Session-Id": {"s1"}},
	}
	out, err := json.Marshal(publicEntry(in))
	assert.NilError(t, err)
	for _, secret := range []string{"tok-12345", "key-67890", "abc"} {
		assert.Check(t, !strings.Contains(string(out), secret), "%s", out)
	}
	assert.Check(t, is.Contains(string(out), `"Mcp-Session-Id":["s1"]`))
	assert.Equal(t, in.Header.Get("Authorization"), "Bearer tok-12345") // it belongs to the server
}

func TestJournalFailsOnce(t *testing.T) {
	j, err := openJournal(filepath.Join(t.TempDir(), "seen.jsonl"))
	assert.NilError(t, err)
	assert.NilError(t, j.file.Close())
	for range 100 {
		j.add(fakeserver.Entry{Kind: fakeserver.KindEOF})
	}
	assert.ErrorContains(t, j.close(), "recording: ")
}

// over are the flags that ask for a transport at an address.
func over(name, addr string) flags {
	f := flags{networks: networkFlags}
	for i := range f.networks {
		if f.networks[i].name == name {
			f.networks[i].addr = addr
		}
	}
	return f
}

func exposed(addr string) flags {
	f := over("http", addr)
	f.expose = true
	return f
}
