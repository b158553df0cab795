package steps

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/netem"
)

// FaultHelp lists the faults of links as scenarios and mcpsim proxy name them, each with
// what it does and the values it takes.
func FaultHelp() string {
	var b strings.Builder
	for _, w := range netem.Vocabulary() {
		b.WriteString(strings.TrimRight(fmt.Sprintf("  %-13s %s", w.Kind, strings.Join(w.Values, ", ")), " ") + "\n")
		fmt.Fprintf(&b, "    %s\n", w.What)
	}
	return b.String()
}
