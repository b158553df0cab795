package sample

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// number is the value of a JSON number.
func number(value any) (float64, bool) {
	n, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

func numberOrZero(value any) float64 {
	f, _ := number(value)
	return f
}

// count is a number of things, 0 if there is none.
func count(value any) int {
	return int(min(max(numberOrZero(value), 0), math.MaxInt32))
}

// numberOf is 1, or the allowed number that is nearest to what was tried.
func numberOf(s map[string]any, whole bool) any {
	low, limited := number(s["minimum"])
	high, capped := number(s["maximum"])
	step := numberOrZero(s["multipleOf"])
	tried := []float64{1, low, math.Ceil(low), low + 1, high, math.Floor(high), high - 1, (low + high) / 2, 0, -1}
	if above, ok := number(s["exclusiveMinimum"]); ok {
		low, limited = above, true
		tried = append(tried, math.Floor(above)+1, (above+numberOrZero(s["exclusiveMaximum"]))/2)
	}
	if below, ok := number(s["exclusiveMaximum"]); ok {
		tried = append(tried, math.Ceil(below)-1)
	}
	if step > 0 {
		tried = append([]float64{step, math.Ceil(low/step) * step, math.Floor(high/step) * step}, tried...)
	}
	for _, n := range tried {
		fits := (!limited || n >= low) && (!capped || n <= high) && (!whole || n == math.Trunc(n)) &&
			beyond(n, s["exclusiveMinimum"], 1) && beyond(n, s["exclusiveMaximum"], -1)
		if fits && (step == 0 || math.Mod(n, step) == 0) {
			return n
		}
	}
	return 1
}

// beyond reports whether n is on the right side of an exclusive limit, if there
// is one.
func beyond(n float64, limit any, side float64) bool {
	l, limited := number(limit)
	return !limited || (n-l)*side > 0
}

// formats are values of the formats that the specification of JSON Schema names.
// The names are reserved ones: they reach no real host.
var formats = map[string]string{
	"date-time": "2026-01-01T00:00:00Z", "date": "2026-01-01", "time": "00:00:00Z", "duration": "PT1S",
	"email": "mcpsim@example.com", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"uri": "https://example.com/", "url": "https://example.com/", "uri-reference": "/", "iri": "https://example.com/",
	"uuid": "00000000-0000-4000-8000-000000000000", "json-pointer": "", "regex": "a",
}

// textOf is a string of the length, format and pattern asked for.
func textOf(s map[string]any) (any, error) {
	low := count(s["minLength"])
	if low > maxLength {
		return nil, fmt.Errorf("a string of %d characters is too long", low)
	}
	format, _ := s["format"].(string)
	text, known := formats[format]
	if !known {
		text = Plain
	}
	if pattern, ok := s["pattern"].(string); ok {
		matching, err := match(pattern, text)
		if err != nil && !known {
			return nil, err
		}
		if err != nil {
			matching = text // of that format, so probably right
		}
		text = matching
	}
	if missing := low - utf8.RuneCountInString(text); missing > 0 {
		text += strings.Repeat("x", missing)
	}
	if high, limited := number(s["maxLength"]); limited && utf8.RuneCountInString(text) > int(high) {
		text = string([]rune(text)[:max(0, int(high))])
	}
	return text, nil
}

// match is a string that matches the pattern: the preferred one, or the shortest
// that is easily found.
func match(pattern, preferred string) (string, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return "", fmt.Errorf("the pattern %q is not understood", pattern)
	}
	if re.MatchString(preferred) {
		return preferred, nil
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", fmt.Errorf("the pattern %q is not understood", pattern)
	}
	var b strings.Builder
	spell(&b, tree)
	if !re.MatchString(b.String()) {
		return "", fmt.Errorf("no string is found for the pattern %q", pattern)
	}
	return b.String(), nil
}

// spell writes a short string for a regular expression. It passes over what
// asserts something without matching characters.
func spell(b *strings.Builder, re *syntax.Regexp) {
	if b.Len() > maxLength {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(nicest(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpCapture, syntax.OpPlus:
		spell(b, re.Sub[0])
	case syntax.OpRepeat:
		for range re.Min {
			spell(b, re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			spell(b, sub)
		}
	case syntax.OpAlternate:
		spell(b, re.Sub[0])
	}
}

// nicest is a character of a class, given as pairs of bounds: a letter or digit
// if there is one.
func nicest(ranges []rune) rune {
	for _, nice := range "aA01" {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= nice && nice <= ranges[i+1] {
				return nice
			}
		}
	}
	if len(ranges) == 0 {
		return 'a'
	}
	return ranges[0]
}
