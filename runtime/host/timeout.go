package host

import (
	"strings"
	"time"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// defaultTimeout applies when neither the environment nor the definition sets
// one (OMP-LC-54).
const defaultTimeout = 30 * time.Second

// timeoutVariable is the environment variable that outranks every definition's
// timeout (OMP-LC-56).
const timeoutVariable = "OMP_MCP_TIMEOUT_MS"

// timeoutWarning is logged once for a value that cannot be used (F-17).
const timeoutWarning = "Ignoring invalid OMP_MCP_TIMEOUT_MS env value; expected a non-negative number"

// parseTimeout reads the value of timeoutVariable: milliseconds as a
// JavaScript number ("1500", "1e3", "0x10", "0.5"), surrounding white space
// ignored (F-17). It returns nil when the value is empty, and nil with
// a warning when it is not a finite number of at least 0.
func parseTimeout(value string) (timeout *time.Duration, warning string) {
	value = strings.TrimFunc(value, func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
	if value == "" {
		return nil, ""
	}
	ms, ok := jsonc.ParseNumber(value)
	if !ok || ms < 0 {
		return nil, timeoutWarning
	}
	return new(jsonc.Duration(ms, time.Millisecond)), ""
}
