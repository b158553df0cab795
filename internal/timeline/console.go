package timeline

import (
	"fmt"
	"io"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
)

// WriteText writes a story for a console: a line for each event, with its moment, who did it
// and to whom, and what it was.
func WriteText(w io.Writer, s Story) error {
	width := 0
	for _, l := range s.Lanes {
		width = max(width, min(len(l.Name), 40))
	}
	for _, e := range s.Events {
		arrow := ""
		if e.Towards != 0 {
			arrow = "→ " + s.Lanes[e.Towards-1].Name + " "
		}
		line := fmt.Sprintf("%12.3f ms  %-*s  %s%s %s", float64(time.Duration(e.At).Microseconds())/1000, width, s.Lanes[e.Lane].Name, arrow, e.Kind, e.Head)
		if e.Asks && e.Pair == 0 {
			line += "  (no answer)"
		}
		if e.Err != "" {
			line += "  error: " + e.Err
		}
		if _, err := fmt.Fprintln(w, words.Printable(line)); err != nil {
			return err
		}
	}
	return nil
}
