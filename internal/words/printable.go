package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable is text as one line that may be shown: what a terminal would obey is
// written as \x0a and the like, which takes in line ends, controls, and the
// characters that change the direction of text. A tab becomes a space, and what is
// not UTF-8 the replacement character.
func Printable(text string) string {
	if strings.IndexFunc(text, obeyed) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case obeyed(r):
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func obeyed(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
