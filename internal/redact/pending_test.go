package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/redact"
)

func TestPending(t *testing.T) {
	r := redact.New([]string{`s3cret-"canary"`, "other-value-1"})
	for text, open := range map[string]string{
		"":                       "",
		"nothing":                "",
		"a s":                    "s",
		"a s3cret-":              "s3cret-",
		`a s3cret-\"can`:         `s3cret-\"can`,
		`a s3cret-\u0022c\u00`:   `s3cret-\u0022c\u00`,
		"a s3cret-%22c%":         "s3cret-%22c%",
		`a s3cret-"canary"`:      "",
		`a s3cret-"canary" s3cr`: "s3cr",
		"a 100%":                 "%",
		"other-value-":           "other-value-",
	} {
		assert.Check(t, is.Equal(text[r.Pending(text):], open), "%q", text)
	}
	assert.Equal(t, redact.New(nil).Pending("a %"), 3)
}

// FuzzPieces cuts a text that says a secret in many ways into pieces: redacted one after the
// other, none of them is left.
func FuzzPieces(f *testing.F) {
	f.Add("s3cret-value/1+2", "before", []byte{1, 2, 3})
	f.Add("abcdefgh", "%", []byte{0})
	f.Add(`a\u0041"b`, `\`, []byte{5, 1})
	f.Fuzz(func(t *testing.T, secret, before string, cuts []byte) {
		if len(secret) < 8 || len(cuts) == 0 || strings.Contains("[redacted]", secret) {
			return
		}
		forms := []string{secret, url.QueryEscape(secret), hex.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte(secret)), fmt.Sprintf("%q", secret), html.EscapeString(secret)}
		text := before + " " + strings.Join(forms, " ") + " end"
		r := redact.New([]string{secret})
		whole := r.Text(text)
		var out, held string
		for i := 0; text != ""; i++ {
			n := min(len(text), 1+int(cuts[i%len(cuts)]))
			held += text[:n]
			text = text[n:]
			at := r.Pending(held)
			out += r.Text(held[:at])
			held = held[at:]
		}
		out += r.Text(held)
		for _, form := range forms {
			if strings.Contains(out, form) && !strings.Contains(whole, form) {
				t.Errorf("%q is in %q", form, out)
			}
		}
	})
}
