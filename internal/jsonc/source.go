package jsonc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tailscale/hujson"
)

// The limits of a settings file. They are far above any real file and keep a
// hostile one from using up the memory or the stack.
const (
	MaxSize     = 16 << 20 // bytes
	MaxNesting  = 100      // objects and lists inside each other
	MaxProblems = 100      // listed per file; one more says that there are more
	// MaxValues are in a file, lists and objects among them: the tree has hundreds of bytes
	// for a value of one.
	MaxValues = 1_000_000
)

// Source is a settings file. Data must not change.
type Source struct {
	File string // only used to name the file
	Data []byte
	// Shown are the words that an error may show of a broken file, because they
	// belong to the format. All others are masked: they may be secrets.
	Shown map[string]bool
}

// Parse reads a file that is one object. A file that is too large, nested too
// deep, no JSON or no object is an error, a *[SyntaxError] where a place can be
// named. A byte order mark at the start is skipped.
func (s Source) Parse() (*Document, error) {
	if err := s.CheckText(); err != nil {
		return nil, err
	}
	switch deep, many := tooMuch(s.Data); {
	case deep >= 0:
		return nil, s.TooDeep(deep)
	case many >= 0:
		return nil, s.Error(many, fmt.Sprintf("the file has more than %d values", MaxValues))
	}
	value, err := hujson.Parse(parsable(s.Data))
	if err != nil {
		at, text := explain(s.Data, err)
		return nil, s.Error(at, text)
	}
	d := s.document(&value)
	if kind := d.Root.Kind(); kind != Object {
		return nil, s.Error(value.StartOffset, "expecting an object, not "+string(kind))
	}
	return d, nil
}

// CheckText is the error of a file that is larger than [MaxSize], or UTF-16, as some programs of
// Windows write it: PowerShell's > is one.
func (s Source) CheckText() error {
	if len(s.Data) > MaxSize {
		return fmt.Errorf("%s: too large, %d bytes where at most %d are allowed", s.File, len(s.Data), MaxSize)
	}
	if bytes.HasPrefix(s.Data, []byte("\xff\xfe")) || bytes.HasPrefix(s.Data, []byte("\xfe\xff")) {
		return fmt.Errorf("%s: UTF-16: save it as UTF-8", s.File)
	}
	return nil
}

// Document is a document whose tree was read from another syntax. The offsets in
// the tree are those of the file.
func (s Source) Document(root *hujson.Object) *Document {
	return s.document(&hujson.Value{Value: root})
}

func (s Source) document(root *hujson.Value) *Document {
	d := &Document{source: s}
	d.Root = Value{doc: d, node: root}
	return d
}

// Error is about the place at an offset in bytes.
func (s Source) Error(offset int, text string) *SyntaxError {
	offset = min(offset, len(s.Data))
	line, column := position{}.at(s.Data, offset).place()
	return &SyntaxError{File: s.File, Line: line, Column: column, Text: text, Excerpt: s.excerpt(offset)}
}

// ErrorAt is [Source.Error] for a line and a column in bytes, both from 1.
func (s Source) ErrorAt(line, column int, text string) *SyntaxError {
	return s.Error(offsetOf(s.Data, line, column), text)
}

// TooDeep is the error of a file whose value at an offset is nested deeper than
// [MaxNesting].
func (s Source) TooDeep(offset int) *SyntaxError {
	return s.Error(offset, fmt.Sprintf("nested more than %d levels deep", MaxNesting))
}

// mark is the byte order mark, which some editors write first.
var mark = []byte("\ufeff")

// parsable is data as hujson wants it, with the same offsets: a byte order mark
// becomes white space, and a line comment at the end of the file gets its line
// end.
func parsable(data []byte) []byte {
	out := append(bytes.Clone(data), '\n')
	if bytes.HasPrefix(out, mark) {
		copy(out, "   ")
	}
	return out
}

// tooMuch returns the offset of the first bracket that is nested too deep, or -1, and that of
// the value which is one too many, or -1. hujson is recursive without a limit, so this has to
// see strings and comments exactly as hujson does: nothing may hide a bracket from it.
func tooMuch(data []byte) (deep, many int) {
	depth, values := 0, 0
	for i := 0; i < len(data); {
		switch data[i] {
		case '"':
			i += cmp.Or(stringLength(data[i:]), len(data)-i)
			continue
		case '/':
			i += slashLength(data[i:])
			continue
		case '{', '[':
			if depth++; depth > MaxNesting {
				return i, -1
			}
			values++
		case '}', ']':
			depth--
		case ',':
			values++
		}
		if values > MaxValues {
			return -1, i
		}
		i++
	}
	return -1, -1
}

// slashLength is how long the comment is that a slash begins, or the slash alone.
func slashLength(data []byte) int {
	switch {
	case bytes.HasPrefix(data, []byte("//")):
		return skipPast(data, "\n")
	case bytes.HasPrefix(data, []byte("/*")):
		return len("/*") + skipPast(data[len("/*"):], "*/")
	}
	return 1
}

func skipPast(data []byte, end string) int {
	if i := bytes.Index(data, []byte(end)); i >= 0 {
		return i + len(end)
	}
	return len(data)
}

// explain turns an error of hujson into an offset and a text. Its texts are kept
// unless they repeat what is written in the file.
func explain(data []byte, err error) (offset int, text string) {
	var line, column int
	_, _ = fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column)
	offset = offsetOf(data, line, column)
	inner := errors.Unwrap(err)
	switch {
	case inner == nil:
		return offset, "not JSON"
	case errors.Is(inner, io.ErrUnexpectedEOF):
		context, _, _ := strings.Cut(inner.Error(), ": ") // what hujson was doing: "parsing object after value"
		return len(bytes.TrimRight(data, " \t\r\n")), "the file ends too early, " + context
	case strings.HasPrefix(inner.Error(), `invalid literal: "`):
		return offset, "a string here has a line break, a wrong escape or wrong UTF-8 in it"
	case strings.HasPrefix(inner.Error(), "invalid literal: "):
		return offset, "expecting a string in double quotes, a number, true, false or null"
	}
	return offset, inner.Error()
}

// offsetOf is the offset of a line and a column in bytes.
func offsetOf(data []byte, line, column int) int {
	start := 0
	for ; line > 1; line-- {
		start += bytes.IndexByte(data[start:], '\n') + 1
	}
	return start + max(column, 1) - 1
}
