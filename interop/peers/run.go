package peers

import (
	"errors"
	"fmt"
	"regexp"
	"time"
)

// Run says what to measure.
type Run struct {
	Rows    *regexp.Regexp // names of rows; nil is all
	Rounds  int            // samples per row and client
	Budget  time.Duration  // of one sample
	Clients []Client
	// Progress is told what is being measured. It may be nil.
	Progress func(row string)
}

// Result is a measured row.
type Result struct {
	Row   Row
	Costs map[string]Cost // by the client's name
	Miss  []Miss
}

// Measure measures the rows one after the other. Within a row the clients take
// turns, so that what the machine does meanwhile hits all of them.
func (r Run) Measure(s *Server) ([]Result, error) {
	var out []Result
	for _, row := range Rows() {
		if r.Rows != nil && !r.Rows.MatchString(row.Name) {
			continue
		}
		if r.Progress != nil {
			r.Progress(row.Name)
		}
		costs, err := r.row(s, row)
		if err != nil {
			return nil, fmt.Errorf("measuring %q: %w", row.Name, err)
		}
		out = append(out, Result{row, costs, row.misses(costs)})
	}
	return out, nil
}

func (r Run) row(s *Server, row Row) (map[string]Cost, error) {
	samples := map[string][]Cost{}
	for range r.Rounds {
		for _, c := range r.Clients {
			cost, err := r.sample(s, row, c)
			if errors.Is(err, errors.ErrUnsupported) {
				continue // its column stays empty
			}
			if err != nil {
				return nil, fmt.Errorf("with %s: %w", c.Name, err)
			}
			samples[c.Name] = append(samples[c.Name], cost)
		}
	}
	costs := map[string]Cost{}
	for name, of := range samples {
		costs[name] = median(of)
	}
	return costs, nil
}

// sample makes a session, measures it and closes it.
func (r Run) sample(s *Server, row Row, c Client) (Cost, error) {
	t, err := row.make(s, c)
	if err != nil {
		return Cost{}, err
	}
	cost, err := t.sample(r.Budget)
	_ = t.close() // however it ended, it has been measured
	return cost, err
}
