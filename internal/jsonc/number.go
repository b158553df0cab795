package jsonc

import (
	"regexp"
	"strconv"
)

var (
	decimalNumber = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	radixNumber   = regexp.MustCompile(`^0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$`)
)

// ParseNumber converts text as JavaScript's Number does, except that it wants at
// least one digit and a finite result.
func ParseNumber(text string) (float64, bool) {
	if radixNumber.MatchString(text) {
		n, err := strconv.ParseUint(text, 0, 64)
		return float64(n), err == nil
	}
	if !decimalNumber.MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}
