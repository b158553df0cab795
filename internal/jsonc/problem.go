package jsonc

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Problem is something in a settings file that was ignored or could not be used.
// It never contains a configured value.
type Problem struct {
	File    string // empty when the definition did not come from a file
	Line    int    // from 1; 0 when unknown
	Column  int    // from 1, in characters; 0 when unknown
	Server  string // empty when no single server is meant
	Text    string
	Skipped bool // the whole server was left out because of it
}

// String is `file:line:column: server "name": text`, without what is unknown.
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		fmt.Fprintf(&b, "%s:", p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, "%d:%d:", p.Line, p.Column)
		}
		b.WriteByte(' ')
	}
	if p.Server != "" {
		fmt.Fprintf(&b, "server %q: ", p.Server)
	}
	return b.String() + p.Text
}

// SyntaxError says where a file cannot be read: where its syntax ends, or where a
// value is that nothing can be made of.
type SyntaxError struct {
	File         string
	Line, Column int    // from 1, the column in characters
	Text         string // what is wrong there
	Excerpt      string // the line, with a caret line below it; values and names are masked
}

// Error is `file:line:column: text`, the line and a caret, on three lines.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s\n%s", e.File, e.Line, e.Column, e.Text, e.Excerpt)
}

// position is a place in a file, all parts from 0. Moving on from a position
// costs no more than the way there, so that the places of all servers of a large
// file cost one pass.
type position struct{ offset, line, column int }

// at is the position of an offset, which is best not before p.
func (p position) at(data []byte, offset int) position {
	if offset < p.offset {
		p = position{}
	}
	way := data[p.offset:offset]
	if i := bytes.LastIndexByte(way, '\n'); i >= 0 {
		p.line += bytes.Count(way, []byte("\n"))
		p.column, way = 0, way[i+1:]
	}
	p.column += utf8.RuneCount(way)
	p.offset = offset
	return p
}

// place is the line and the column, in characters, both from 1.
func (p position) place() (line, column int) { return p.line + 1, p.column + 1 }

// excerptWidth bounds the part of a line that is shown, in characters.
const excerptWidth = 100

// excerpt shows the line around offset with a caret below the place.
func (s Source) excerpt(offset int) string {
	line, column := position{}.at(s.Data, offset).place()
	start := bytes.LastIndexByte(s.Data[:offset], '\n') + 1
	end := len(s.Data)
	if i := bytes.IndexByte(s.Data[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	shown := []rune(s.maskLine(strings.TrimRight(string(s.Data[start:end]), "\r")))
	cut := max(0, column-1-excerptWidth/2)
	shown = shown[min(cut, len(shown)):]
	shown = shown[:min(excerptWidth, len(shown))]
	gutter := fmt.Sprintf("%4d | ", line)
	return gutter + string(shown) + "\n" +
		strings.Repeat(" ", len(gutter)-2) + "| " + strings.Repeat(" ", column-1-cut) + "^"
}

// maskLine hides everything in a line but punctuation and the words of the format
// itself. In a broken file nothing else can be told from a value that may be
// secret. The result has as many characters as the line; tabs become spaces.
func (s Source) maskLine(line string) string {
	var b strings.Builder
	for rest := line; rest != ""; {
		n := stringLength(rest)
		switch {
		case n == 0:
			var r rune
			r, n = utf8.DecodeRuneInString(rest)
			b.WriteRune(maskRune(r))
		case s.Shown[rest[1:n-1]]:
			b.WriteString(rest[:n])
		default:
			b.WriteString(`"` + strings.Repeat("•", utf8.RuneCountInString(rest[1:n-1])) + `"`)
		}
		rest = rest[n:]
	}
	return b.String()
}

// stringLength is the length of the complete string literal at the start of s, 0
// if there is none.
func stringLength[T string | []byte](s T) int {
	if s[0] != '"' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

func maskRune(r rune) rune {
	switch {
	case strings.ContainsRune(`{}[]:,"'/* `, r):
		return r
	case r == '\t':
		return ' '
	}
	return '•'
}
