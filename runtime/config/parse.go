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

// The members that hold servers. Most programs write "mcpServers"; VS Code writes
// "servers" in mcp.json and "mcp": {"servers": …} in its settings.
const (
	serversKey       = "mcpServers"
	serversKeyVSCode = "servers"
	parentKeyVSCode  = "mcp"
)

// ParseMCPJSON reads the servers of a settings file: .mcp.json, mcp.json, and the
// files of Claude, Cursor and VS Code that have the same shape. Comments and
// trailing commas are allowed. The order of the file is kept. A missing type is
// inferred: command means stdio, else url means http, else stdio (F-07). Nothing
// is expanded, resolved or validated.
//
// What is wrong with one entry is a [Problem] and harms no other entry. A field
// that says what is run or contacted and has the wrong type leaves its server
// out; a wrong "timeout" or "enabled" is ignored (F-08); of two definitions of
// one name the later one is used, as in every reader of JSON. A file that is no
// JSON, too large or nested too deep is an error, a *[SyntaxError] where a place
// can be named, and yields nothing. file is only used to name the file; it
// becomes the servers' Source.Path.
func ParseMCPJSON(file string, data []byte) ([]Server, []Problem, error) {
	root, err := parseRoot(file, data)
	if err != nil {
		return nil, nil, err
	}
	d := &decoder{file: file, src: data, index: map[string]int{}}
	if !d.sections(root) {
		d.noSection(root)
	}
	return d.result(), d.problems, nil
}

func parseRoot(file string, data []byte) (*hujson.Object, error) {
	if len(data) > MaxFileSize {
		return nil, fmt.Errorf("%s: too large, %d bytes where at most %d are allowed", file, len(data), MaxFileSize)
	}
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
