package server

import (
	"net/http"
	"testing"

	"gotest.tools/v3/assert"
)

func challenges(values ...string) http.Header {
	return http.Header{"Www-Authenticate": values}
}

func TestChallengeParams(t *testing.T) {
	for _, c := range []struct {
		challenge, name, want string
	}{
		{`Bearer scope="a b"`, "scope", "a b"},
		{`bearer realm="x", SCOPE = a`, "scope", "a"},
		{`Bearer error="insufficient_scope",scope="x"`, "scope", "x"},
		{`Bearer error="insufficient_scope",scope="x"`, "error", "insufficient_scope"},
		{`Basic realm="x", Bearer resource_metadata="https://a.example/b?c=d"`, "resource_metadata", "https://a.example/b?c=d"},
		{`Bearer error_description="no scope=x", error="e"`, "error", "e"},
		{`Bearer error_description="no scope=x"`, "scope", ""},
		{`Bearer scope="a \"b\""`, "scope", `a "b"`},
		{`Bearer`, "scope", ""},
		{`Basic scope="a"`, "scope", ""},
		{``, "scope", ""},
	} {
		assert.Equal(t, challengeParam(challenges(c.challenge), c.name), c.want, c.challenge)
	}
	assert.Equal(t, challengeParam(challenges("Basic x", `Bearer scope=y`), "scope"), "y")
}

func TestMetadataURLs(t *testing.T) {
	for _, c := range []struct {
		server, challenge string
		want              []string
	}{
		{"https://a.example/mcp", "Bearer", []string{
			"https://a.example/.well-known/oauth-protected-resource/mcp", "https://a.example/.well-known/oauth-protected-resource"}},
		{"https://a.example/x/mcp/", "", []string{
			"https://a.example/.well-known/oauth-protected-resource/x/mcp", "https://a.example/.well-known/oauth-protected-resource"}},
		{"https://a.example", "", []string{"https://a.example/.well-known/oauth-protected-resource"}},
		{"https://a.example/mcp", `Bearer resource_metadata="https://b.example/m"`, []string{"https://b.example/m"}},
		{"https://a.example/mcp", `Bearer resource_metadata="/m"`, []string{"https://a.example/m"}},
	} {
		got, err := metadataURLs(c.server, challenges(c.challenge))
		assert.NilError(t, err)
		assert.DeepEqual(t, got, c.want)
	}
	_, err := metadataURLs("https://a.example/mcp", challenges(`Bearer resource_metadata="file:///etc/passwd"`))
	assert.ErrorContains(t, err, "file:///etc/passwd")
}

func TestResourcesCoverServers(t *testing.T) {
	for _, c := range []struct {
		resource, server string
		want             bool
	}{
		{"https://a.example/mcp", "https://a.example/mcp", true},
		{"HTTPS://A.example:443/mcp/", "https://a.example/mcp", true},
		{"https://a.example", "https://a.example/mcp", true},
		{"https://a.example/mc", "https://a.example/mcp", false},
		{"https://a.example/mcp/x", "https://a.example/mcp", false},
		{"http://a.example/mcp", "https://a.example/mcp", false},
		{"https://b.example/mcp", "https://a.example/mcp", false},
		{"https://a.example:8443/mcp", "https://a.example/mcp", false},
		{"%", "https://a.example/mcp", false},
	} {
		assert.Equal(t, covers(c.resource, c.server), c.want, "%v", c)
	}
}

func FuzzChallengeParam(f *testing.F) {
	for _, seed := range []string{`Bearer scope="a b"`, `Basic x, Bearer y=z`, `Bearer scope="\"`, "bearer,scope=", `Bearer a=b,scope=c d`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, challenge string) {
		if got := challengeParam(challenges(challenge), "scope"); len(got) > len(challenge) {
			t.Errorf("%q has the scope %q", challenge, got)
		}
	})
}
