package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// The numbers that attempts are compared with.
const (
	maxAttempts  = 5  // of one load (ROOM-48)
	mostAttempts = 10 // that scenario 03 tolerates (S-ROOM-14)
)

// scenarios are the documented four (S-ROOM-14), each with what its waits are for.
func (s *Suite) scenarios() []scenario {
	return []scenario{
		{"01-no-mcp", []step{ // ROOM-58
			{name: "the room server is healthy", look: s.healthy},
			{name: "no provider has been touched", look: s.untouched},
			{name: "the operator is healthy", look: s.operatorHealthy, optional: true},
			s.wait(s.Waits.Idle),
			{name: "still no provider has been touched", look: s.untouched},
			{name: "the room server is still healthy", look: s.healthy},
		}},
		{"02-load-mcp", []step{ // ROOM-59
			{name: "the status can be asked for", look: s.anyStatus},
			{name: "the operator has both providers loaded", look: s.loadBoth},
			s.wait(s.Waits.Load),
			{name: "both providers are listed", look: s.bothListed},
			{name: "the one that can be reached is connected", look: s.availableConnected},
			{name: "the room server is healthy", look: s.healthy},
		}},
		{"03-mcp-unavailable", []step{ // ROOM-60
			{name: "the room server loads the unavailable provider", look: s.loadUnavailable},
			s.wait(s.Waits.Retry),
			{name: "it is being tried or given up", look: s.unavailableTried},
			s.wait(s.Waits.GiveUp),
			{name: "it was not tried for ever", look: s.unavailableBounded},
			{name: "it was given up", look: s.unavailableGivenUp},
			{name: "the room server is healthy", look: s.healthy},
		}},
		{"04-status", []step{ // ROOM-61
			{name: "the room server's status is as documented", look: s.anyStatus},
			{name: "the operator's status is as documented", look: s.operatorStatus},
			{name: "both list the same providers", look: s.sameIDs},
			{name: "a second look lists as many", look: s.sameCount},
		}},
	}
}

// wait is a step that lets time pass.
func (s *Suite) wait(d time.Duration) step {
	return step{name: fmt.Sprintf("%s pass", d), look: func(ctx context.Context) (string, error) {
		return "done", clock.Sleep(ctx, s.Clock, d)
	}}
}

// eventually looks until it sees what is expected, for as long as grace.
func (s *Suite) eventually(ctx context.Context, look func() (string, error)) (seen string, err error) {
	for end := s.Clock.Now().Add(grace); ; {
		seen, err = look()
		if err == nil || !s.Clock.Now().Before(end) {
			return seen, err
		}
		if ended := clock.Sleep(ctx, s.Clock, gracePause); ended != nil {
			return "", ended
		}
	}
}

func (s *Suite) healthy(ctx context.Context) (string, error) { return s.health(ctx, s.Server) }

func (s *Suite) operatorHealthy(ctx context.Context) (string, error) {
	return s.health(ctx, s.Operator)
}

// health wants the documented answer (ROOM-34).
func (s *Suite) health(ctx context.Context, url string) (string, error) {
	body, err := s.ask(ctx, http.MethodGet, url+"/health", nil)
	if err != nil {
		return "", err
	}
	var health struct{ Status string }
	if err := json.Unmarshal(body, &health); err != nil || health.Status != "healthy" {
		return "", fmt.Errorf(`want {"status":"healthy"}, have %s`, body)
	}
	return health.Status, nil
}

// status asks the room server, statusFromOperator its operator.
func (s *Suite) status(ctx context.Context) ([]provider, error) {
	return s.statusAt(ctx, s.Server+"/status/mcp")
}

func (s *Suite) statusFromOperator(ctx context.Context) ([]provider, error) {
	return s.statusAt(ctx, s.Operator+"/mcp/status")
}

