package words_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/words"
)

func TestNearest(t *testing.T) {
	known := []string{"delay", "notify", "latency", "jitter", "timeout", "status", "url", "überall"}
	for word, want := range map[string]string{
		"latncy": "latency", "jiter": "jitter", "timeouts": "timeout", "Delay": "delay",
		"dealy": "delay", "notfiy": "notify", "statsu": "status", "ulr": "url", // swapped
		"ÜBERALL": "überall", "uberall": "überall",
		"time": "", "xyz": "", "del": "", "zzzzzz": "", "": "",
	} {
		assert.Check(t, cmp.Equal(words.Nearest(word, known), want), word)
	}
	assert.Equal(t, words.Nearest("cat", []string{"cot", "cut"}), "cot", "the first of two")
	assert.Equal(t, words.Nearest("cat", nil), "")
}

func TestDidYouMean(t *testing.T) {
	assert.Equal(t, words.DidYouMean("comand", []string{"args", "command"}), `, did you mean "command"?`)
	assert.Equal(t, words.DidYouMean("colour", []string{"args", "command"}), "")
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"plain-1_.:/+,@=": "plain-1_.:/+,@=", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "é": "'é'",
	} {
		assert.Check(t, cmp.Equal(words.Quote(word), want), word)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"naïve 🚀\ttab":       "naïve 🚀 tab",
		"\x1b[31mred\x07\n":  `\x1b[31mred\x07`,
		"one\r\ntwo\rx\n\n":  "one two x",
		"a\u202eb\u0085":     `a\u202eb\x85`,
		"not \xff UTF-8":     "not \ufffd UTF-8",
		"":                   "",
		`a \ stays and a " `: `a \ stays and a " `,
		"a\u2028b\u2029c\u200bd\ufeffe\u00adf\x7f": `a\u2028b\u2029c\u200bd\ufeffe\xadf\x7f`,
		"tag \U000e0041\U000e0100.":                `tag \U000e0041\U000e0100.`,
		"\u0600 stays, ❤\ufe0f too":                "\u0600 stays, ❤\ufe0f too",
	} {
		assert.Check(t, cmp.Equal(words.Printable(text), want), "%q", text)
	}
}

func TestPrintableLines(t *testing.T) {
	assert.Equal(t, words.PrintableLines("one\r\n  t\two\x07\n"), "one\n  t wo\\x07")
}

func TestPrintableIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"plain": strings.Repeat("a", 10_000_000), "controls": strings.Repeat("\x00", 100_000), "lines": strings.Repeat("x\r\n", 100_000),
		"wide": strings.Repeat("🚀", 5000), "not UTF-8": strings.Repeat("\xff", 5000), "tags": strings.Repeat("\U000e0041", 300),
	} {
		for _, shown := range []string{words.Printable("<" + text + ">"), words.PrintableLines("<" + text + ">")} {
			assert.Check(t, len(shown) <= words.MaxShown, "%s: %d", name, len(shown))
			assert.Check(t, strings.HasPrefix(shown, "<") && strings.HasSuffix(shown, ">"), "%s: both ends are shown", name)
			assert.Check(t, cmp.Contains(shown, "bytes left out"), name)
		}
	}
	assert.Equal(t, words.Printable(strings.Repeat("a", words.MaxShown)+"\n"), strings.Repeat("a", words.MaxShown))
	assert.Check(t, cmp.Contains(words.Printable(strings.Repeat("a", words.MaxShown+1)), " … 49 bytes left out … "))
}

func TestClip(t *testing.T) {
	short := strings.Repeat("0123456789", 10)
	assert.Equal(t, words.Clip(short, 100), short)
	assert.Equal(t, words.Clip(short+"a", 100), short[:39]+" … 49 bytes left out … "+short[88:]+"a")
	wide := words.Clip(strings.Repeat("🚀", 30), 101)
	assert.Check(t, utf8.ValidString(wide) && len(wide) <= 101, wide)
}

