package server

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func (a *asking) find(b *probe.Bench, none string, fits func(*probe.Round) bool) error {
	all, err := b.Rounds()
	if err != nil {
		return err
	}
	if err := all.NoneAsk(); err != nil {
		return err
	}
	a.rounds = nil
	for _, of := range []func(*probe.Round) bool{a.unknown, a.unneeded, func(*probe.Round) bool { return true }} {
		for _, r := range all.All {
			if fits(r) && len(a.rounds) < maxRounds && !slices.Contains(a.rounds, r) && of(r) {
				a.rounds = append(a.rounds, r)
			}
		}
	}
	if len(a.rounds) > 0 {
		a.round = a.rounds[0]
	}
	return verdict.NotTestableIf(len(a.rounds) == 0, "%s", none)
}

// unknown reports whether no request with the method of one is among those to be tried.
func (a *asking) unknown(one *probe.Round) bool {
	return !slices.ContainsFunc(a.rounds, func(r *probe.Round) bool { return r.Method == one.Method })
}

// unneeded reports whether no request that needs what one does is among those to be tried.
func (a *asking) unneeded(one *probe.Round) bool {
	return !slices.ContainsFunc(a.rounds, func(r *probe.Round) bool { return slices.Equal(r.Needs(), one.Needs()) })
}

func (a *asking) choose(b *probe.Bench) error {
	return a.find(b, "no request asks for anything that needs a capability, and comes to an end", func(r *probe.Round) bool {
		return len(r.Needs()) > 0 && r.Final.Members["result"] != nil
	})
}

func hasState(r *probe.Round) bool { return probe.Text(probe.State(r.Asked)) != "" }

func (a *asking) chooseState(b *probe.Bench) error {
	return a.find(b, "no request that asks for input gives a requestState, and comes to an end", func(r *probe.Round) bool { return hasState(r) && r.Final.Members["result"] != nil })
}

func (a *asking) chooseTwo(b *probe.Bench) error {
	if err := a.chooseState(b); err != nil {
		return err
	}
	a.preferAlike(b)
	return verdict.NotTestableIf(len(a.rounds) < 2, "only one request that asks for input gives a requestState")
}

// preferAlike takes a request of the same kind as the first, that asks for the same, for the last
// of those that are tried: it is the one that a state may be mistaken by.
func (a *asking) preferAlike(b *probe.Bench) {
	all, err := b.Rounds()
	if err != nil || len(a.rounds) < maxRounds {
		return
	}
	first := a.rounds[0]
	alike := func(r *probe.Round) bool {
		return r != first && r.Method == first.Method && slices.Equal(r.Needs(), first.Needs()) && hasState(r) && r.Final.Members["result"] != nil
	}
	if i := slices.IndexFunc(all.All, alike); i >= 0 && !slices.ContainsFunc(a.rounds, alike) {
		a.rounds[maxRounds-1] = all.All[i]
	}
}

func (a *asking) chooseUser(b *probe.Bench) error {
	return a.find(b, "no request asks a user for anything", func(r *probe.Round) bool { return slices.Contains(r.Needs(), "elicitation") })
}

// maxRounds is how many requests that ask are tried in a check.
const maxRounds = 6
