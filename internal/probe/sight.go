package probe

import (
	"fmt"
	"strconv"
)

// Sight is something that a server was seen to do, in whichever check, and that another
// era of the protocol does in another way.
type Sight string

// The sights over HTTP.
const (
	SawSession  Sight = "it gives its clients an Mcp-Session-Id"
	SawGet      Sight = "it answers GET with an event stream"
	SawEventIDs Sight = "its events have ids"
	SawOldHTTP  Sight = "it speaks HTTP+SSE of 2024-11-05"
)

// SawAsking is that the server asked its client with a method.
func SawAsking(method string) Sight { return Sight("it asks its client with " + method) }

// SawError is that a request was refused with a code, as JSON.
func SawError(code string) Sight { return Sight("it has refused a request with error " + code) }

// SawDeclared is that a capability was declared, or a member of it as true.
func SawDeclared(capability, member string) Sight {
	if member == "" {
		return Sight("it declares " + capability)
	}
	return Sight(fmt.Sprintf("it declares %s of %s", member, capability))
}

// saw notes a sight.
func (s *statistics) saw(what Sight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sights == nil {
		s.sights = map[Sight]bool{}
	}
	s.sights[what] = true
}

// Listed reports whether any list was answered with a result so far. It may be called at any
// time.
func (b *Bench) Listed() bool {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	return b.seen.listed
}

// list notes that a list was answered with a result.
func (s *statistics) list() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listed = true
}

// Saw reports whether any check so far has seen the server do that. It may be called at
// any time.
func (b *Bench) Saw(what Sight) bool {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	return b.seen.sights[what]
}

// noteAbilities takes what a server has declared that other eras have not.
func (c *Conn) noteAbilities() {
	for _, capability := range []string{"logging", "tasks", "tools", "prompts", "resources"} {
		if !c.Declares(capability) {
			continue
		}
		c.bench.seen.saw(SawDeclared(capability, ""))
		for _, member := range []string{"listChanged", "subscribe"} {
			if c.DeclaresMember(capability, member) {
				c.bench.seen.saw(SawDeclared(capability, member))
			}
		}
	}
	if c.Session != "" {
		c.bench.seen.saw(SawSession)
	}
	if c.old != nil {
		c.bench.seen.saw(SawOldHTTP)
	}
}

// noteMessage takes what a message of the server is that other eras have not.
func (s *statistics) noteMessage(f Frame) {
	if f.IsRequest() && guardedBy[f.Method()] != "" {
		s.saw(SawAsking(f.Method()))
	}
	failure := f.Failure()
	if failure == nil {
		return
	}
	if code, err := strconv.Atoi(failure.Code); err == nil && code >= firstOwnCode && code <= lastOwnCode {
		s.saw(SawError(failure.Code))
	}
}

// The codes of errors that JSON-RPC leaves to protocols above it.
const (
	firstOwnCode = -32099
	lastOwnCode  = -32000
)