// TestDoor writes the same text whole and byte by byte.
func TestDoor(t *testing.T) {
	const red = "\x1b[1;31m"
	for text, want := range map[string]string{
		red + "FAIL\x1b[0m\tx\r\n":           red + `FAIL\x1b[0m` + "\tx\n",
		"\x1b[2J\x1b]0;x\a\x1b[8m\u009b":     `\x1b[2J\x1b]0;x\x07\x1b[8m\x9b`,
		"\u202e\u2066\u200f\u2028\u2029\xff": `\u202e\u2066\u200f\u2028\u2029` + "\ufffd",
		"naïve 🚀":                            "naïve 🚀",
		"":                                   "",
	} {
		var whole strings.Builder
		d := words.NewDoor(&whole, red)
		_, err := d.Write([]byte(text))
		assert.NilError(t, err)
		assert.NilError(t, d.Flush())
		assert.Check(t, cmp.Equal(whole.String(), want))
	}
	var parts strings.Builder
	d := words.NewDoor(&parts)
	for _, b := range []byte("a🚀\u202eb\xe2\x80") {
		_, err := d.Write([]byte{b})
		assert.NilError(t, err)
	}
	assert.NilError(t, d.Flush())
	assert.Equal(t, parts.String(), "a🚀\\u202eb\ufffd\ufffd")
}

func TestJSONDoorLeavesTheValue(t *testing.T) {
	const value = "\x7f\u009b\u202e\u2028\U000e0041 \" naïve 🚀"
	var out strings.Builder
	assert.NilError(t, json.NewEncoder(words.NewJSONDoor(&out)).Encode(value))
	assert.Check(t, strings.IndexFunc(strings.TrimSuffix(out.String(), "\n"), words.Hidden) < 0, "%q", out.String())
	var back string
	assert.NilError(t, json.Unmarshal([]byte(out.String()), &back))
	assert.Equal(t, back, value)
}

// No text gets anything through a door that a terminal obeys, in whatever pieces it comes.
func FuzzDoor(f *testing.F) {
	f.Add("\x1b[2J\u202eall checks passed\u2028", uint(3))
	f.Add("\xe2\x80", uint(1))
	f.Fuzz(func(t *testing.T, text string, cut uint) {
		var out strings.Builder
		d := words.NewDoor(&out)
		at := int(cut % uint(len(text)+1))
		for _, piece := range []string{text[:at], text[at:]} {
			_, err := d.Write([]byte(piece))
			assert.NilError(t, err)
		}
		assert.NilError(t, d.Flush())
		for _, shown := range []string{out.String(), words.PrintableLines(text)} {
			assert.Assert(t, utf8.ValidString(shown))
			assert.Assert(t, strings.IndexFunc(shown, func(r rune) bool { return words.Hidden(r) && r != '\n' && r != '\t' }) < 0, "%q", shown)
		}
		line := words.Printable(text)
		assert.Assert(t, strings.IndexFunc(line, words.Hidden) < 0 && len(line) <= words.MaxShown, "%q", line)
		assert.Equal(t, words.Printable(line), line, "once is enough")
		assert.Equal(t, words.Visible(words.Visible(text)), words.Visible(text))
	})
}

func FuzzNearest(f *testing.F) {
	f.Add("dealy", "delay notify")
	f.Fuzz(func(t *testing.T, word, known string) {
		near := words.Nearest(word, strings.Fields(known))
		assert.Assert(t, near == "" || cmp.Contains(strings.Fields(known), near)().Success())
	})
}

func TestIsToken(t *testing.T) {
	for text, is := range map[string]bool{"Region": true, "x-1_~!": true, "": false, "a b": false, "a:b": false, "é": false, "a\n": false} {
		assert.Check(t, words.IsToken(text) == is, text)
	}
}

// Marks pass as languages have them; more of them would write over other lines.
func TestManyMarksOnOneCharacter(t *testing.T) {
	var out strings.Builder
	door := words.NewDoor(&out)
	some := "a" + strings.Repeat("\u0301", 10)
	assert.Equal(t, door.Text(some+some+"\u20dd"), some+some+`\u20dd`)
	assert.Equal(t, door.Text(strings.Repeat("\u0e33\u0300", 50)), strings.Repeat("\u0e33\u0300", 50))
	json := words.NewJSONDoor(&out)
	assert.Equal(t, json.Text(`"`+some+"\U0001e130"+`"`), `"`+some+`\ud838\udd30"`)
}
