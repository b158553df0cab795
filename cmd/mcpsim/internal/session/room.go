package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// room is a room server, given its commands without HTTP.
type room struct {
	offer
	m   *machine
	run *host.Room

	mu      sync.Mutex
	who     host.RoomEntity // as whom the session looks and calls
	defined []host.Provider // known to the session, in the order in which they became so
}

func (r *room) words() []word {
	r.who = host.RoomEntity{Role: host.RoomOwner}
	r.offer = offer{func() hosting { return entityView{r.run, r.run.As(r.entity())} }, func() *machine { return r.m }}
	return slices.Concat([]word{
		{name: "status", about: "the providers as GET /status/mcp tells them", run: r.status},
		{name: "define", args: "ID URL [VISIBILITY]", about: "make a provider known, without connecting it", run: r.define},
		{name: "connect", args: "ID...", about: "connect providers as POST /admin/mcp/load does, and wait for none", values: every(r.ids), run: r.connect},
		{name: "disconnect", args: "ID...", about: "disconnect providers; another connect ends that", values: every(r.ids), run: r.disconnect},
		{name: "as", args: "ROLE [SCOPE...]", about: "see providers and tools, and call, as a visitor, a member or the owner",
			values: first(func() []string { return roles }), run: r.as},
	}, r.offer.words())
}

// roles are the words for roles, in the order of their values.
var roles = []string{host.RoomVisitor: "visitor", host.RoomMember: "member", host.RoomOwner: "owner"}

