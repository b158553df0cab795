package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tailscale/hujson"
)

// The limits of a settings file. They are far above any real file and keep a
// hostile one from using up the memory or the stack.
const (
	MaxFileSize = 16 << 20 // bytes
	MaxNesting  = 100      // objects and lists inside each other
	MaxProblems = 100      // listed per file; one more says that there are more
)

// ParseMCPJSON is [MCPJSON]'s Parse: .mcp.json, mcp.json, and the files of Claude,
// Cursor and VS Code that have the same shape.
func ParseMCPJSON(file string, data []byte) ([]Server, []Problem, error) {
	return MCPJSON.Parse(file, data)
}

// ParseNames reads the list of names in the member key of a settings file in
// JSON, such as OMP's "disabledServers" (F-05). A file without it has none. What
// is in the list and no string is a [Problem]; a file that is no JSON is an
// error.
func ParseNames(file, key string, data []byte) ([]string, []Problem, error) {
	if err := checkSize(file, data); err != nil {
		return nil, nil, err
	}
	root, err := parseJSON(file, data)
	if err != nil {
		return nil, nil, err
	}
	d := &decoder{file: file, src: data}
	var names []string
	for _, m := range root.Members {
		if text(m.Name) == key {
			names = append(names, d.names(key, m.Value)...)
		}
	}
	return names, d.problems, nil
}

func checkSize(file string, data []byte) error {
	if len(data) > MaxFileSize {
		return fmt.Errorf("%s: too large, %d bytes where at most %d are allowed", file, len(data), MaxFileSize)
	}
	return nil
}

func parseJSON(file string, data []byte) (*hujson.Object, error) {
	if at := tooDeep(data); at >= 0 {
		return nil, syntaxError(file, data, at, fmt.Sprintf("nested more than %d levels deep", MaxNesting))
	}
	value, err := hujson.Parse(parsable(data))
	if err != nil {
		at, text := explain(data, err)
		return nil, syntaxError(file, data, at, text)
	}
	root, ok := value.Value.(*hujson.Object)
	if !ok {
		return nil, syntaxError(file, data, value.StartOffset, "expecting an object, not "+kindName(value))
	}
	return root, nil
}

// parsable is data as hujson wants it, with the same offsets: a byte order mark
// becomes white space, and a line comment at the end of the file gets its line
// end.
func parsable(data []byte) []byte {
	out := append(bytes.Clone(data), '\n')
	if bytes.HasPrefix(out, []byte("\ufeff")) {
		copy(out, "   ")
	}
	return out
}

// tooDeep returns the offset of the first bracket that is nested too deep, or -1.
// hujson is recursive without a limit, so this has to see strings and comments
// exactly as hujson does: nothing may hide a bracket from it.
func tooDeep(data []byte) int {
	depth := 0
	for i := 0; i < len(data); {
		switch rest := data[i:]; {
		case rest[0] == '"':
			i += skipString(rest)
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			i += skipPast(rest, "\n")
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			i += len("/*") + skipPast(rest[len("/*"):], "*/")
			continue
		case rest[0] == '{', rest[0] == '[':
			if depth++; depth > MaxNesting {
				return i
			}
		case rest[0] == '}', rest[0] == ']':
			depth--
		}
		i++
	}
	return -1
}

// skipString is the length of the string literal at the start of data, all of
// data when it does not end.
func skipString(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
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
	offset = min(offsetOf(data, line, column), len(data))
	inner := errors.Unwrap(err)
	switch {
	case inner == nil:
		return offset, "not JSON"
	case errors.Is(inner, io.ErrUnexpectedEOF):
		return len(bytes.TrimRight(data, " \t\r\n")), "the file ends too early, " + eofContext(inner)
	case strings.HasPrefix(inner.Error(), `invalid literal: "`):
		return offset, "a string here has a line break, a wrong escape or wrong UTF-8 in it"
	case strings.HasPrefix(inner.Error(), "invalid literal: "):
		return offset, "expecting a string in double quotes, a number, true, false or null"
	}
	return offset, inner.Error()
}

// eofContext is what hujson was doing: "parsing object after value".
func eofContext(err error) string {
	context, _, _ := strings.Cut(err.Error(), ": ")
	return context
}

// offsetOf is the inverse of hujson's count of lines and byte columns.
func offsetOf(data []byte, line, column int) int {
	start := 0
	for ; line > 1; line-- {
		start += bytes.IndexByte(data[start:], '\n') + 1
	}
	return start + max(column, 1) - 1
}

func syntaxError(file string, data []byte, offset int, text string) *SyntaxError {
	line, column := locate(data, offset)
	return &SyntaxError{File: file, Line: line, Column: column, Text: text, Excerpt: excerpt(data, offset)}
}
