package probe

import (
	"net/http"
	"testing"

	"gotest.tools/v3/assert"
)

func TestEndpointsAreResolved(t *testing.T) {
	const stream = "https://a.example/x/sse?k=v"
	for announced, want := range map[string]string{
		"/m?sessionId=1":              "https://a.example/m?sessionId=1",
		"m":                           "https://a.example/x/m",
		"?s=1":                        "https://a.example/x/sse?s=1",
		"HTTPS://a.example:443/m":     "HTTPS",
		"https://evil.example/m":      "",
		"//evil.example/m":            "",
		"http://a.example/m":          "",
		"https://a.example:8443/m":    "",
		"https://a.example@evil.ex/m": "",
		"":                            "",
		"http://[":                    "",
	} {
		got, err := resolveEndpoint(stream, announced)
		switch {
		case want == "":
			assert.Check(t, err != nil, announced)
			assert.Equal(t, got, "")
		case want == "HTTPS":
			assert.NilError(t, err)
		default:
			assert.NilError(t, err)
			assert.Equal(t, got, want)
		}
	}
}

func FuzzResolveEndpoint(f *testing.F) {
	for _, seed := range []string{"/m", "//x/m", "https://a.example/m", "\\\\x\\m", "?a", "#b", "javascript:1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, announced string) {
		got, err := resolveEndpoint("https://a.example/sse", announced)
		if err == nil && !isOf(got, "https://a.example") {
			t.Errorf("%q leads to %q", announced, got)
		}
	})
}

// isOf reports whether a URL is of an origin, as the HTTP client sees it.
func isOf(url, origin string) bool {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return true // nothing is sent there
	}
	want, _ := http.NewRequest(http.MethodPost, origin, nil)
	return SameOrigin(req.URL, want.URL)
}
