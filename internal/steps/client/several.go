package client

import (
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// ofOneClient are the checks that follow a client from one request to the next, or count what it
// sends, where nothing says whose a request is: over HTTP several clients of one program look like one.
var ofOneClient = []string{"CLI-10", "CLI-12", "CLI-17", "OAC-01", "OAC-32", "OAC-33", "OAC-37", "OAC-50"}

// ofSeveral is not observed if a finding may be due to several clients that the program runs side by
// side; nil = it is not.
func (w *World) ofSeveral() error {
	if w.bench.Target.Server != nil || !slices.ContainsFunc(w.tags, func(tag string) bool { return slices.Contains(ofOneClient, strings.TrimPrefix(tag, "@")) }) {
		return nil
	}
	r, err := w.bench.Play(w.bench.Plain(w.modern))
	if err != nil || !areSeveral(r) {
		return nil
	}
	return verdict.NotObserved("the program runs several clients side by side, whose requests are not told apart here")
}

// areSeveral reports whether a tool is called in two sessions of a run, of a client that was asked for
// one call.
func areSeveral(r *clientcheck.Run) bool {
	opened, called := map[int]bool{}, map[int]bool{}
	for _, m := range r.All("initialize") {
		opened[m.Conn] = true
	}
	for _, m := range r.All("tools/call") {
		called[m.Conn] = opened[m.Conn]
	}
	return len(called) > 1
}
