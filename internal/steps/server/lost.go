package server

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// lost looks for the cause of an answer that is missing.
func (w *World) lost(err error) error {
	if w.bench.Stopped() != nil {
		return err
	}
	w.trouble = true
	if none := w.bench.Ready(); none != nil {
		if w.is(verdict.See(none)) { // what could be tried needs a session, too
			return verdict.Broke(err, telling(w.bench.SentInCheck()))
		}
		return none
	}
	if found := w.manner(err); found != nil {
		return found
	}
	sent := w.bench.SentInCheck()
	due := func(f foundation) bool { return w.mayBeDue(f, sent) }
	if found := w.builtOn(err, func(f foundation) bool { return due(f) && w.plainForms[f.method] != nil }); found != err { //nolint:errorlint // the same one
		return found // without trying anything again
	}
	requests := w.requests(err)
	if found := w.reopened(err); found != nil {
		return found
	}
	if wearied := w.wearied(requests); wearied != nil {
		return wearied
	}
	if found := w.builtOn(err, due); found != err { //nolint:errorlint // the same one
		return found
	}
	return verdict.Broke(err, telling(sent))
}

// manner finds the cause in how messages were sent, whatever they ask for; nil = it is not that.
func (w *World) manner(err error) error {
	process := w.conn != nil && w.conn.Process != nil
	switch {
	case process && w.losesBursts() && w.is(burstCheck):
		return err
	case process && w.losesBursts():
		return verdict.Because(burstCheck, "of pings that come at once some are lost; %s", err)
	case process && !w.is(pieceCheck) && w.losesPieces():
		return verdict.Because(pieceCheck, "a ping is lost that comes in two pieces, or has line ends of Unicode in it; %s", err)
	case w.conn != nil && w.conn.Needless() && !w.bench.IsModern() && !w.is(responseCheck) && w.diesOfResponses():
		return verdict.Because(responseCheck, "behind a response that belongs to no request nothing is answered; %s", err)
	}
	if slices.ContainsFunc(ofGarbage, w.is) {
		if line := w.diesOfGarbage(); line != "" {
			return verdict.Because(garbageCheck, "%s ends the server, too; %s", line, err)
		}
	}
	return nil
}

// mayBeDue reports whether what is missing may be due to a form of message: it is among those
// that the check has sent.
func (w *World) mayBeDue(f foundation, sent []string) bool {
	switch {
	case slices.Contains(sent, f.method), f.method == largePing && w.is("STDIO-09"):
		return true
	case f.method == noSuchTool:
		return slices.ContainsFunc(sent, isCall)
	}
	return f.check == methodCheck && (slices.ContainsFunc(sent, isNoMethod) || slices.ContainsFunc(ofMethods, w.is))
}

// reopened opens a session anew and finds the cause in that no other can be opened; nil = one can.
func (w *World) reopened(err error) error {
	if w.conn != nil && w.own { // a server may serve one session at a time
		w.bench.Retire(w.conn)
		w.conn = nil
	}
	opening := w.bench.Plain("", "", false)
	gone, known := errors.AsType[*probe.GoneError](opening)
	if probe.IsLost(opening) && w.firstLives() {
		return w.alone(opening, err)
	}
	if probe.IsLost(opening) {
		check, before := w.culprit()
		if before != "" {
			opening = fmt.Errorf("%s, and then: %w", before, opening)
		}
		gone, known = w.bench.LostBy(check, opening), true
	}
	switch {
	case known && !w.is(gone.Check) && !w.is("LIFE-01"):
		return verdict.Because(gone.Check, "%s", gone)
	case known:
		return err
	}
	return nil
}

// culprit is the check that tells why the server is lost, and what was before: the one whose
// message was under way when connections broke, in whatever check; that of calls that are left,
// if one was and nothing has come since; or else the one that runs.
func (w *World) culprit() (check, before string) {
	if left := w.bench.Left(); w.bench.IsModern() && isCall(left) {
		return cutCheck, "the stream of " + left + " was closed"
	}
	broken := w.bench.Broken()
	if slices.Contains(broken, probe.Declined) {
		return "M-MRTR-12", "the connection of " + probe.Declined + " broke"
	}
	for _, f := range foundations {
		if !f.succeeds && slices.Contains(broken, f.method) {
			return w.ownID(f.check), "the connection of " + f.method + " broke"
		}
	}
	return w.ids[0], ""
}
