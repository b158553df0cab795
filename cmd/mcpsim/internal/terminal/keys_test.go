package terminal

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestKeyDecoder(t *testing.T) {
	for _, tt := range []struct {
		name string
		read []string
		want string
	}{
		{"keys", []string{"aA", "x"}, "aAx"},
		{"an arrow is no A", []string{"\x1b[A"}, ""},
		{"an arrow in pieces", []string{"\x1b", "[", "A", "q"}, "q"},
		{"an arrow with a modifier", []string{"\x1b[1;5Aq"}, "q"},
		{"the keypad", []string{"\x1bOAq"}, "q"},
		{"the keypad in pieces", []string{"\x1bO", "A", "q"}, "q"},
		{"a pasted text", []string{"\x1b[200~aA\x1b[201~q"}, "q"},
		{"a pasted text in pieces", []string{"\x1b[20", "0~a", "A\x1b[2", "01~", "q"}, "q"},
		{"with alt", []string{"\x1baq"}, "q"},
		{"an answer of the terminal", []string{"\x1b]11;rgb:aa/aa/aa\x07q"}, "q"},
		{"a letter of two bytes", []string{"\xc3", "\xa9q"}, "éq"},
		{"Ctrl-C", []string{"\x03"}, "\x03"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var d keyDecoder
			var got []rune
			for _, read := range tt.read {
				got = append(got, d.keys([]byte(read))...)
			}
			assert.Equal(t, string(got), tt.want)
		})
	}
}

func FuzzKeyDecoder(f *testing.F) {
	for _, seed := range []string{"a", "\x1b[A", "\x1b[200~a\x1b[201~", "\x1bO", "\xff", "\x1b]11;x\x07", "\x1bP\x1b\\"} {
		f.Add([]byte(seed), 1)
	}
	f.Fuzz(func(t *testing.T, read []byte, cut int) {
		if len(read) == 0 {
			return
		}
		cut = ((cut % len(read)) + len(read)) % len(read)
		var d keyDecoder
		keys := append(d.keys(read[:cut]), d.keys(read[cut:])...)
		if len(keys) > len(read) {
			t.Errorf("%d keys in %d bytes", len(keys), len(read))
		}
	})
}
