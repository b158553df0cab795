// Package toolcache is a best-effort store of the tool definitions that servers
// listed before, so that a host can show tools while a server is still starting
// (OMP-LC-63). Whatever goes wrong with it is a miss: it never fails a start-up,
// and it loses nothing that a server would not send again.
//
// It is no registry of current tools and no store for anything else. It does not
// decide when to read or write.
package toolcache

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// MaxAge is how long an entry may be used after it was saved (F-22).
const MaxAge = 30 * 24 * time.Hour

// MaxSize bounds one server's entry, in bytes as stored. Larger lists are not
// saved and larger files are not read.
const MaxSize = 8 << 20

// Cache stores the last list of tools of each server. An entry belongs to the
// server's name and to the fingerprint of its unresolved definition, see
// config.Fingerprint: another fingerprint is a miss. Saving replaces the server's
// entry. Methods may be called from any goroutine.
type Cache interface {
	// Get looks a server up. It does not fail, see [Found].
	Get(ctx context.Context, server, configHash string) Found
	// Set saves a list of raw definitions, which may be empty and is not kept or
	// changed; what is no JSON object is left out. An error is for the log only
	// (OMP-LC-46); the earlier entry is then still there.
	Set(ctx context.Context, server, configHash string, tools []json.RawMessage) error
}

// LegacyFor is how long a server counts as a legacy one without being asked: it may be
// replaced by a modern one at any time, and would never say so (MOD-09).
const LegacyFor = 24 * time.Hour

// Verdicts are legacy servers that were found before. A [Cache] that keeps them, too,
// saves the question. Methods may be called from any goroutine, and entries are shared by
// all processes that share the store.
type Verdicts interface {
	// Legacy reports since when a server counts as a legacy one, if it does.
	Legacy(ctx context.Context, key string) (since time.Time, ok bool)
	// SetLegacy says that it is one now. An error is for the log only.
	SetLegacy(ctx context.Context, key string) error
}

// kept is a Cache over something that keeps bytes by server.
type kept struct {
	store interface {
		// read returns what is kept. The error for nothing matches fs.ErrNotExist.
		read(server string) ([]byte, error)
		write(server string, data []byte) error
	}
	clk clock.Clock
}

var _ Cache = kept{}

// Get tells what is torn, too large, a link, a pipe or anything else but an entry from
// what cannot be read; both are misses.
func (k kept) Get(_ context.Context, server, configHash string) Found {
	data, err := k.store.read(server)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Found{Reason: Absent}
	case errors.Is(err, atomicfile.ErrNotRegular) || errors.Is(err, atomicfile.ErrTooLarge):
		return odd(Corrupt, server, err)
	case err != nil:
		return odd(Unreadable, server, err)
	}
	return decode(data, server, configHash, k.clk.Now())
}

func (k kept) Set(_ context.Context, server, configHash string, tools []json.RawMessage) error {
	data, err := encode(server, configHash, k.clk.Now(), tools)
	if err != nil {
		return err
	}
	if err := k.store.write(server, data); err != nil {
		return saving(server, err)
	}
	return nil
}

// Reason is the outcome of a look-up.
type Reason string

// The outcomes of a look-up; all but Hit are misses.
const (
	Hit         Reason = "hit"
	Absent      Reason = "absent"
	Expired     Reason = "expired"
	OtherConfig Reason = "other config"
	Version     Reason = "version"
	Corrupt     Reason = "corrupt"
	NotArray    Reason = "not an array"
	Unreadable  Reason = "unreadable" // the store failed
)

// Found is the outcome of a look-up.
type Found struct {
	Reason Reason
	// Tools are the definitions of a hit as they were saved, each a JSON object,
	// owned by the caller. A hit with no tools is a hit.
	Tools []json.RawMessage
	// Warning says what is wrong with the entry or the store. It is nil for hits
	// and for the misses of ordinary life: Absent, Expired, OtherConfig.
	Warning error
}

// OK reports whether the look-up was a hit.
func (f Found) OK() bool { return f.Reason == Hit }
