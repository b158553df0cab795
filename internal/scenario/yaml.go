package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// flowWidth is how long a value may be that is written on one line.
const flowWidth = 90

// yamlWriter writes YAML that people edit: members on lines of their own, values on one line
// where they are short.
type yamlWriter struct{ b bytes.Buffer }

// line writes a line.
func (w *yamlWriter) line(indent int, format string, args ...any) {
	w.b.WriteString(strings.Repeat(" ", indent))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

// value writes "head: value" of a JSON value, which must be valid.
func (w *yamlWriter) value(indent int, head string, value json.RawMessage) {
	if text := flow(value); len(text) <= flowWidth || value[0] != '{' && value[0] != '[' {
		w.line(indent, "%s: %s", head, text)
		return
	}
	w.line(indent, "%s:", head)
	w.block(indent+2, value)
}

// block writes an object or an array that has something in it.
func (w *yamlWriter) block(indent int, value json.RawMessage) {
	if value[0] == '[' {
		for element := range jsonparts.Elements(value) {
			w.item(indent, element)
		}
		return
	}
	for name, member := range jsonparts.Members(value) {
		w.value(indent, scalar(string(name)), member)
	}
}

// item writes an element of a list.
func (w *yamlWriter) item(indent int, value json.RawMessage) {
	text := flow(value)
	if len(text) <= flowWidth || value[0] != '{' {
		w.line(indent, "- %s", text)
		return
	}
	var inner yamlWriter
	inner.block(indent+2, value)
	w.b.WriteString(strings.Repeat(" ", indent) + "- ")
	w.b.Write(bytes.TrimLeft(inner.b.Bytes(), " "))
}

// flow is a JSON value on one line.
func flow(value json.RawMessage) string {
	var parts []string
	switch value = trimmed(value); value[0] {
	case '{':
		for name, member := range jsonparts.Members(value) {
			parts = append(parts, scalar(string(name))+": "+flow(member))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case '[':
		for element := range jsonparts.Elements(value) {
			parts = append(parts, flow(element))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case '"':
		return scalar(string(jsonparts.Unquoted(value)))
	}
	if at := bytes.IndexAny(value, "eE"); at > 0 && (value[0] == '-' || value[0] <= '9') && bytes.IndexByte(value, '.') < 0 {
		return string(value[:at]) + ".0" + string(value[at:]) // without a point it is a text to YAML
	}
	return string(value)
}

var (
	// plainText can stand without quotes.
	plainText = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_/.-]*( [A-Za-z0-9_/.-]+)*$`)
	// wordOfYAML is one that means something else without quotes.
	wordOfYAML = regexp.MustCompile(`(?i)^(true|false|null|yes|no|on|off|y|n|nan|inf)$`)
)

// scalar is a text, with quotes if it needs them.
func scalar(text string) string {
	if plainText.MatchString(text) && !wordOfYAML.MatchString(text) {
		return text
	}
	return quoted(text)
}

// quoted is a text in double quotes, with escapes that YAML has.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
