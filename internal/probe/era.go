package probe

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// ModernTag is the tag of checks of the modern era; all others are of the legacy one.
const ModernTag = "@modern"

// Eras are the benches of a server, one for each era that it speaks: the handshake and
// sessions up to [LatestRevision], and [ModernRevision]. One of them may be nil.
type Eras struct{ Legacy, Modern *Bench }

// discoverGrace is how much longer than initialize server/discover may stay without
// answer: a legacy server need not answer what it does not know.
const discoverGrace = 2 * time.Second

// errLegacy is why a server that does not answer server/discover is not waited for.
var errLegacy = errors.New("the server speaks no modern revision")

// OpenEras finds out which eras a server speaks, by what it answers to server/discover and
// to initialize, each asked first on a connection of its own. With a Revision only its era
// is opened. The error is that of [Open].
func OpenEras(ctx context.Context, t Target) (*Eras, error) {
	var e Eras
	var err error
	switch {
	case t.Revision == "":
		return openBoth(ctx, t)
	case t.Revision >= ModernRevision:
		e.Modern, err = Open(ctx, t)
	default:
		e.Legacy, err = Open(ctx, t)
	}
	if err != nil {
		return nil, err
	}
	return &e, nil
}

func openBoth(ctx context.Context, t Target) (*Eras, error) {
	asModern := t
	asModern.Revision, t.Revision = ModernRevision, t.Since
	if t.URL != "" { // before any of the two eras has shown the token
		asModern.challenge, t.challenge = challengeOf(ctx, asModern), challengeOf(ctx, t)
	}
	inner, giveUp := context.WithCancelCause(ctx)
	var modern, doubtful *Bench
	var asking sync.WaitGroup
	opened := make(chan struct{})
	asking.Go(func() {
		defer close(opened)
		modern, doubtful = openModern(inner, asModern)
	})
	isModern := func() bool {
		select {
		case <-opened:
		case <-t.withDefaults().Clock.After(discoverGrace):
			giveUp(errLegacy)
		}
		asking.Wait()
		return modern != nil
	}
	t.modern = isModern
	legacy, err := Open(ctx, t)
	isModern()
	if modern = decided(modern, doubtful, err == nil && legacy.refused != nil); modern == nil {
		giveUp(errLegacy)
		if err != nil {
			return nil, err
		}
		return &Eras{Legacy: legacy}, nil
	}
	end := modern.endAll
	modern.endAll = func() { end(); giveUp(nil) }
	if err == nil && legacy.refused == nil {
		return &Eras{legacy, modern}, nil
	}
	if err == nil {
		legacy.Close()
	}
	modern.Target.alone = true
	return &Eras{Modern: modern}, nil
}

// decided is the bench of the modern era: the doubtful one if there is no other, and no handshake
// either. The doubtful one that is not needed is closed.
func decided(modern, doubtful *Bench, noHandshake bool) *Bench {
	switch {
	case doubtful == nil:
	case noHandshake:
		return doubtful
	default:
		doubtful.Close()
	}
	return modern
}

// openModern opens the bench of the modern era; nil = the server does not speak it. The bench is
// doubtful if the server serves that era, and names versions with a handshake alone: then it is
// of that era only if it has no handshake.
func openModern(ctx context.Context, t Target) (sure, doubtful *Bench) {
	b, err := Open(ctx, t)
	switch {
	case err != nil:
		return nil, nil
	case SpeaksModern(b.first.Init) || b.servesModern():
		return b, nil
	case Text(Page(b.first.Init)["resultType"]) == "complete":
		return nil, b
	}
	b.Close()
	return nil, nil
}

// servesModern reports whether a server that refuses server/discover, which no server of the
// modern era may, answers a list as only these do. One that refuses both for their version, and
// names versions with a handshake alone, does not.
func (b *Bench) servesModern() bool {
	if b.first.Init.Failure() == nil {
		return false
	}
	answer, err := b.first.Call("tools/list", "")
	return err == nil && SpeaksModern(answer)
}

// modernErrors are the codes that only a server of the modern era uses.
var modernErrors = []string{"-32020", "-32021", "-32022"}

// SpeaksModern reports whether an answer to server/discover is that of a server of the
// modern era. One that names versions with a handshake alone does not.
func SpeaksModern(answer Frame) bool {
	named := Page(answer)["supportedVersions"]
	known := named != nil || Page(answer)["resultType"] != nil
	if failure := answer.Failure(); failure != nil {
		known = slices.Contains(modernErrors, failure.Code)
		named = membersOf(membersOf(answer.Members["error"])["data"])["supported"]
	}
	var versions []string
	_ = jsonparts.Unmarshal(named, &versions)
	return known && (len(versions) == 0 || slices.ContainsFunc(versions, func(v string) bool { return v >= ModernRevision }))
}

// Versions are those that the server names in its answer to server/discover.
func (b *Bench) Versions() (out []string) {
	if b.first != nil {
		_ = jsonparts.Unmarshal(Page(b.first.Init)["supportedVersions"], &out)
	}
	return out
}

// All are the benches, that of the legacy era first.
func (e *Eras) All() (out []*Bench) {
	for _, b := range []*Bench{e.Legacy, e.Modern} {
		if b != nil {
			out = append(out, b)
		}
	}
	return out
}

// Close ends every connection.
func (e *Eras) Close() {
	for _, b := range e.All() {
		b.Close()
	}
}

// Fork is [Bench.Fork] for each era.
func (e *Eras) Fork() (*Eras, error) {
	var out Eras
	for _, one := range []struct {
		from *Bench
		to   **Bench
	}{{e.Legacy, &out.Legacy}, {e.Modern, &out.Modern}} {
		if one.from == nil {
			continue
		}
		fork, err := one.from.Fork()
		if err != nil {
			return nil, err
		}
		*one.to = fork
	}
	return &out, nil
}

// For is the bench for a check with these tags, or nil if the server does not speak its
// era.
func (e *Eras) For(tags []string) *Bench {
	if slices.Contains(tags, ModernTag) {
		return e.Modern
	}
	return e.Legacy
}

// OpensSessions reports whether the server answers initialize, too. It is tried once, on a
// connection of its own.
func (b *Bench) OpensSessions() bool {
	opens, _ := b.ledger.sessions.get(b, func() (bool, error) {
		c, err := b.Connect()
		if err != nil {
			return false, err
		}
		defer b.Retire(c)
		answer, err := c.Request(Message("initialize", InitializeParams(LatestRevision), `"mcpsim-legacy"`), `"mcpsim-legacy"`)
		return err == nil && answer.Members["result"] != nil, nil
	})
	return opens
}

// LeaveConnections lets the next request over HTTP come on a new connection.
func (b *Bench) LeaveConnections() {
	if pool, ok := b.Target.HTTP.(interface{ CloseIdleConnections() }); ok {
		pool.CloseIdleConnections()
	}
}
