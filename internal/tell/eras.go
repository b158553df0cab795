package tell

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// ModernPrefix begins the ids of checks that ask of modern servers what the check with the
// rest of the id asks of earlier ones.
const ModernPrefix = "M-"

// Eras tells which checks came to another verdict in the modern era than in the earlier
// one, of those that were decided in both; "" = none did.
func Eras(results []reports.Result) string {
	verdicts := reports.Verdicts(results)
	var lines []string
	for _, id := range verdicts.Order {
		now := verdicts.Of[ModernPrefix+id]
		if was := verdicts.Of[id]; now != was && weight[was] != 0 && weight[now] != 0 {
			lines = append(lines, fmt.Sprintf("  %-8s  %s with a handshake, %s without one (%s%s)\n", words.Printable(id), was, now, ModernPrefix, words.Printable(id)))
		}
	}
	return strings.Join(lines, "")
}
