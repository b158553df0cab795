package room

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Role is how close an entity is to a room. The zero value is a visitor.
type Role int

const (
	Visitor Role = iota // is not known to the room
	Member              // is known to the room
	Owner               // gives the commands, and holds every scope
)

// Entity is a person or a program that sees and uses the tools of a room. The zero
// value is a visitor without scopes. Treat it as read-only.
type Entity struct {
	ID     string // for people; empty = not known
	Role   Role
	Scopes []string // what it may do, such as "net:read"; see [CheckScope]
}

// The words for those who see a provider, and for those who may use its tools, with
// the least role that they ask for (A-R21, A-R22).
var (
	visibilities = []string{"room", "team", "owner"}
	groups       = []string{"public", "team", "owner"}
)

// CheckVisibility reports a word that does not say who sees a provider.
func CheckVisibility(word string) error { return checkWord("visibility", word, visibilities) }

// CheckGroup reports a word that is no group of entities.
func CheckGroup(word string) error { return checkWord("allowedEntities", word, groups) }

func checkWord(name, word string, known []string) error {
	if slices.Contains(known, word) {
		return nil
	}
	return fmt.Errorf("%s %q is none of %s", name, word, strings.Join(known, ", "))
}

// atLeast is the least role for a word. A word that is not known lets in the owner
// alone.
func atLeast(word string, known []string) Role {
	if word == "" {
		return Visitor
	}
	if i := slices.Index(known, word); i >= 0 {
		return Role(i)
	}
	return Owner
}

// access decides what an entity sees and uses of the providers. Its methods may be
// called from any goroutine.
type access struct {
	defaults Defaults

	mu         sync.Mutex
	visibility map[string]string // by provider; as it was said last
	calls      map[string]*window
}

func newAccess(d Defaults) *access {
	if d.PerMinute == 0 {
		d.PerMinute = DefaultPerMinute
	}
	return &access{defaults: d, visibility: map[string]string{}, calls: map[string]*window{}}
}

// show keeps who sees a provider. Nothing said changes nothing (A-R21).
func (a *access) show(provider, visibility string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if visibility != "" {
		a.visibility[provider] = visibility
	}
}

// shown is what was said about who sees a provider.
func (a *access) shown(provider string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.visibility[provider]
}

// sees reports whether an entity sees a provider.
func (a *access) sees(who Entity, provider string) bool {
	return who.Role >= atLeast(a.shown(provider), visibilities)
}

// mayUse says why an entity may not use a tool that it sees.
func (a *access) mayUse(who Entity, tool string) error {
	if allowed := a.defaults.AllowedEntities; who.Role < atLeast(allowed, groups) {
		return &ForbiddenError{Tool: tool, reason: fmt.Sprintf("is for %q entities", allowed)}
	}
	if who.Role == Owner {
		return nil
	}
	for _, needed := range a.defaults.Scopes {
		if !slices.ContainsFunc(who.Scopes, func(held string) bool { return meet(held, needed) }) {
			return &ForbiddenError{Tool: tool, reason: fmt.Sprintf("needs the scope %q", needed)}
		}
	}
	return nil
}

// count counts a call of a provider, unless the limit is reached.
func (a *access) count(provider string, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := a.calls[provider]
	if w == nil {
		w = &window{}
		a.calls[provider] = w
	}
	if wait := w.take(now, a.defaults.PerMinute); wait > 0 {
		return &RateLimitError{Provider: provider, PerMinute: a.defaults.PerMinute, After: wait}
	}
	return nil
}

// ForbiddenError is returned for a tool that an entity sees and may not use.
type ForbiddenError struct {
	Tool   string // its name in the room
	reason string
}

func (e *ForbiddenError) Error() string { return fmt.Sprintf("tool %q %s", e.Tool, e.reason) }
