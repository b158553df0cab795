package jsonparts

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Canonical is a text that is the same for any two values that mean the same: whatever the
// order of members, escapes in strings, and forms of numbers. Of members of one name the last
// counts. value is valid JSON.
func Canonical(value json.RawMessage) []byte { return appendCanonical(nil, value) }

func appendCanonical(out []byte, value json.RawMessage) []byte {
	value = value[afterSpace(value, 0):]
	switch value[0] {
	case '{':
		return appendObject(out, value)
	case '[':
		out = append(out, '[')
		for element := range Elements(value) {
			out = append(appendCanonical(out, element), ',')
		}
		return append(out, ']')
	case '"':
		return strconv.AppendQuote(out, string(Unquoted(value[:afterString(value, 0)])))
	}
	word := bytes.TrimRight(value, " \t\r\n")
	if word[0] == '-' || word[0] >= '0' && word[0] <= '9' {
		return append(out, number(string(word))...)
	}
	return append(out, word...)
}

func appendObject(out []byte, object json.RawMessage) []byte {
	members := map[string]json.RawMessage{}
	var names []string
	for name, value := range Members(object) {
		if _, again := members[string(name)]; !again {
			names = append(names, string(name))
		}
		members[string(name)] = value
	}
	slices.Sort(names)
	out = append(out, '{')
	for _, name := range names {
		out = append(strconv.AppendQuote(out, name), ':')
		out = append(appendCanonical(out, members[name]), ',')
	}
	return append(out, '}')
}

// number is a number as its digits and a power of ten: 120 and 1.2e2 are 12e1. One whose
// exponent has more digits than any use has stays as it is.
func number(text string) string {
	const mostExponent = 9 // digits
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if len(exponent) > mostExponent {
		return text
	}
	power, _ := strconv.Atoi(exponent) // "" is 0
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	power -= len(fraction)
	short := strings.TrimRight(all, "0")
	if short == "" {
		return "0"
	}
	if negative {
		short = "-" + short
	}
	return short + "e" + strconv.Itoa(power+len(all)-len(strings.TrimLeft(short, "-")))
}
