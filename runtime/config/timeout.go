package config

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// DefaultTimeout applies when neither the environment nor the definition sets
// one (OMP-LC-54).
const DefaultTimeout = 30 * time.Second

// TimeoutVariable is the environment variable that outranks every definition's
// timeout (OMP-LC-56).
const TimeoutVariable = "OMP_MCP_TIMEOUT_MS"

// timeoutWarning is logged once for a value that cannot be used (F-17).
const timeoutWarning = "Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number"

// ParseTimeout reads the value of [TimeoutVariable]: milliseconds as a
// JavaScript number ("1500", "1e3", "0x10", "0.5"), surrounding white space
// ignored (F-17). It returns nil when the value is empty, and nil with
// a warning when it is not a finite number of at least 0.
func ParseTimeout(value string) (timeout *time.Duration, warning string) {
	value = strings.TrimFunc(value, func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
	if value == "" {
		return nil, ""
	}
	ms, ok := parseNumber(value)
	if !ok || ms < 0 {
		return nil, timeoutWarning
	}
	return new(jsonc.Duration(ms, time.Millisecond)), ""
}

// EffectiveTimeout is the deadline in force: the environment's value, else the
// definition's, else [DefaultTimeout]; 0 means none (OMP-LC-54 to 57). env is the
// value of [TimeoutVariable]; one that cannot be used counts as unset and yields
// a warning.
func EffectiveTimeout(env string, configured *time.Duration) (timeout time.Duration, warning string) {
	outranking, warning := ParseTimeout(env)
	switch {
	case outranking != nil:
		return *outranking, warning
	case configured != nil:
		return *configured, warning
	}
	return DefaultTimeout, warning
}

var (
	decimalNumber = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	radixNumber   = regexp.MustCompile(`^0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$`)
)

// parseNumber converts text as JavaScript's Number does, except that it wants at
// least one digit and a finite result.
func parseNumber(text string) (float64, bool) {
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
