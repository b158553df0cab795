package gherkin

import (
	"fmt"
	"strings"
)

// Dictionary renders steps, which come sorted as from [Vocabulary.Steps], for a
// person: grouped by noun, each with its example, manual and pattern.
func Dictionary(steps []Step) string {
	var b strings.Builder
	noun := ""
	for _, s := range steps {
		if s.Noun != noun {
			if noun != "" {
				b.WriteString("\n")
			}
			noun = s.Noun
			fmt.Fprintf(&b, "%s\n", noun)
		}
		fmt.Fprintf(&b, "  %-5s %s\n", s.Keyword, strings.ReplaceAll(s.Example, "\n", "\n        "))
		manual := s.Manual
		if s.Virtual {
			manual += " (virtual world only)"
		}
		fmt.Fprintf(&b, "          %s\n          pattern: %s\n", manual, s.Pattern)
	}
	return b.String()
}