func (s *Suite) statusAt(ctx context.Context, url string) ([]provider, error) {
	body, err := s.ask(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return parseStatus(body)
}

func (s *Suite) anyStatus(ctx context.Context) (string, error) {
	all, err := s.status(ctx)
	return describe(all), err
}

func (s *Suite) operatorStatus(ctx context.Context) (string, error) {
	all, err := s.statusFromOperator(ctx)
	return describe(all), err
}

// untouched wants a status that is empty, or all idle.
func (s *Suite) untouched(ctx context.Context) (string, error) {
	all, err := s.status(ctx)
	for _, p := range all {
		if p.State != "idle" || p.Attempts != 0 {
			return "", fmt.Errorf("want all idle, have %s", describe(all))
		}
	}
	return describe(all), err
}

// load gives the command to load providers; every answer 200 says how many.
func (s *Suite) load(ctx context.Context, url string, providers ...Provider) (string, error) {
	body, err := s.ask(ctx, http.MethodPost, url, map[string]any{"providers": providers})
	if err != nil {
		return "", err
	}
	var loaded struct {
		Message string
		Count   int
	}
	if err := json.Unmarshal(body, &loaded); err != nil || loaded.Count != len(providers) {
		return "", fmt.Errorf("want an answer with count %d, have %s", len(providers), body)
	}
	return loaded.Message, nil
}

func (s *Suite) available() Provider { return Provider{AvailableID, s.Available, "room"} }

func (s *Suite) unavailable() Provider { return Provider{UnavailableID, s.Unavailable, "room"} }

func (s *Suite) loadBoth(ctx context.Context) (string, error) {
	return s.load(ctx, s.Operator+"/mcp/load", s.available(), s.unavailable())
}

func (s *Suite) loadUnavailable(ctx context.Context) (string, error) {
	return s.load(ctx, s.Server+"/admin/mcp/load", s.unavailable())
}

// bothListed wants both providers, with an attempt that has begun.
func (s *Suite) bothListed(ctx context.Context) (string, error) {
	return s.eventually(ctx, func() (string, error) {
		var seen []string
		for _, id := range []string{AvailableID, UnavailableID} {
			p, err := s.see(ctx, id, "an attempt", func(p provider) bool { return p.Attempts > 0 })
			if err != nil {
				return "", err
			}
			seen = append(seen, p)
		}
		return strings.Join(seen, ", "), nil
	})
}

func (s *Suite) availableConnected(ctx context.Context) (string, error) {
	return s.eventually(ctx, func() (string, error) {
		return s.see(ctx, AvailableID, "connected", func(p provider) bool { return p.State == "connected" })
	})
}

func (s *Suite) unavailableTried(ctx context.Context) (string, error) {
	return s.eventually(ctx, func() (string, error) {
		return s.see(ctx, UnavailableID, "connecting or error, and an attempt", func(p provider) bool {
			return (p.State == "connecting" || p.State == "error") && p.Attempts > 0
		})
	})
}

func (s *Suite) unavailableBounded(ctx context.Context) (string, error) {
	want := fmt.Sprintf("at most %d attempts", mostAttempts)
	return s.see(ctx, UnavailableID, want, func(p provider) bool { return p.Attempts <= mostAttempts })
}

func (s *Suite) unavailableGivenUp(ctx context.Context) (string, error) {
	if !s.Waits.seeTheEnd() {
		return "", &skipped{"the waits are too short for that"}
	}
	want := fmt.Sprintf("error after %d attempts", maxAttempts)
	return s.see(ctx, UnavailableID, want, func(p provider) bool { return p.State == "error" && p.Attempts == maxAttempts })
}

// see wants a provider to be like something.
func (s *Suite) see(ctx context.Context, id, want string, ok func(provider) bool) (string, error) {
	all, err := s.status(ctx)
	if err != nil {
		return "", err
	}
	p, err := named(all, id)
	if err == nil && !ok(p) {
		err = fmt.Errorf("want %s, have %s", want, p)
	}
	return p.String(), err
}

func (s *Suite) sameIDs(ctx context.Context) (string, error) {
	mine, err := s.status(ctx)
	if err != nil {
		return "", err
	}
	theirs, err := s.statusFromOperator(ctx)
	if err != nil {
		return "", err
	}
	if a, b := ids(mine), ids(theirs); len(mine) != len(theirs) || !slices.Equal(a, b) {
		return "", fmt.Errorf("the room server lists %q, its operator %q", a, b)
	}
	return fmt.Sprintf("%d listed", len(mine)), nil
}

func (s *Suite) sameCount(ctx context.Context) (string, error) {
	first, err := s.status(ctx)
	if err != nil {
		return "", err
	}
	second, err := s.status(ctx)
	if err == nil && len(first) != len(second) {
		err = fmt.Errorf("%d listed, then %d", len(first), len(second))
	}
	return fmt.Sprintf("%d listed", len(second)), err
}