// as makes the session look and call as another entity. Commands stay the program's.
func (r *room) as(_ context.Context, args []string) (shown, error) {
	role := slices.Index(roles, args[0])
	if role < 0 {
		return shown{}, misused("as: want visitor, member or owner")
	}
	for _, scope := range args[1:] {
		if err := (host.RoomDefaults{Scopes: []string{scope}}).Check(); err != nil {
			return shown{}, misused("as: %w", err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.who = host.RoomEntity{Role: host.RoomRole(role), Scopes: args[1:]}
	return shown{}, nil
}

func (r *room) entity() host.RoomEntity {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.who
}

// entityView is a room whose servers and tools are those that an entity sees.
type entityView struct {
	*host.Room
	view host.RoomView
}

func (v entityView) Servers() iter.Seq[host.ServerView] {
	seen := v.view.Providers()
	return func(yield func(host.ServerView) bool) {
		for s := range v.Room.Servers() {
			if slices.ContainsFunc(seen, func(p host.ProviderStatus) bool { return p.ID == s.Name }) && !yield(s) {
				return
			}
		}
	}
}

func (v entityView) Tools() iter.Seq[host.Tool] { return v.view.Tools() }

func (v entityView) Call(ctx context.Context, name string, arguments json.RawMessage) (host.Output, error) {
	return v.view.Call(ctx, name, arguments)
}

func (r *room) open(ctx context.Context, m *machine, o Options) error {
	r.m = m
	options := host.DefaultRoomOptions()
	if o.Config != "" {
		data, err := infile.Read(ctx, o.Config, config.MaxFileSize)
		if err != nil {
			return fmt.Errorf("--config: %w", err)
		}
		var problems []config.Problem
		if options, problems, err = host.ParseRoomOptions(o.Config, data); err != nil {
			return err
		}
		for _, p := range problems {
			m.ui.Hint("%s", words.Printable(p.String()))
		}
	}
	policy := host.RoomServer()
	if err := policy.SetAll(o.Switches); err != nil {
		return fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err)
	}
	connect.SpeakEra(&policy.ConnPolicy, o.Era)
	r.defined = slices.Clone(options.Providers)
	for _, p := range r.defined {
		m.hide(config.Server{Name: p.ID, Type: config.WebSocket, URL: p.URL})
	}
	var err error
	r.run, err = host.NewRoom(policy, m.hostEnv(), options)
	return err
}

func (r *room) start(context.Context) error {
	r.run.Start()
	return nil
}

func (r *room) script() []string { return nil }

func (r *room) close() { r.run.Close() }

// providers are those that the runtime shows the entity, and for the owner those that are
// defined only.
func (r *room) providers() []host.ProviderStatus {
	if r.run == nil {
		return nil
	}
	who := r.entity()
	out := r.run.As(who).Providers()
	if who.Role != host.RoomOwner {
		return out
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.defined {
		if !slices.ContainsFunc(out, func(s host.ProviderStatus) bool { return s.ID == p.ID }) {
			out = append(out, host.ProviderStatus{ID: p.ID, State: "idle"})
		}
	}
	return out
}

// states are where the lives of connections stand.
func (r *room) states() map[string]event.State {
	out := map[string]event.State{}
	for v := range r.run.Servers() {
		out[v.Name] = v.State
	}
	return out
}

func (r *room) ids() []string {
	var out []string
	for _, p := range r.providers() {
		out = append(out, p.ID)
	}
	return out
}

func (r *room) look() view {
	if r.run == nil {
		return view{}
	}
	lives, tools := r.states(), countTools(r.run.As(r.entity()).Tools())
	var out view
	for _, p := range r.providers() {
		state := string(p.State)
		out.rows = append(out.rows, row{
			Name: p.ID, State: state, Why: r.m.redact.Text(p.Err), Tools: tools[p.ID], Transport: config.WebSocket,
			Settled: state != "connecting" && lives[p.ID] != event.Listing, Style: roomStyles[state],
		})
	}
	return out
}

var roomStyles = map[string]host.StatusStyle{
	"idle": host.StatusNeutral, "connecting": host.StatusWarning, "connected": host.StatusGood, "error": host.StatusBad,
}

// jsonProvider is a provider as status gives it.
type jsonProvider struct {
	ID       string `json:"id"`
	State    string `json:"state"`
	Attempts int    `json:"attempts"`
	Changed  string `json:"changed,omitempty"` // RFC 3339
	Error    string `json:"error,omitempty"`
	Retry    string `json:"retry,omitempty"` // RFC 3339, of the next attempt
}

func (r *room) status(context.Context, []string) (shown, error) {
	data, lines := []jsonProvider{}, [][]string{}
	for _, p := range r.providers() {
		j := jsonProvider{ID: p.ID, State: string(p.State), Attempts: p.Attempts, Changed: stamp(p.Changed), Error: p.Err, Retry: stamp(p.Retry)}
		data = append(data, j)
		line := []string{j.ID, j.State, words.Count(j.Attempts, "attempt"), r.clean(j.Error)}
		if !p.Retry.IsZero() {
			line = append(line, "next attempt in "+ui.Short(time.Until(p.Retry)))
		}
		lines = append(lines, line)
	}
	return shown{text: orNone(lines, "no providers"), data: map[string]any{"providers": data}}, nil
}

// stamp is an instant for programs, empty if there is none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func (r *room) define(_ context.Context, args []string) (shown, error) {
	p := host.Provider{ID: args[0], URL: args[1], Visibility: optional(args, 2)}
	r.m.hide(config.Server{Name: p.ID, Type: config.WebSocket, URL: p.URL})
	if !strings.HasPrefix(p.URL, "ws://") && !strings.HasPrefix(p.URL, "wss://") {
		return shown{}, misused("define: want a URL that begins with ws:// or wss://")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.defined = slices.DeleteFunc(r.defined, func(old host.Provider) bool { return old.ID == p.ID })
	r.defined = append(r.defined, p)
	return shown{text: p.ID + ": defined; connect " + words.Quote(p.ID) + " connects it", data: nil}, nil
}

func (r *room) connect(_ context.Context, args []string) (shown, error) {
	r.mu.Lock()
	var asked []host.Provider
	var unknown error
	for _, id := range args {
		i := slices.IndexFunc(r.defined, func(p host.Provider) bool { return p.ID == id })
		if i < 0 {
			unknown = errors.Join(unknown, &hinted{fmt.Errorf("no provider %q", id), "define " + words.Quote(id) + " ws://HOST:PORT"})
			continue
		}
		asked = append(asked, r.defined[i])
	}
	r.mu.Unlock()
	if unknown != nil {
		return shown{}, unknown
	}
	r.run.Load(asked)
	return shown{text: "asked for; wait waits for the outcome", data: nil}, nil
}

func (r *room) disconnect(_ context.Context, args []string) (shown, error) {
	for _, id := range args {
		if err := known(id, r.ids()); err != nil {
			return shown{}, err
		}
	}
	for _, id := range args {
		r.run.Stop(id)
	}
	return shown{}, nil
}
