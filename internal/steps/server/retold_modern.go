package server

import (
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// ofModern is the error of a finding of the modern era whose cause shows in what another check is
// about; nil = none does.
func (w *World) ofModern(err error) error {
	switch {
	case !w.bench.IsModern():
	case w.is("M-BASE-20") && w.refusesUnable():
		return verdict.Because("M-BASE-24", "a request that asks for input is refused with such a code to a client that can do nothing; %s", err)
	case w.is("CAN-01") && w.err == nil && w.keepsListening():
		return verdict.Because("M-STDIO-19", "a subscription that was cancelled is told of changes, too; %s", err)
	case w.is("PROG-04") && w.bench.Target.URL != "" && w.bench.Found(probe.ProgressOwn) && w.echoesTokens():
		return verdict.Because("M-PROG-01", "a call is told of its own progress, and of that of others; %s", err)
	}
	return nil
}

// refusesUnable reports whether a request that asks for input is refused to a client that can do
// nothing with a code that no new server is to use.
func (w *World) refusesUnable() bool {
	return learn(&w.unable, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		all, err := w.bench.Rounds()
		if err != nil {
			return err
		}
		for _, r := range all.All[:min(len(all.All), maxRounds)] {
			answer, err := c.Call(r.Method, string(r.Params))
			if err != nil {
				return err
			}
			failure := answer.Failure()
			*found = *found || failure != nil && probe.Legacy(failure.Code)
		}
		return nil
	})
}

// keepsListening reports whether a subscription was told of changes that was cancelled before.
func (w *World) keepsListening() bool {
	changes, err := w.bench.Changes()
	return err == nil && len(changes.After) > 0
}

// echoesTokens reports whether a call that reports progress does so with its own token, whatever
// else comes.
func (w *World) echoesTokens() bool { return w.reportsFirst(&w.tokensKept, `"mcpsim-kept"`) }
