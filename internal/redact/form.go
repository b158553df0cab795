package redact

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
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

// view is a text with some escapes undone. at says for each byte where in the text
// below it begins and for the end where that ends; nil: the view is the text itself.
type view struct {
	text string
	at   []int32 // a text has at most 2 GiB
}

// below is a part of the view in the text below it.
func (v view) below(from, to int) span {
	if v.at == nil {
		return span{from, to}
	}
	return span{int(v.at[from]), int(v.at[to])}
}

// mostUndone is how often escapes are undone: JSON in a string of JSON in a URL. In a
// text longer than largeText, in bytes, they are once: views of it take memory.
const (
	mostUndone = 3
	largeText  = 1 << 20
)

// viewsOf are the text itself, and what it says with escapes undone, in every order.
func viewsOf(s string) []view {
	all := []view{{text: s}}
	from, depth := 0, mostUndone
	if len(s) > largeText {
		depth = 1
	}
	for range depth {
		end := len(all)
		for _, v := range all[from:end] {
			for _, step := range []escape{percent, backslash, entity} {
				if next := v.undo(step); !slices.ContainsFunc(all, func(o view) bool { return o.text == next.text }) {
					all = append(all, next)
				}
			}
		}
		from = end
	}
	return all
}

// undo makes a view in which one kind of escapes is undone.
func (v view) undo(e escape) view {
	if strings.IndexByte(v.text, e.mark) < 0 {
		return v
	}
	text, at := make([]byte, 0, len(v.text)), make([]int32, 0, len(v.text)+1)
	for i := 0; i < len(v.text); {
		said, n := v.text[i:i+1], 1
		if v.text[i] == e.mark {
			said, n = e.read(v.text[i:])
		}
		for range len(said) {
			at = append(at, int32(v.below(i, i).from))
		}
		text = append(text, said...)
		i += n
	}
	at = append(at, int32(v.below(len(v.text), len(v.text)).to))
	return view{string(text), at}
}

// escape is a kind of escapes: how each begins, and what one at the beginning of a text
// stands for and how long it is. What is none stands for itself.
type escape struct {
	mark byte
	read func(text string) (said string, n int)
}

// percent is the escape of URLs.
var percent = escape{'%', func(text string) (string, int) {
	if len(text) > 2 {
		if c, err := strconv.ParseUint(text[1:3], 16, 8); err == nil {
			return string([]byte{byte(c)}), 3
		}
	}
	return text[:1], 1
}}

// backslash is the escape of strings in JSON and in Go.
var backslash = escape{'\\', func(text string) (string, int) {
	if len(text) < 2 {
		return text, 1
	}
	if i := strings.IndexByte(`"\/abfnrtv`, text[1]); i >= 0 {
		return "\"\\/\a\b\f\n\r\t\v"[i : i+1], 2
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[1]]
	if digits == 0 || len(text) < 2+digits {
		return text[:1], 1
	}
	code, err := strconv.ParseUint(text[2:2+digits], 16, 32)
	switch {
	case err != nil:
		return text[:1], 1
	case digits == 2:
		return string([]byte{byte(code)}), 4
	case utf16.IsSurrogate(rune(code)) && len(text) >= 12 && text[6:8] == `\u`:
		low, _ := strconv.ParseUint(text[8:12], 16, 16)
		return string(utf16.DecodeRune(rune(code), rune(low))), 12
	}
	return string(rune(code)), 2 + digits
}}

// entity is the escape of HTML and XML.
var entity = escape{'&', func(text string) (string, int) {
	end := strings.IndexByte(text[:min(len(text), longestEscape)], ';')
	if end < 0 {
		return text[:1], 1
	}
	said := html.UnescapeString(text[:end+1])
	if said == text[:end+1] {
		return text[:1], 1
	}
	return said, end + 1
}}
