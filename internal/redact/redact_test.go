package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func TestRedactorFindsEveryForm(t *testing.T) {
	r := redact.New([]string{"", "on", "tok", `a"b<c> d/e"`, "token", "token-long", "CANARYpassw0rd", "it's-9"})
	for text, want := range map[string]string{
		"":                                      "",
		"nothing here":                          "nothing here",
		`raw a"b<c> d/e" end`:                   "raw [redacted] end",
		`{"x":"a\"b<c> d/e\""}`:                 `{"x":"[redacted]"}`,
		`{"x":"a\"b\u003cc\u003e d/e\""}`:       `{"x":"[redacted]"}`,
		`{\"x\":\"a\\\"b<c> d\\/e\\\"\"}`:       `{\"x\":\"[redacted]\"}`,
		"q=a%22b%3Cc%3E+d%2Fe%22&":              "q=[redacted]&",
		"q=%61%22b%3cc%3e%20d%2fe%22&":          "q=[redacted]&",
		"q=%2541%2522 CANARYpassw%30rd":         "q=%2541%2522 [redacted]",
		"/a%22b%3Cc%3E%20d%2Fe%22/":             "/[redacted]/",
		`\u0043\u0041NARYpassw0rd`:              "[redacted]",
		"YSJiPGM+IGQvZSI=":                      "[redacted]",
		"x6122623c633e20642f6522x":              "x[redacted]x",
		"6122623C633E20642F6522":                "[redacted]",
		"c29tZXVzZXIxOkNBTkFSWXBhc3N3MHJk":      "c29tZXVzZXIxO[redacted]",     // someuser1:CANARYpassw0rd
		"eDpDQU5BUllwYXNzdzByZA==.":             "eD[redacted].",               // x:CANARYpassw0rd
		"eHk6Q0FOQVJZcGFzc3cwcmQ6bW9yZQ== end":  "eHk6[redacted]6bW9yZQ== end", // xy:CANARYpassw0rd:more
		"a&quot;b&lt;c&gt; d&#x2F;e&#34;":       "[redacted]",
		"a&amp;quot;b&amp;lt;c> d/e&#34; &amp;": "[redacted] &amp;",
		"61:22:62:3c:63:3e:20:64:2f:65:22:0a":   "[redacted]:0a",
		"61:22:62:3C:63:3E:20:64:2F:65:22":      "[redacted]",
		`'it'\''s-9'`:                           "'[redacted]'",
		`'it'"'"'s-9'`:                          "'[redacted]'",
		"token-long and token":                  "[redacted] and [redacted]",
		"tok on token-":                         "tok on [redacted]-",
		"Authorization: Bearer abc.def":         "Authorization: Bearer [redacted]",
		`{"authorization":"Basic Zm9v","x":1}`:  `{"authorization":"Basic [redacted]","x":1}`,
		`{\"Authorization\":\"xyz\"}`:           `{\"Authorization\":\"[redacted]\"}`,
		"authorization = raw":                   "authorization = [redacted]",
		"Bearer realm is kept":                  "Bearer realm is kept",
		"authorization is needed":               "authorization is needed",
	} {
		assert.Check(t, is.Equal(r.Text(text), want), text)
	}
}

// Secrets that share a piece leave none of it, and a text that was cut off leaves no
// half of one.
func TestRedactorLeavesNoPiece(t *testing.T) {
	r := redact.New([]string{"abcd-1234-efgh", "1234-efgh-5678", "connection"})
	for text, want := range map[string]string{
		"x abcd-1234-efgh-5678 y": "x [redacted] y",
		"it said abcd-1234":       "it said [redacted]",
		"34-efgh and so on":       "34-efgh and so on", // too short to be told from chance
		"234-efgh-5678 and so on": "[redacted] and so on",
		"x=YWJjZC0xMjM0LW":        "x=[redacted]",
		"the connecti":            "the connecti", // a word
		"abcd-1234":               "abcd-1234",    // all of a text is no cut
		"lost its connection.":    "lost its [redacted].",
	} {
		assert.Check(t, is.Equal(r.Text(text), want), text)
	}
}

