package redact

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
)

// form is one way to write a secret.
type form struct {
	text          string
	base64        bool
	before, after int // characters around it that hold some bits of the secret
	shared        int // bytes at its beginning that are those of the form before it, in their order
}

// formsOf are the ways to write a secret. Escapes are undone in the text, so these are
// forms only because a text may be cut in the middle of one.
func formsOf(secret string) []form {
	lower := hex.EncodeToString([]byte(secret))
	forms := []form{
		{text: secret}, {text: url.QueryEscape(secret)}, {text: url.PathEscape(secret)},
		{text: lower}, {text: strings.ToUpper(lower)}, {text: apart(lower)}, {text: apart(strings.ToUpper(lower))},
	}
	if len(secret) >= shortestCut && strings.ContainsAny(secret, "0123456789") { // no word
		forms = append(forms, form{text: strings.ToUpper(secret)}, form{text: strings.ToLower(secret)})
	}
	for _, quote := range []string{`'\''`, `'"'"'`} { // of shells
		if quoted := strings.ReplaceAll(secret, "'", quote); quoted != secret {
			forms = append(forms, form{text: quoted})
		}
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for shift := range 3 {
			forms = append(forms, encoded(secret, shift, encoding))
		}
	}
	return forms
}

// apart is hex with colons between the bytes.
func apart(digits string) string {
	var out strings.Builder
	for pair := range slices.Chunk([]byte(digits), 2) {
		if out.Len() > 0 {
			out.WriteByte(':')
		}
		out.Write(pair)
	}
	return out.String()
}

// encoded is a secret inside of something longer that is written in base64: shift bytes
// come before it, counted in groups of three. A character that it shares with what
// comes before or after it is not part of the text.
func encoded(secret string, shift int, encoding *base64.Encoding) form {
	all := encoding.EncodeToString([]byte("\x00\x00\x00"[:shift] + secret))
	f := form{text: all, base64: true}
	if shift > 0 {
		f.text, f.before = all[shift+1:], 1 // shift bytes fill as many characters, and share the next
	}
	if (shift+len(secret))%3 != 0 {
		f.text, f.after = f.text[:len(f.text)-1], 1
	}
	return f
}

// around is the part of a view that says the form whose text begins at i.
func (f form) around(text string, i int) (from, to int) {
	from, to = i, i+len(f.text)
	if from > 0 && f.before > 0 && inBase64(text[from-1]) {
		from--
	}
	if to < len(text) && f.after > 0 && inBase64(text[to]) {
		to++
	}
	for f.base64 && to < len(text) && text[to] == '=' {
		to++
	}
	return from, to
}

func inBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("+/-_", c) >= 0
}
