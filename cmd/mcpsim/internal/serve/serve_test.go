package serve

import (
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func TestClientConfigs(t *testing.T) {
	named, err := readSubject(t.Context(), []string{"banner-on-stdout"})
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

// What is meant for an address and is none is no name of a script.
func TestPortsWithoutHosts(t *testing.T) {
	f := over("http", AnyPort)
	_, err := f.takeAddress([]string{"8080"})
	assert.Error(t, err, "--http 8080: want HOST:PORT, such as 127.0.0.1:8080")
	rest, err := f.takeAddress([]string{"127.0.0.1:99999"})
	assert.NilError(t, err)
	assert.Equal(t, len(rest), 0)
	assert.Equal(t, f.network().addr, "127.0.0.1:99999")
	stdio := over("", "")
	rest, err = stdio.takeAddress([]string{"8080"})
	assert.NilError(t, err)
	assert.DeepEqual(t, rest, []string{"8080"}) // a script of that name
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
