package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
)

func reportCommand(u *ui.UI) *cobra.Command {
	var f queueFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Tell what was found, and which ranges are missing",
		Long: `Tells the failures, each once, and how many seeds were run. The exit code is 1 if
there is a failure or a range is not done yet.`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error {
			q, err := f.open(cmd.Context(), u, false)
			if err != nil {
				return err
			}
			defer q.close()
			s, err := q.sum(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				ui.WriteJSON(u.Out, s)
			} else {
				s.tell(u)
			}
			if len(s.Failures) > 0 || s.Done < s.Ranges {
				return ui.Fail(ui.ExitFailed, nil)
			}
			return nil
		}),
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object")
	return cmd
}

// summary is what a campaign has come to.
type summary struct {
	ui.JSONLine
	Ranges    int       `json:"ranges"`
	Done      int       `json:"done"`
	Seeds     uint64    `json:"seeds"` // of the ranges that are done
	Runs      int       `json:"runs"`  // one more for each range: the scenario as it is
	Failed    int       `json:"failed"`
	Again     int       `json:"again"` // ranges that were given to more than one worker
	Workers   []string  `json:"workers"`
	Worked    float64   `json:"worked_ms"` // of all workers
	Failures  []counted `json:"failures"`
	remaining map[string]uint64
}

// counted is a failure with the number of ranges in which it was met.
type counted struct {
	failure
	Ranges int `json:"ranges"`
}

// sum counts each range of the plan once, and nothing else.
func (q *queue) sum(ctx context.Context) (s summary, err error) {
	p, err := q.plan(ctx)
	if err != nil {
		return s, err
	}
	s = summary{JSONLine: ui.LineOf("explored"), remaining: map[string]uint64{}}
	for _, i := range p.items() {
		s.remaining[i.key()] = i.Runs
	}
	s.Ranges = len(s.remaining)
	workers, met := map[string]bool{}, map[string]int{}
	err = q.all(ctx, resultPrefix, func(key string, value []byte) error {
		var r result
		if err := json.Unmarshal(value, &r); err != nil {
			return fmt.Errorf("reading the result of %s: %w", key, err)
		}
		s.add(key, r, workers, met)
		return nil
	})
	if err == nil {
		s.Failures, err = q.failures(ctx, met)
	}
	if err != nil {
		return s, ui.Fail(ui.ExitUnreachable, err)
	}
	s.Workers = slices.Sorted(maps.Keys(workers))
	return s, nil
}

// failures are those that were met in ranges that are done, the most frequent first.
func (q *queue) failures(ctx context.Context, met map[string]int) ([]counted, error) {
	out := []counted{}
	err := q.all(ctx, failurePrefix, func(key string, value []byte) error {
		c := counted{Ranges: met[key]}
		if c.Ranges == 0 {
			return nil // its range is not done yet
		}
		err := json.Unmarshal(value, &c.failure)
		out = append(out, c)
		return err
	})
	slices.SortFunc(out, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.Ranges, a.Ranges), cmp.Compare(a.Place, b.Place), a.Signature.Compare(b.Signature))
	})
	return out, err
}

func (s *summary) add(key string, r result, workers map[string]bool, met map[string]int) {
	seeds, planned := s.remaining[key]
	if !planned {
		return
	}
	delete(s.remaining, key)
	s.Done++
	s.Seeds += seeds
	s.Runs += r.Runs
	s.Failed += r.Failed
	s.Worked += r.Took
	if r.Delivery > 1 {
		s.Again++
	}
	workers[r.Worker] = true
	for _, f := range r.Failures {
		met[f]++
	}
}

func (s summary) tell(u *ui.UI) {
	for _, f := range s.Failures {
		fmt.Fprintf(u.Out, "%s  %s\n", u.Paint(tell.Bad, "FAIL"), words.Printable(f.Step))
		for line := range strings.Lines(f.Difference) {
			fmt.Fprintf(u.Out, "  %s\n", words.Printable(strings.TrimRight(line, "\n")))
		}
		fmt.Fprintf(u.Out, "  in %s, %s\n  reproduce: %s\n\n", words.Count(f.Ranges, "range"), words.Printable(f.Place), words.Printable(f.Reproduce))
	}
	fmt.Fprintf(u.Out, "%d of %s done, %d by a second worker; %s, %s, %d failed\n", s.Done, words.Count(s.Ranges, "range"), s.Again,
		words.Count(int(min(s.Seeds, maxSeeds)), "seed"), words.Count(s.Runs, "run"), s.Failed)
	fmt.Fprintf(u.Out, "%s by %s\n", words.Count(len(s.Failures), "kind")+" of failures", words.Count(len(s.Workers), "worker"))
}
