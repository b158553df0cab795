package redact_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/redact"
)

func TestParts(t *testing.T) {
	in64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for secret, want := range map[string]string{
		"-----BEGIN KEY-----\nMIIEvQ+line/1\nQ7hsPE\n-----END KEY-----\n":          "MIIEvQ+line/1",
		`{"type": "x", "client_secret": "member-1", "n": [{"token": "member-2"}]}`: "member-1 member-2",
		"admin:passw0rd-1":                                 "passw0rd-1",
		in64("joe:passw0rd-1"):                             "joe:passw0rd-1 passw0rd-1",
		in64(`{"apiKey": "in-base-64"}`):                   "in-base-64",
		"Server=db;User Id=sa;Password=of-dsn-1;":          "of-dsn-1",
		"redis://:pass%23word-1@h:1,redis://u:other-2@h:2": "pass%23word-1 pass#word-1 other-2",
		"joe:of-mysql@tcp(h:3306)/db":                      "of-mysql",
		"first8key9,second8key9":                           "first8key9 second8key9",
		"a=1; session=of-cookie; z=2":                      "of-cookie",
		`Token token="of-token", user="x"`:                 "of-token",
	} {
		for part := range strings.FieldsSeq(want) {
			assert.Check(t, slices.Contains(redact.Parts(secret), part), "%q: %q", secret, redact.Parts(secret))
		}
	}
	for _, plain := range []string{"", "production", "true", "/usr/local/bin:/usr/bin", "http://127.0.0.1:8080/mcp", "localhost:8080", "1000:1000", "en_US.UTF-8", `C:\Users\someone`, "a b c", "--max-old-space-size=4096", strings.Repeat("a=b8c9d0e1;", 10_000)} {
		assert.Check(t, len(redact.Parts(plain)) == 0, "%q: %q", plain, redact.Parts(plain))
	}
}
