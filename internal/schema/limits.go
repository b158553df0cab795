package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The limits. Each is far beyond what people write.
const (
	MaxSchema   = 1 << 20  // of a schema, in bytes
	MaxValue    = 16 << 20 // of a value, in bytes
	MaxDepth    = 100      // lists and objects inside each other
	MaxParts    = 20_000   // values in a schema
	MaxElements = 500_000  // values in a value
	MaxDigits   = 300      // of a number as it is written; its exponent is not greater, either
	MaxPatterns = 20_000   // size of the compiled patterns of a schema, in instructions
	MaxWork     = 500_000  // steps of one validation
)

// LimitError says that there is no judgement, because a limit is exceeded or the
// library cannot cope.
type LimitError struct{ Reason string }

func (e *LimitError) Error() string { return "it cannot be judged: " + e.Reason }

func limit(format string, args ...any) error { return &LimitError{fmt.Sprintf(format, args...)} }

// decode reads JSON as package jsonschema wants it: numbers keep their digits.
func decode(text []byte, bytesMax, parts int, what string) (any, error) {
	if len(text) > bytesMax {
		return nil, limit("%s has %d bytes, at most %d are judged", what, len(text), bytesMax)
	}
	if err := tooDeep(text, what); err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	m := measure{what: what, most: parts}
	return value, m.check(value, 0)
}

// tooDeep looks at the brackets before anything is decoded.
func tooDeep(text []byte, what string) error {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > MaxDepth {
				return limit("%s is nested more than %d levels deep", what, MaxDepth)
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return nil
}

// measure counts the values in a value.
type measure struct {
	what       string
	most, seen int
}

func (m *measure) check(value any, depth int) error {
	if m.seen++; m.seen > m.most {
		return limit("%s has more than %d values", m.what, m.most)
	}
	if depth > MaxDepth {
		return limit("%s is nested more than %d levels deep", m.what, MaxDepth)
	}
	switch v := value.(type) {
	case map[string]any:
		for _, member := range v {
			if err := m.check(member, depth+1); err != nil {
				return err
			}
		}
	case []any:
		for _, element := range v {
			if err := m.check(element, depth+1); err != nil {
				return err
			}
		}
	case json.Number:
		return checkNumber(string(v), m.what)
	}
	return nil
}

// checkNumber refuses what would be millions of digits as a fraction.
func checkNumber(text, what string) error {
	exponent := 0
	if _, written, found := strings.Cut(strings.ToLower(text), "e"); found {
		n, err := strconv.Atoi(written)
		if err != nil {
			n = MaxDigits + 1
		}
		exponent = max(n, -n)
	}
	if len(text) > MaxDigits || exponent > MaxDigits {
		return limit("%s has the number %s, of more than %d digits", what, text[:min(len(text), 30)], MaxDigits)
	}
	return nil
}

// sizeOf is about how many instructions a pattern compiles to.
func sizeOf(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)/2
	for _, sub := range re.Sub {
		n = min(n+sizeOf(sub), 2*MaxPatterns)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(1, re.Min, re.Max)
	}
	return min(n, 2*MaxPatterns)
}
