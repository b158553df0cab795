package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/mcpsim/mcpsim/runtime/internal/room"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// The limits of a load command.
const (
	MaxBody      = 1 << 20 // bytes of a request
	MaxProviders = 1000    // of one request or settings file
	MaxID        = 200     // bytes of an id
)

// check says what is missing or cannot be.
func check(p room.Definition) error {
	switch {
	case p.ID == "":
		return errors.New("id is missing")
	case p.URL == "":
		return errors.New("url is missing")
	case len(p.ID) > MaxID:
		return fmt.Errorf("id is longer than %d bytes", MaxID)
	case strings.ContainsFunc(p.ID, unicode.IsControl):
		return errors.New("id has control characters")
	case p.Visibility == "":
		return nil
	}
	return room.CheckVisibility(p.Visibility)
}

// Runtime is what a room server runs. Its methods may be called from any goroutine,
// and all but Call wait for no provider.
type Runtime interface {
	// Load begins to connect providers that are not connected or connecting as they
	// are asked for.
	Load([]room.Definition)
	// Providers is how the providers are that an entity sees, in the order in which
	// they became known.
	Providers(room.Entity) []room.Provider
	// Tools are those that an entity sees.
	Tools(room.Entity) []toolbridge.Tool
	// Call calls one of them.
	Call(ctx context.Context, who room.Entity, name string, arguments json.RawMessage) (toolbridge.Output, error)
}

// errNoProviders has the documented text (A-R8).
//
//lint:ignore ST1005 text is documented
var errNoProviders = errors.New("No providers specified")

// loadRequest is the body of a load command. Unknown members are ignored.
type loadRequest struct {
	Providers []room.Definition `json:"providers"`
}

// parseLoad reads a load command. An empty body asks for nothing.
func parseLoad(body []byte) ([]room.Definition, error) {
	var request loadRequest
	if err := decode(body, &request); err != nil {
		return nil, err
	}
	if len(request.Providers) > MaxProviders {
		return nil, fmt.Errorf("%d providers are more than %d", len(request.Providers), MaxProviders)
	}
	for i, p := range request.Providers {
		if err := check(p); err != nil {
			return nil, fmt.Errorf("provider %d: %w", i+1, err)
		}
	}
	return request.Providers, nil
}

// decode reads a body; an empty one leaves the request as it is.
func decode(body []byte, request any) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	if err := json.Unmarshal(body, request); err != nil {
		return bodyError(err)
	}
	return nil
}

// bodyError says what is wrong with a body, in terms of JSON.
func bodyError(err error) error {
	kind, mistyped := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case mistyped && kind.Field != "":
		return fmt.Errorf("%s cannot be of type %s", kind.Field, kind.Value)
	case mistyped:
		return fmt.Errorf("the body cannot be of type %s: want an object", kind.Value)
	}
	return fmt.Errorf("the body is not JSON: %w", err)
}

// latest keeps the last provider of each id, in the place of the first (A-R16).
func latest(all []room.Definition) []room.Definition {
	var out []room.Definition
	index := map[string]int{}
	for _, p := range all {
		if i, again := index[p.ID]; again {
			out[i] = p
			continue
		}
		index[p.ID] = len(out)
		out = append(out, p)
	}
	return out
}

// statusEntry is one provider in a status body (ROOM-30 to 32).
type statusEntry struct {
	ID           string         `json:"id"`
	State        room.RoomState `json:"state"`
	Attempts     int            `json:"attempts"`
	LastChangeAt int64          `json:"lastChangeAt"`          // ms since the epoch
	LastError    string         `json:"lastError,omitempty"`   // absent when there is none
	NextRetryAt  int64          `json:"nextRetryAt,omitempty"` // ms since the epoch; absent unless one is scheduled
	Visibility   string         `json:"visibility,omitempty"`  // as it was said; absent if it was not
}

// StatusBody is the body of a status answer: {"providers":[…]}.
func StatusBody(providers []room.Provider) []byte {
	entries := make([]statusEntry, 0, len(providers))
	for _, p := range providers {
		e := statusEntry{
			ID: p.ID, State: p.State, Attempts: p.Attempts,
			LastChangeAt: p.Changed.UnixMilli(), LastError: p.Err, Visibility: p.Visibility,
		}
		if !p.Retry.IsZero() {
			e.NextRetryAt = p.Retry.UnixMilli()
		}
		entries = append(entries, e)
	}
	return encode(map[string]any{"providers": entries})
}

// encode writes JSON that is meant for programs: no characters are escaped for the
// sake of HTML. What is encoded here cannot fail.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
