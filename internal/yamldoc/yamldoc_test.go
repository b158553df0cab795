package yamldoc_test

import (
	"errors"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	f()
	goruntime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func laughs() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 10; i++ {
		one := "*a" + string(rune('0'+i-1))
		b.WriteString("a" + string(rune('0'+i)) + ": &a" + string(rune('0'+i)) + " [" + strings.TrimSuffix(strings.Repeat(one+", ", 10), ", ") + "]\n")
	}
	return b.String()
}

// stairs is one mapping in another, n of them, by indentation.
func stairs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestTheLimits(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"flow at the limit":      {strings.Repeat("[", 100) + strings.Repeat("]", 100), ""},
		"flow above it":          {strings.Repeat("[", 101) + strings.Repeat("]", 101), "line 1, column 101: nested more than 100 levels deep"},
		"wide":                   {"[" + strings.Repeat("[[a]], ", 500) + "]", ""},
		"indentation at it":      {stairs(100), ""},
		"indentation above it":   {stairs(101), "line 101, column 102: nested more than 100 levels deep"},
		"dashes":                 {strings.Repeat("- ", 101) + "a", "line 1, column 201: nested more than 100 levels deep"},
		"siblings are not deep":  {strings.Repeat("- a:\n    b: c\n", 1000), ""},
		"brackets in strings":    {"a: '" + strings.Repeat("[", 1000) + "'\nb: |\n  " + strings.Repeat("{", 1000) + "\n", ""},
		"many keys in one flow":  {"[" + strings.Repeat("{a: b}, ", 1000) + "]", ""},
		"another document":       {strings.Repeat("- - -\n---\n", 100), ""},
		"tags":                   {strings.Repeat("!a ", 102) + "b", "line 1, column 201: nested more than 100 levels deep"},
		"aliases":                {laughs(), ""},
		"too long":               {strings.Repeat("#", yamldoc.MaxBytes+1), "the text has 524289 bytes, at most 524288 are read"},
		"at the limit of length": {strings.Repeat("#", yamldoc.MaxBytes), ""},
		"too many":               {strings.Repeat("- a\n", 80_000), "line 75001, column 1: the text has more than 150000 keys, values and signs"},
		"wrong":                  {"a: b: c", "line 1, column 4: mapping value is not allowed in this context"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := yamldoc.Parse([]byte(c.text), 0)
			if c.want == "" {
				assert.NilError(t, err)
				return
			}
			assert.Error(t, err, c.want)
			_, typed := errors.AsType[*yamldoc.Error](err)
			assert.Assert(t, typed)
		})
	}
}

func TestDecode(t *testing.T) {
	var into map[string][]string
	assert.NilError(t, yamldoc.Decode([]byte("a: &a [x]\nb: *a\nc: *a\n"), &into, true))
	assert.DeepEqual(t, into, map[string][]string{"a": {"x"}, "b": {"x"}, "c": {"x"}})
	assert.NilError(t, yamldoc.Decode([]byte("\ufeffb: [y]\r\n"), &into, true)) // as some editors write
	assert.DeepEqual(t, into["b"], []string{"y"})
	var anything any
	assert.Error(t, yamldoc.Decode([]byte(laughs()), &anything, true), "line 6, column 10: aliases unfold to more than 200000 values")
	var one struct{ A string }
	assert.ErrorContains(t, yamldoc.Decode([]byte("a: x\nb: y\n"), &one, true), "line 2, column 1: unknown field")
}

// What a text of the greatest length costs is bounded, whatever it repeats.
func TestMemoryIsBounded(t *testing.T) {
	const most = 256 << 20
	deep := strings.Repeat("[", 99) + "a" + strings.Repeat("]", 99)
	for _, part := range []string{
		"[", "a: ", "{a: {", "&a - ", "|\n", "- " + deep + "\n", "a: b\n",
	} {
		text := []byte(strings.Repeat(part, yamldoc.MaxBytes/len(part)))
		got := allocated(func() { _, _ = yamldoc.Parse(text, yamldoc.Comments) })
		assert.Check(t, got < most, "%q: %d MB", part, got>>20)
		t.Logf("%q: %d MB", part, got>>20)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a: [b, {c: d}]\n"))
	f.Add([]byte(laughs()))
	f.Add([]byte("? - a\n: - !!str b\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var into any
		_ = yamldoc.Decode(data, &into, false)
	})
}
