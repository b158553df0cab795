package words_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/words"
)

func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		"":                          nil,
		"  node  client.mjs ":       {"node", "client.mjs"},
		`a 'b c' "d e"`:             {"a", "b c", "d e"},
		`a\ b`:                      {"a b"},
		`"a\"b" "a\b" 'a\'`:         {`a"b`, `a\b`, `a\`},
		`''`:                        {""},
		`--name='x y'z`:             {"--name=x yz"},
		`$HOME $(id) ~ *.go`:        {"$HOME", "$(id)", "~", "*.go"},
		"tabs\tand\nlines":          {"tabs", "and", "lines"},
		`C:\\Program\ Files\\x.exe`: {`C:\Program Files\x.exe`},
	} {
		got, err := words.Split(line)
		assert.NilError(t, err, line)
		assert.Check(t, cmp.DeepEqual(got, want), line)
	}
	for _, line := range []string{`a 'b`, `"`, `a\`} {
		_, err := words.Split(line)
		assert.Check(t, err != nil, line)
	}
}

// What is quoted is read back as one word, whatever it is.
func FuzzQuote(f *testing.F) {
	for _, word := range []string{"", "plain", "a b", "it's", `"`, `\`, "naïve 🚀", "$HOME", "\n", "\xff"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		got, err := words.Split("x " + words.Quote(word) + "\ty")
		assert.NilError(t, err)
		assert.DeepEqual(t, got, []string{"x", word, "y"})
		raw, err := words.Split(word)
		assert.Assert(t, err != nil || len(strings.Join(raw, "")) <= len(word))
	})
}