func TestRedactorKnowsWhereTheRuntimeCuts(t *testing.T) {
	const secret = "CANARY-9f86d081884c"
	r := redact.New([]string{secret})
	for n := 8; n < len(secret); n++ {
		for _, end := range []string{"…", "\"… (9 bytes)", "\\\"… (9 bytes)", " … 7 bytes left out … ", "… (2,000 bytes, 100 shown)", "… (9 bytes, 8 shown), after … (1 bytes, 0 shown)"} {
			assert.Equal(t, r.Text("it said "+secret[:n]+end), "it said "+redact.Placeholder+end)
			assert.Equal(t, r.Own("it said "+secret[:n]+end), "it said "+redact.Placeholder+end)
		}
		for _, mark := range []string{"…", "…\"", "…\\\"", " … 7 bytes left out … "} {
			assert.Equal(t, r.Text("it said "+mark+secret[len(secret)-n:]+" last"), "it said "+mark+redact.Placeholder+" last")
		}
	}
}

// The rest of what came in pieces is a beginning even if it is all that there is.
func TestTheRestMayBeABeginning(t *testing.T) {
	const secret = "CANARY-9f86d081884c"
	r := redact.New([]string{secret})
	assert.Equal(t, r.Rest(secret[:12]), redact.Placeholder)
	assert.Equal(t, r.Rest(secret[:12]+"!"), secret[:12]+"!")
	assert.Equal(t, r.Rest(secret[:7]), secret[:7], "may be so by chance")
	assert.Equal(t, r.Rest(secret), redact.Placeholder)
	assert.Equal(t, r.Rest(""), "")
	assert.Equal(t, r.Text(secret[:12]), secret[:12])
}

// A text of nothing but cuts costs little.
func TestManyCuts(t *testing.T) {
	r := redact.New([]string{"CANARY-9f86d081884c"})
	text := strings.Repeat("…CANARY-9f86d08… ", 50_000)
	assert.Equal(t, r.Text(text), strings.Repeat("…"+redact.Placeholder+"… ", 50_000))
}

func TestRedactorReachesEveryTextOfAnEvent(t *testing.T) {
	const s = "hunter2"
	e := reports.Event{Event: event.Event{Actor: s, Server: s, Name: s, ID: s, From: s, To: s, Err: s, Text: s, Raw: s}}
	got := redact.New([]string{s}).Event(e)
	assert.Check(t, !strings.Contains(fmt.Sprintf("%+v", got), s))
	assert.Equal(t, e.Raw, s, "the caller's events are untouched")
}

