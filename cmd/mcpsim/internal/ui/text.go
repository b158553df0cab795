package ui

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Plural is a number with its noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Short is a duration as a person wants to read it.
func Short(d time.Duration) string {
	if d >= 10*time.Millisecond {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}

// Printable is a text as one line that a terminal does not obey: line ends and
// tabs are spaces, other controls are shown by their code.
func Printable(s string) string {
	if strings.IndexFunc(s, obeyed) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		switch {
		case r == '\t', r == '\n':
			b.WriteByte(' ')
		case obeyed(r):
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// PrintableLines is a text of one or more lines, each as [Printable] shows it.
func PrintableLines(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\r\n"), "\n")
	for i, line := range lines {
		lines[i] = Printable(strings.TrimRight(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// obeyed reports whether a character does something: controls, and the
// characters that change the direction of text.
func obeyed(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// JSONVersion is the version of every line that connect and the lists write with
// --json. Fields may be added to a version; none changes its meaning.
const JSONVersion = 1

// JSONLine begins each object of such a line.
type JSONLine struct {
	Version int    `json:"version"`
	Type    string `json:"type"`
}

// LineOf begins a line of a type.
func LineOf(kind string) JSONLine { return JSONLine{JSONVersion, kind} }

// WriteJSON writes one line.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
