package serve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/scenario"
	"github.com/mcpsim/mcpsim/internal/words"
)

// readReplay makes the server of a recording.
func readReplay(ctx context.Context, name, of string, strict bool) (subject, error) {
	entries, err := recording.ReadFile(ctx, name)
	if err != nil {
		return subject{}, err
	}
	conversation, err := scenario.Understand(entries, of)
	if err != nil {
		return subject{}, fmt.Errorf("%s: %w", name, err)
	}
	made := scenario.Make(conversation, scenario.Options{Replay: true, Strict: strict, Source: filepath.Base(name)})
	script, err := fakeserver.Parse("the script of "+name, made.Server)
	if err != nil {
		return subject{}, fmt.Errorf("the recording is too much for a script: %w", err)
	}
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	return subject{name: base, script: script, source: string(made.Server), known: made.Known}, nil
}

// checkReplay wants flags that mean something together.
func (f flags) checkReplay(args []string) error {
	switch {
	case f.replay == "" && (f.strict || f.of != ""):
		return errors.New("--strict and --of are for --replay")
	case f.replay != "" && (len(args) > 0 || f.fixture != ""):
		return fmt.Errorf("--replay %s is the server: leave out the script", f.replay)
	case !(f.timeScale > 0) || math.IsInf(f.timeScale, 0): // NaN, too
		return fmt.Errorf("--time-scale %v: want more than 0, such as 0.1", f.timeScale)
	}
	return nil
}

// tellRefused says at the end what a client asked that the recording does not have. In a
// strict replay that is a failure.
func (c *command) tellRefused(s subject, err error) error {
	if s.known == nil {
		return err
	}
	refused, all := s.known.Refused()
	for _, why := range refused {
		c.ui.Hint("refused: %s", words.Printable(why))
	}
	if left := all - len(refused); left > 0 {
		c.ui.Hint("refused: %s more", words.Count(left, "request"))
	}
	if all == 0 || !c.strict {
		return err
	}
	return worse(err, fmt.Errorf("--strict: %s not in the recording", words.Count(all, "request")))
}