// No canary survives, whatever is around it and however it is written. What does not say
// it stays.
func FuzzRedactor(f *testing.F) {
	f.Add("canary-1234", "a secret ", " b", uint(0))
	f.Add(`"\<%2F\u0041`, "x", `\`, uint(5))
	f.Add("\xff\u202e 12", "%", "=", uint(9))
	f.Fuzz(func(t *testing.T, secret, before, after string, way uint) {
		if len(secret) < redact.Shortest || strings.Contains(redact.Placeholder, secret) || strings.Contains(before+after, secret) {
			return
		}
		r := redact.New([]string{secret})
		form := ways[int(way%uint(len(ways)))](secret, before, after)
		got := r.Text(form)
		assert.Assert(t, strings.Contains(got, redact.Placeholder), "%q says %q, and became %q", form, secret, got)
		assert.Assert(t, !strings.Contains(got, secret), got)
		if plain := strings.Map(letters, before); !strings.Contains(plain, secret) {
			assert.Equal(t, redact.New([]string{"-0123456789-"}).Text(plain), plain)
		}
	})
}

func letters(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return r
	}
	return ' '
}

// ways are how a server may say a secret. What is around it must not undo its escapes.
var ways = []func(secret, before, after string) string{
	func(s, before, after string) string { return before + s + after },
	func(s, _, _ string) string { return "x?q=" + url.QueryEscape(s) + "&" },
	func(s, _, _ string) string { return "/" + url.PathEscape(s) + "/" },
	func(s, before, after string) string {
		return base64.StdEncoding.EncodeToString([]byte(before + s + after))
	},
	func(s, before, after string) string {
		return base64.URLEncoding.EncodeToString([]byte(before + s + after))
	},
	func(s, before, after string) string {
		return "x" + base64.RawURLEncoding.EncodeToString([]byte(before+s+after))
	},
	func(s, before, after string) string { return hex.EncodeToString([]byte(before + s + after)) },
	func(s, before, after string) string {
		return strings.ToUpper(hex.EncodeToString([]byte(before + s + after)))
	},
	func(s, before, after string) string {
		if !utf8.ValidString(s) {
			return s
		}
		out, _ := json.Marshal(map[string]string{"x": strings.ToValidUTF8(before, "") + s + strings.ToValidUTF8(after, "")})
		return string(out)
	},
	func(s, _, _ string) string { return strconv.QuoteToASCII(s) },
	func(s, _, _ string) string {
		if !utf8.ValidString(s) {
			return s
		}
		inner, _ := json.Marshal(s)
		outer, _ := json.Marshal(string(inner))
		return string(outer)
	},
}

// What a server says in the ways of other languages and tools is found, too: escaped, quoted,
// encoded once more, in several lines, or with characters between that are not seen.
func TestRedactorFindsWhatToolsWrite(t *testing.T) {
	const long = "ghp-0123456789-abcdefghij-0123456789-ABCDEFGHIJ"
	r := redact.New([]string{"Canary's-$9\"x", long, "hexCanary8"})
	twice := base64.RawStdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte("hexCanary8"))))
	for text, want := range map[string]string{
		`'Canary\'s-$9"x'`:     "'[redacted]'", // Python
		`Canary\'s-\$9\"x`:     "[redacted]",   // printf %q
		`Canary\047s-$9\"x`:    "[redacted]",
		`Canary\u{27}s-$9"x`:   "[redacted]",
		"Canary%u0027s-$9%22x": "[redacted]",
		`'Canary''s-$9"x'`:     "'[redacted]'",     // SQL, YAML
		`"Canary's-$9""x" end`: `"[redacted]" end`, // CSV
		"is " + long[:20] + "\n   " + long[20:] + "\nmore":             "is [redacted]\nmore",
		"\x1b[1mhexC\x1b[31manary8\x1b[0m.":                            "\x1b[1m[redacted]\x1b[0m.",
		"h\u200be\u200bx\u200bC\u200ba\u200bn\u200ba\u200br\u200by8":   "[redacted]",
		"h\x00e\x00x\x00C\x00a\x00n\x00a\x00r\x00y\x008\x00":           "[redacted]\x00",
		"68 65 78 43 61 6e 61 72 79 38 end":                            "[redacted] end",
		"{0x68, 0x65, 0x78, 0x43, 0x61, 0x6e, 0x61, 0x72, 0x79, 0x38}": "{[redacted]}",
		"68 65 78 43 61 6e 61 72 79 38 ff":                             "[redacted] ff",
		"[104 101 120 67 97 110 97 114 121 56]":                        "[[redacted]]",
		"HEXCANARY8 hexcanary8":                                        "[redacted] [redacted]",
		"say " + twice + "!":                                           "say [redacted]!",
		hex.EncodeToString([]byte(twice)) + ".":                        "[redacted].",
		"a sentence of ordinary words\nand \"\" another":               "a sentence of ordinary words\nand \"\" another",
	} {
		assert.Check(t, is.Equal(r.Text(text), want), "%q", text)
	}
}

// A text that can be read in very many ways costs little.
func TestManyViewsCostLittle(t *testing.T) {
	r := redact.New([]string{"CANARY-9f86d081884c"})
	text := strings.Repeat(`%25\u0025&amp;''""`+"\n68 65 78 43 QUJDREVGR0hJSktMTU5P\x1b[1m", 1<<10)
	assert.Equal(t, r.Text(text), text)
	most := testing.AllocsPerRun(1, func() { _ = r.Text(text) })
	assert.Check(t, most < 2_000_000, most)
}
