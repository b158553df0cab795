package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Known are the requests of a recording: what a server that replays it can answer. Its
// methods may be called from any goroutine.
type Known struct {
	requests []*knownRequest
	byKey    map[string]*knownRequest
	strict   bool

	mu      sync.Mutex
	refused []string // the first ones
	all     int
}

// knownRequest is a request that was recorded, and how often.
type knownRequest struct {
	method, tool string
	params       json.RawMessage // without _meta
	times        int
	usual        bool // a correct server answers it by itself
}

// maxKnown bounds the text of params that an error shows.
const maxKnown = 200

// newKnown is what is known after a script has been made.
func (s *builder) newKnown() *Known {
	k := &Known{byKey: map[string]*knownRequest{}, strict: s.strict}
	for _, m := range s.moments {
		if m.event == nil || !m.event.request() {
			continue
		}
		e := m.event
		r := &knownRequest{method: e.Method, tool: e.tool(), params: paramsOf(e.Params)}
		if known := k.byKey[r.key()]; known != nil {
			r = known
		} else {
			k.byKey[r.key()] = r
			k.requests = append(k.requests, r)
		}
		r.times++
		for _, out := range m.outputs {
			r.usual = r.usual || out.kind == said && out.answer() && out.Error == nil && s.usual(m, out.Result)
		}
	}
	return k
}

func paramsOf(params json.RawMessage) json.RawMessage {
	if without := plain(params); without != nil {
		return without
	}
	return json.RawMessage("{}")
}

func (r *knownRequest) key() string { return r.method + " " + canonical(r.params) }

// words are "tools/call echo {…}".
func (r *knownRequest) words() string {
	params := r.params
	text := r.method
	if r.tool != "" {
		text += " " + r.tool
		if params = members(params)["arguments"]; params == nil {
			params = json.RawMessage("{}")
		}
	}
	shown := []rune(string(params))
	if len(shown) > maxKnown {
		return text + " " + string(shown[:maxKnown]) + "…"
	}
	return text + " " + string(params)
}

// Unknown says why a request that no rule has answered is refused: "" is one that a server
// answers by itself.
func (k *Known) Unknown(method string, params json.RawMessage) string {
	m := message{Method: method, Params: params}
	asked := &knownRequest{method: method, tool: m.tool(), params: paramsOf(params)}
	known := k.byKey[asked.key()]
	switch {
	case method == initMethod && !(k.strict && known == nil):
		return ""
	case known != nil && known.usual:
		return ""
	case method == "ping" && !k.strict:
		return ""
	}
	text := fmt.Sprintf("The recording has no %s.", asked.words())
	if known != nil {
		text = fmt.Sprintf("The recording has %s only %s.", known.words(), words.Count(known.times, "time"))
	} else if near := k.nearest(asked); near != nil {
		text += fmt.Sprintf(" The nearest request in it is %s.", near.words())
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all++; k.all <= mostRefused {
		k.refused = append(k.refused, text)
	}
	return text
}

// mostRefused bounds how many refusals are remembered.
const mostRefused = 20

// Refused are the reasons of the first refusals, and how many there were.
func (k *Known) Refused() (reasons []string, all int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.refused), k.all
}

// nearest is the recorded request that is most like another one; nil = nothing was recorded.
func (k *Known) nearest(asked *knownRequest) (best *knownRequest) {
	methods := make([]string, len(k.requests))
	for i, r := range k.requests {
		methods[i] = r.method
	}
	alike := asked.method
	if !slices.Contains(methods, alike) {
		alike = words.Nearest(asked.method, methods)
	}
	most := -1
	for _, r := range k.requests {
		if likeness := r.like(asked, alike); likeness > most {
			best, most = r, likeness
		}
	}
	return best
}

// like is how much two requests have in common.
func (r *knownRequest) like(asked *knownRequest, method string) (points int) {
	const perMethod, perTool = 1_000_000, 10_000
	if r.method == method {
		points += perMethod
	}
	if r.tool == asked.tool && r.tool != "" {
		points += perTool
	}
	mine, theirs := members(r.params), members(asked.params)
	if r.tool != "" {
		mine, theirs = members(mine["arguments"]), members(theirs["arguments"])
	}
	for name, value := range theirs {
		switch {
		case mine[name] == nil:
			points--
		case canonical(mine[name]) == canonical(value):
			points += 3
		default:
			points++
		}
	}
	return max(0, points)
}
