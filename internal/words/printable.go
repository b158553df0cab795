package words

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxShown is how much of one text that somebody else wrote a terminal shows, in
// bytes. What is left out of the middle of a longer one is counted there, in a note of
// at most maxNote bytes, which are among them.
const (
	MaxShown = 2 << 10
	maxNote  = 48
)

// Printable is text as one line for a terminal: [Visible], and no longer than
// [MaxShown].
func Printable(text string) string { return shorten(text, MaxShown, false) }

// PrintableLines is text of one or more lines, each as [Printable] shows it; all
// together are no longer than [MaxShown].
func PrintableLines(text string) string { return shorten(text, MaxShown, true) }

// Visible is text as one line that may be shown: line ends and tabs are spaces, but
// for line ends at the end, which go. Whatever else a reader would not see or a
// terminal would obey ([Hidden]) is written by its code, \x1b, \u202e and the like, and
// what is not UTF-8 as the replacement character.
func Visible(text string) string {
	if strings.IndexFunc(text, Hidden) < 0 && utf8.ValidString(text) {
		return text
	}
	return visible(normal(text), false)
}

// InReport is how much of one text a report shows, in bytes.
const InReport = 64 << 10

// Clip is text of at most limit bytes, which are at least 100: of a longer one the
// middle is left out, and a note says how much. Nothing is made visible.
func Clip(text string, limit int) string {
	head, note, tail := Cut(text, limit)
	return head + note + tail
}

// Cut is what [Clip] leaves of a text: its two ends with the note between them. A text
// that is short enough is all head.
func Cut(text string, limit int) (head, note, tail string) {
	if len(text) <= limit {
		return text, "", ""
	}
	limit -= maxNote
	head, tail = text[:limit*3/4], text[len(text)-limit/4:]
	for len(head) > 0 && !utf8.RuneStart(text[len(head)]) {
		head = head[:len(head)-1]
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return head, leftOut(len(text) - len(head) - len(tail)), tail
}

func leftOut(bytes int) string { return fmt.Sprintf(" … %s left out … ", Count(bytes, "byte")) }

// shorten makes text visible and bounds the length of what is shown.
func shorten(text string, limit int, lines bool) string {
	text = normal(text)
	if len(text) <= limit {
		if out := visible(text, lines); len(out) <= limit {
			return out
		}
	}
	limit -= maxNote
	head, used := fill(text, limit*3/4, lines, false)
	tail, kept := fill(text, limit/4, lines, true)
	return head + leftOut(len(text)-used-kept) + tail
}

// fill makes characters visible until limit is reached, from the end if backwards. used
// counts the bytes of text that it took.
func fill(text string, limit int, lines, backwards bool) (out string, used int) {
	var parts []string
	size := 0
	for rest := text; rest != ""; {
		_, n := utf8.DecodeRuneInString(rest)
		one := rest[:n]
		if backwards {
			_, n = utf8.DecodeLastRuneInString(rest)
			one = rest[len(rest)-n:]
		}
		shown := seen(one, lines)
		if size += len(shown); size > limit {
			break
		}
		if parts, used = append(parts, shown), used+n; backwards {
			rest = rest[:len(rest)-n]
		} else {
			rest = rest[n:]
		}
	}
	if backwards {
		slices.Reverse(parts)
	}
	return strings.Join(parts, ""), used
}

// normal is text with one kind of line end, and none at its end.
func normal(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\r\n", "\n")
}

// visible is normal text as Visible shows it, or as several lines of that.
func visible(text string, lines bool) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteString(seen(string(r), lines))
	}
	return b.String()
}

// seen is one character as it is shown.
func seen(one string, lines bool) string {
	switch r, _ := utf8.DecodeRuneInString(one); {
	case r == '\n' && lines:
		return "\n"
	case r == '\t', r == '\n', r == '\r':
		return " "
	case r == utf8.RuneError:
		return string(utf8.RuneError)
	case Hidden(r):
		return codeOf(r)
	}
	return one
}

func codeOf(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// Hidden reports whether a terminal obeys a character or a reader cannot see it:
// controls (C0, DEL, C1), separators of lines and paragraphs, characters that change the
// direction of text, joiners and spaces without width, tags, fillers (X-TEXT-1).
func Hidden(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r >= 0xe0100 && r <= 0xe01ef: // variation selectors that no font has
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Quoted is text of one or more lines as [PrintableLines] shows it, each line behind a
// bar, so that none can be taken for a line of the program.
func Quoted(text string) string {
	return "| " + strings.ReplaceAll(PrintableLines(text), "\n", "\n| ")
}

// Count is a number with its noun, in the plural unless n is 1.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Door is the writer that all text for people goes through last: what is [Hidden], and of
// many marks on one character those beyond the first, is written by its code, if no other code has done so before. Line ends, tabs and colours of
// the program pass. A character may come in two writes; Flush writes what is left of one
// that never ended. It is not safe for concurrent use.
type Door struct {
	w       io.Writer
	code    func(rune) string
	colours []string
	rest    []byte // of a character that has not ended
}

// NewDoor returns a door for text, which these sequences of the program itself pass.
func NewDoor(w io.Writer, colours ...string) *Door {
	return &Door{w: w, code: codeOf, colours: colours}
}

// NewJSONDoor returns a door for what encoding/json has written: codes are those of JSON,
// so that a program reads the same characters.
func NewJSONDoor(w io.Writer) *Door { return &Door{w: w, code: jsonCode} }

// Write writes p, all of it or an error.
func (d *Door) Write(p []byte) (int, error) {
	text := string(append(d.rest, p...))
	d.rest = nil
	if n := unfinished(text); n > 0 {
		d.rest = []byte(text[len(text)-n:])
		text = text[:len(text)-n]
	}
	if err := d.write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes the rest of a character that did not end.
func (d *Door) Flush() error {
	text := string(d.rest)
	d.rest = nil
	return d.write(text)
}

func (d *Door) write(text string) error {
	if text == "" {
		return nil
	}
	_, err := io.WriteString(d.w, d.Text(text))
	return err
}

// mostMarks is how many marks of one character pass, more than any language has. With
// hundreds of them a text writes over the lines above and below it.
const mostMarks = 10

// isMark reports whether a character is drawn over the one before it.
func isMark(r rune) bool { return r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me) }

// Text is a whole text as the door lets it through.
func (d *Door) Text(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return Hidden(r) && r != '\n' || isMark(r) }) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	marks := 0
	for rest := text; rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		if marks++; !isMark(r) {
			marks = 0
		}
		switch ours := d.colour(rest); {
		case ours > 0:
			n = ours
			b.WriteString(rest[:n])
		case strings.HasPrefix(rest, "\r\n"):
		case r == utf8.RuneError && n < 2:
			b.WriteRune(utf8.RuneError)
		case r == '\n', r == '\t':
			b.WriteRune(r)
		case Hidden(r), marks > mostMarks:
			b.WriteString(d.code(r))
		default:
			b.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	return b.String()
}

// unfinished is how many bytes at the end begin a character and do not end it.
func unfinished(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRuneInString(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// colour is the length of a colour of the program at the beginning of a text.
func (d *Door) colour(text string) int {
	for _, c := range d.colours {
		if strings.HasPrefix(text, c) {
			return len(c)
		}
	}
	return 0
}

// jsonCode is a character in a string of JSON.
func jsonCode(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
}
