package settings

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Canonical writes decoded JSON as JavaScript's JSON.stringify does, with the
// keys of every object in JavaScript's order of sorted keys: equal values have
// equal bytes, and hashes of them agree with those of programs written in that
// language. Unlike encoding/json it escapes neither < > & nor U+2028 and U+2029.
// v is made of nil, bool, float64, string, []any and map[string]any; whatever
// else is written as null.
func Canonical(v any) []byte { return appendValue(nil, v) }

// ordered is an object whose keys keep their order.
type ordered []pair

type pair struct {
	key   string
	value any
}

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case float64:
		return appendNumber(b, v)
	case string:
		return appendString(b, v)
	case []any:
		b = append(b, '[')
		for i, element := range v {
			b = appendValue(appendComma(b, i), element)
		}
		return append(b, ']')
	case map[string]any:
		return appendValue(b, sortedPairs(v))
	case ordered:
		b = append(b, '{')
		for i, p := range v {
			b = append(appendString(appendComma(b, i), p.key), ':')
			b = appendValue(b, p.value)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func appendComma(b []byte, i int) []byte {
	if i == 0 {
		return b
	}
	return append(b, ',')
}

// appendNumber writes the shortest text that reads back as the same number, with
// an exponent below 1e-6 and from 1e21 on. There is no infinity and no minus
// zero.
func appendNumber(b []byte, n float64) []byte {
	size := math.Abs(n)
	switch {
	case n == 0:
		return append(b, '0')
	case size >= 1e-6 && size < 1e21:
		return strconv.AppendFloat(b, n, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, n, 'e', -1, 64)
	if end := len(b); b[end-4] == 'e' && b[end-2] == '0' { // e-07 is e-7
		b = append(b[:end-2], b[end-1])
	}
	return b
}

// appendString escapes what JSON demands and nothing else.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	if plain(s) {
		return append(append(b, s...), '"')
	}
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\b':
			b = append(b, `\b`...)
		case r == '\f':
			b = append(b, `\f`...)
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}

// plain reports whether a text is written as it is: all of it is ASCII that needs no
// escape.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// sortedPairs orders keys as a JavaScript object that got them sorted: small
// whole numbers come first, by value, then all others.
func sortedPairs(object map[string]any) ordered {
	out := make(ordered, 0, len(object))
	for _, key := range slices.SortedFunc(maps.Keys(object), compareKeys) {
		out = append(out, pair{key, object[key]})
	}
	return out
}

func compareKeys(a, b string) int {
	return cmp.Or(cmp.Compare(index(a), index(b)), compareText(a, b))
}

// index is the number that a key is, if it is one that a list could have, and above
// all of these if not.
func index(key string) uint64 {
	n, err := strconv.ParseUint(key, 10, 32)
	if err != nil || strconv.FormatUint(n, 10) != key {
		return math.MaxUint32
	}
	return n
}

// compareText compares as JavaScript does, by units of UTF-16.
func compareText(a, b string) int {
	if plain(a) { // so what differs first is ASCII in a, and sorts alike in both ways
		return strings.Compare(a, b)
	}
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}
