package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable is text as one line that may be shown: line ends and tabs are spaces, but
// for line ends at the end, which go. What else a terminal would obey, controls and
// the characters that change the direction of text, is written by its code, \x1b and
// the like, and what is not UTF-8 as the replacement character.
func Printable(text string) string {
	if strings.IndexFunc(text, obeyed) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\r\n", "\n") {
		switch {
		case r == '\t', r == '\n', r == '\r':
			b.WriteByte(' ')
		case obeyed(r):
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// PrintableLines is text of one or more lines, each as [Printable] shows it.
func PrintableLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i, line := range lines {
		lines[i] = Printable(line)
	}
	return strings.Join(lines, "\n")
}

func obeyed(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// Count is a number with its noun, in the plural unless n is 1.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
