package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// WriteAnnotations writes what failed or warned as workflow commands of GitHub
// Actions: errors, warnings, and notices for the level MAY.
func WriteAnnotations(w io.Writer, results []Result) error {
	out := words.NewDoor(w)
	for _, r := range findings(results) {
		r = r.bounded()
		command := "error"
		switch {
		case r.inform():
			command = "notice"
		case r.Verdict == Warned:
			command = "warning"
		}
		title := strings.Join(r.Rule.IDs, " ") + " " + r.Level
		message := strings.Join(append(append([]string{r.headline()}, r.advice()...), "reproduce: "+words.Visible(r.Reproduce)), "\n")
		_, err := fmt.Fprintf(out, "::%s title=%s::%s\n", command, propertyEscapes.Replace(strings.TrimSpace(title)), dataEscapes.Replace(message))
		if err != nil {
			return fmt.Errorf("writing annotations: %w", err)
		}
	}
	return nil
}

// A workflow command is one line: its text and the values of its properties
// write what would end them as percent codes.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
