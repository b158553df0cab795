package host

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/stdio"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Switch is a documented difference between two versions of one runtime, under
// the name by which scenarios and command lines set it. It is data: setting one
// does nothing but change fields of a policy.
type Switch struct {
	Name   string        // "startup.uncached"
	ID     string        // "D-01"
	Manual string        // what it decides, in one line
	Values []SwitchValue // the first is that of the profile OhMyPi
	// Form says which other values are taken; empty = none.
	Form string
	// Safe is the value of the profile [Hardened]; empty: that of OhMyPi.
	Safe string

	other func(p *WorkspacePolicy, value string) bool // sets a value of that form
}

// SwitchValue is one position of a switch.
type SwitchValue struct {
	Name   string
	Manual string // in one line
	set    func(*WorkspacePolicy)
}

// startupVariable is the environment variable of the switch startup.gate.
const startupVariable = "OMP_MCP_STARTUP_TIMEOUT_MS"

// boundedQueue is what may wait for a server that does not read where the documents
// say nothing of it, in bytes.
const boundedQueue = 64 << 20

// maxRetryAfter is how long a server may ask to be left alone.
const maxRetryAfter = 5 * time.Minute

// Switches returns all switches, those of one runtime together, in the order of
// their ids. The result belongs to the caller; its Values are shared.
func Switches() []Switch { return slices.Clone(switches) }

var switches = slices.Concat(managerSwitches, workspaceSwitches)

// unbounded is a limit that is none.
const unbounded = -1

var managerSwitches = []Switch{
	{Name: "startup.uncached", ID: "D-01", Safe: "return", Manual: "a server that is pending at the gate and has no cached tools", Values: []SwitchValue{
		{"wait", "startup waits for it", func(p *WorkspacePolicy) { p.Manager.ReturnUncached = false }},
		{"return", "startup returns; its tools arrive later", func(p *WorkspacePolicy) { p.Manager.ReturnUncached = true }},
	}},
	{Name: "handshake.listener", ID: "D-02", Safe: "after-initialized", Manual: "when the background stream of an HTTP server is opened", Values: []SwitchValue{
		{"before-initialized", "before notifications/initialized", func(p *WorkspacePolicy) { p.ListenAfterInitialized = false }},
		{"after-initialized", "after it", func(p *WorkspacePolicy) { p.ListenAfterInitialized = true }},
	}},
	{Name: "transport.sse", ID: "D-03", Manual: "how servers of type sse are reached", Values: []SwitchValue{
		{"same-as-http", "over streamable HTTP", func(p *WorkspacePolicy) { p.LegacySSE = false }},
		{"legacy", "over HTTP+SSE of 2024-11-05: GET, endpoint event, POST there", func(p *WorkspacePolicy) { p.LegacySSE = true }},
	}},
	{Name: "rpc.ids", ID: "D-04", Manual: "what request ids look like", Values: []SwitchValue{
		{"snowflake", "strings, unique among all connections", func(p *WorkspacePolicy) { p.IntegerIDs = false }},
		{"integer", "1, 2, 3 ... on each connection", func(p *WorkspacePolicy) { p.IntegerIDs = true }},
	}},
	{Name: "tools.removal", ID: "D-05", Safe: "exact-owner", Manual: "whose tools go with a server that is disconnected", Values: []SwitchValue{
		{"raw-prefix", "those whose names begin with its name as written", func(p *WorkspacePolicy) { p.Manager.RemoveByPrefix = true }},
		{"exact-owner", "its own", func(p *WorkspacePolicy) { p.Manager.RemoveByPrefix = false }},
	}},
	{Name: "reconnect.breaker", ID: "D-06", Safe: "5-per-30s", Manual: "what ends a crash loop", Values: []SwitchValue{
		{"off", "nothing", func(p *WorkspacePolicy) { p.Manager.Breaker = manager.Breaker{} }},
		{"5-per-30s", "a sixth reconnect within 30 s is not made, until somebody asks", func(p *WorkspacePolicy) {
			p.Manager.Breaker = manager.Breaker{Limit: 5, Within: 30 * time.Second}
		}},
	}},
	{Name: "reconnect.after_ladder", ID: "D-07", Manual: "what follows the last attempt of a ladder", Values: []SwitchValue{
		{"stop", "nothing, until somebody asks", func(p *WorkspacePolicy) { p.Manager.RetryRemote = backoff.Schedule{} }},
		{"retry-remote", "servers over HTTP are tried after 15s, then doubling to 5m", func(p *WorkspacePolicy) {
			p.Manager.RetryRemote = backoff.OhMyPiRemote()
		}},
	}},
	{Name: "reconnect.retry_after", ID: "D-25", Safe: "honour", Manual: "a server that answers 429 or 503 with Retry-After", Values: []SwitchValue{
		{"ignore", "is tried again at the times of the ladder", func(p *WorkspacePolicy) { p.Manager.RetryAfter = 0 }},
		{"honour", "is not tried again before that, 5m at most", func(p *WorkspacePolicy) { p.Manager.RetryAfter = maxRetryAfter }},
	}},
	{Name: "stdio.close", ID: "D-08", Safe: "escalate", Manual: "how the process of a server is ended", Values: []SwitchValue{
		{"kill", "TERM to its group; the close is announced last", func(p *WorkspacePolicy) { p.Stop = stdio.Stop{} }},
		{"escalate", "the close is announced, then end of stdin, TERM, KILL", func(p *WorkspacePolicy) {
			p.Stop = stdio.Stop{EOFWait: time.Millisecond, OnCloseFirst: true} // F-42: stdin ends, TERM follows
		}},
	}},
	{Name: "http.stream_end", ID: "D-09", Safe: "resume", Manual: "a request whose stream ends without the answer", Values: []SwitchValue{
		{"fail", "fails", func(p *WorkspacePolicy) { p.Resume = false }},
		{"resume", "goes on by GET with Last-Event-ID, if there was an event id", func(p *WorkspacePolicy) { p.Resume = true }},
	}},
	{Name: "http.listener_drop", ID: "D-10", Safe: "resume-first", Manual: "a background stream that ends", Values: []SwitchValue{
		{"onclose", "is a lost connection", func(p *WorkspacePolicy) { p.ResumeListener = false }},
		{"resume-first", "is resumed first, if there was an event id", func(p *WorkspacePolicy) { p.ResumeListener = true }},
	}},
	{Name: "stdio.bad_line", ID: "D-12", Manual: "a line of stdout that is not JSON", Values: []SwitchValue{
		{"drop", "is dropped", func(p *WorkspacePolicy) { p.BadLine = stdio.DropBadLine }},
		{"close", "ends the connection", func(p *WorkspacePolicy) { p.BadLine = stdio.CloseOnBadLine }},
	}},
	{Name: "transport.send_queue", ID: "D-26", Safe: "64MiB", Manual: "what may wait for a stdio or WebSocket server that does not read", Values: []SwitchValue{
		{"unbounded", "everything", func(p *WorkspacePolicy) { p.SendQueue = 0 }},
		{"64MiB", "so much; what is sent then fails, and the connection stays", func(p *WorkspacePolicy) { p.SendQueue = boundedQueue }},
	}, Form: "another number of bytes, such as 1048576", other: setCount(func(p *WorkspacePolicy) *int { return &p.SendQueue })},
	{Name: "protocol.revision", ID: "D-17", Manual: "the protocol revision that is offered", Values: []SwitchValue{
		revision(protocol.Revision20250326, "no version header"),
		revision(protocol.Revision20251125, "with the MCP-Protocol-Version header"),
		revision(protocol.Revision20250618, "with the MCP-Protocol-Version header"),
		revision(protocol.Revision20241105, "no version header"),
	}},
	{Name: "protocol.era", ID: "MOD-01", Safe: "auto", Manual: "which generation of the protocol is spoken", Values: []SwitchValue{
		{"legacy", "revisions up to 2025-11-25, which begin with initialize", func(p *WorkspacePolicy) { p.Era = "" }},
		{"auto", "each server is asked with server/discover; one that does not know it is a legacy one", func(p *WorkspacePolicy) { p.Era = protocol.EraUnknown }},
		{"modern", "2026-07-28; other servers are refused", func(p *WorkspacePolicy) { p.Era = protocol.EraModern }},
	}},
	{Name: "protocol.tasks", ID: "MOD-13", Manual: "how long a task is followed that a modern server answers a call with",
		Form: "another time, such as 24h", other: setSpan(func(p *WorkspacePolicy) *time.Duration { return &p.Tasks }), Values: []SwitchValue{
			{"off", "servers are told that there must be none", func(p *WorkspacePolicy) { p.Tasks = 0 }},
			{"1h", "an hour; then it is cancelled", func(p *WorkspacePolicy) { p.Tasks = time.Hour }},
		}},
	{Name: "protocol.task_updates", ID: "MOD-14", Manual: "how the runtime hears of a task that goes on", Values: []SwitchValue{
		{"poll", "it asks as often as the server says", func(p *WorkspacePolicy) { p.TaskUpdates = false }},
		{"listen", "it lets the server tell, and asks once a minute; a server that tells nothing is polled", func(p *WorkspacePolicy) { p.TaskUpdates = true }},
	}},
	{Name: "startup.list_failure", ID: "D-20", Manual: "a server whose first tools/list fails", Values: []SwitchValue{
		{"discard", "is disconnected", func(p *WorkspacePolicy) { p.Manager.KeepUnlisted = false }},
		{"keep", "stays connected, without tools", func(p *WorkspacePolicy) { p.Manager.KeepUnlisted = true }},
	}},
	{Name: "startup.gate", ID: "D-21", Manual: "how long startup waits before it looks at cached tools",
		Form: "another time, such as 2s", other: setGate, Values: []SwitchValue{
			{"250ms", "a quarter of a second", func(p *WorkspacePolicy) { p.Manager.Gate, p.GateVariable = 250*time.Millisecond, "" }},
			{"wait", "until all servers have settled", func(p *WorkspacePolicy) { p.Manager.Gate, p.GateVariable = 0, "" }},
			{"environment", startupVariable + ", 0 = wait; 250ms if unset", func(p *WorkspacePolicy) {
				p.Manager.Gate, p.GateVariable = 250*time.Millisecond, startupVariable
			}},
		}},
	{Name: "notifications.subscribe", ID: "F-52", Manual: "whether servers are asked to announce changes of their resources", Values: []SwitchValue{
		{"off", "they are not", func(p *WorkspacePolicy) { p.Manager.Notifications.Subscribe = false }},
		{"on", "those that allow it, for each resource", func(p *WorkspacePolicy) { p.Manager.Notifications.Subscribe = true }},
	}},
	{Name: "notifications.debounce", ID: "F-52", Manual: "how long a resource must be quiet before its update is told",
		Form: "another time, such as 2s", other: setSpan(func(p *WorkspacePolicy) *time.Duration { return &p.Manager.Notifications.Debounce }), Values: []SwitchValue{
			{"500ms", "half a second", func(p *WorkspacePolicy) { p.Manager.Notifications.Debounce = 500 * time.Millisecond }},
			{"off", "every update is told at once", func(p *WorkspacePolicy) { p.Manager.Notifications.Debounce = 0 }},
		}},
	{Name: "notifications.list_pause", ID: "F-53", Safe: "1s", Manual: "how often a list that changes is refreshed",
		Form: "a time between two, such as 1s", other: setSpan(func(p *WorkspacePolicy) *time.Duration { return &p.Manager.Notifications.ListPause }), Values: []SwitchValue{
			{"5-then-1s", "five times at once, then once a second", func(p *WorkspacePolicy) { p.Manager.Notifications.ListPause = 0 }},
			{"off", "after every notice", func(p *WorkspacePolicy) { p.Manager.Notifications.ListPause = unbounded }},
		}},
	{Name: "notifications.settle", ID: "D-23", Safe: "1s", Manual: "when a list is fetched once more after the last notice of it",
		Form: "a time, such as 1s", other: setSpan(func(p *WorkspacePolicy) *time.Duration { return &p.Manager.Notifications.Settle }), Values: []SwitchValue{
			{"off", "never: a notice is followed once", func(p *WorkspacePolicy) { p.Manager.Notifications.Settle = 0 }},
		}},
	{Name: "lists.time", ID: "D-22", Safe: "1m", Manual: "how long all pages of a list may take together",
		Form: "another time, such as 30s", other: setSpan(func(p *WorkspacePolicy) *time.Duration { return &p.Lists.Time }), Values: []SwitchValue{
			{"5m", "five minutes", func(p *WorkspacePolicy) { p.Lists.Time = 0 }},
			{"off", "as long as each page comes in time", func(p *WorkspacePolicy) { p.Lists.Time = unbounded }},
		}},
	{Name: "lists.pages", ID: "D-22", Safe: "1000", Manual: "after how many pages a list is cut",
		Form: "another number", other: setCount(func(p *WorkspacePolicy) *int { return &p.Lists.Pages }), Values: []SwitchValue{
			{"10000", "ten thousand", func(p *WorkspacePolicy) { p.Lists.Pages = 0 }},
			{"off", "never", func(p *WorkspacePolicy) { p.Lists.Pages = unbounded }},
		}},
	{Name: "lists.size", ID: "D-22", Safe: "16MiB", Manual: "how much a list may hold, as it is sent",
		Form: "another number of bytes", other: setCount(func(p *WorkspacePolicy) *int { return &p.Lists.Bytes }), Values: []SwitchValue{
			{"64MiB", "that many bytes", func(p *WorkspacePolicy) { p.Lists.Bytes = 0 }},
			{"16MiB", "a quarter of that", func(p *WorkspacePolicy) { p.Lists.Bytes = 16 << 20 }},
			{"off", "all that comes", func(p *WorkspacePolicy) { p.Lists.Bytes = unbounded }},
		}},
	{Name: "lists.items", ID: "D-22", Safe: "10000", Manual: "how many definitions a list may hold",
		Form: "another number", other: setCount(func(p *WorkspacePolicy) *int { return &p.Lists.Items }), Values: []SwitchValue{
			{"100000", "a hundred thousand", func(p *WorkspacePolicy) { p.Lists.Items = 0 }},
			{"off", "all that come", func(p *WorkspacePolicy) { p.Lists.Items = unbounded }},
		}},
	{Name: "lists.cursor", ID: "D-22", Safe: "4096", Manual: "how long the cursor of a list may be",
		Form: "another number of bytes", other: setCount(func(p *WorkspacePolicy) *int { return &p.Lists.Cursor }), Values: []SwitchValue{
			{"64KiB", "that many bytes", func(p *WorkspacePolicy) { p.Lists.Cursor = 0 }},
			{"off", "as long as it is", func(p *WorkspacePolicy) { p.Lists.Cursor = unbounded }},
		}},
	{Name: "calls.repeat", ID: "D-24", Safe: "unsent", Manual: "which calls are made again after a lost connection", Values: []SwitchValue{
		{"once", "every one, once", func(p *WorkspacePolicy) { p.Manager.NoRepeat = false }},
		{"unsent", "those that never reached the server", func(p *WorkspacePolicy) { p.Manager.NoRepeat = true }},
	}},
}

func revision(r protocol.Revision, manual string) SwitchValue {
	return SwitchValue{string(r), manual, func(p *WorkspacePolicy) { p.Revision = r }}
}

// setSpan sets a field to a time above zero.
func setSpan(field func(*WorkspacePolicy) *time.Duration) func(*WorkspacePolicy, string) bool {
	return func(p *WorkspacePolicy, value string) bool {
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return false
		}
		*field(p) = d
		return true
	}
}

// setCount sets a field to a number above zero.
func setCount(field func(*WorkspacePolicy) *int) func(*WorkspacePolicy, string) bool {
	return func(p *WorkspacePolicy, value string) bool {
		n, err := strconv.Atoi(value)
		if err != nil || n <= 0 {
			return false
		}
		*field(p) = n
		return true
	}
}

func setGate(p *WorkspacePolicy, value string) bool {
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		return false
	}
	p.Manager.Gate, p.GateVariable = d, ""
	return true
}

// Set puts the switch of a name into a position. An unknown name or value is an
// error that says what is known, and changes nothing; so is a switch of workspaces, which
// decides nothing here.
func (p *Policy) Set(name, value string) error {
	whole := WorkspacePolicy{Policy: *p}
	if err := whole.Set(name, value); err != nil {
		return err
	}
	if slices.ContainsFunc(workspaceSwitches, func(s Switch) bool { return s.Name == name }) {
		return fmt.Errorf("switch %s is about servers that settings define, and decides nothing here", name)
	}
	*p = whole.Policy
	return nil
}

// Set does the same for a workspace, where all switches count.
func (p *WorkspacePolicy) Set(name, value string) error {
	var names []string
	for _, s := range switches {
		if s.Name == name {
			return s.apply(p, value)
		}
		names = append(names, s.Name)
	}
	return fmt.Errorf("unknown switch %q%s", name, hint(name, names))
}

func (s Switch) apply(p *WorkspacePolicy, value string) error {
	var names []string
	for _, v := range s.Values {
		if v.Name == value {
			v.set(p)
			return nil
		}
		names = append(names, v.Name)
	}
	if s.other != nil && s.other(p, value) {
		return nil
	}
	if s.Form != "" {
		names = append(names, s.Form)
	}
	return fmt.Errorf("switch %s has no value %q%s", s.Name, value, hint(value, names))
}

// hint names the word that was meant, or all of them.
func hint(word string, known []string) string {
	if near := words.DidYouMean(word, known); near != "" {
		return near
	}
	return ": known are " + strings.Join(known, ", ")
}

// SetAll sets switches given as "name=value", in order.
func (p *Policy) SetAll(settings []string) error { return setAll(settings, p.Set) }

// SetAll does the same for a workspace.
func (p *WorkspacePolicy) SetAll(settings []string) error { return setAll(settings, p.Set) }

func setAll(settings []string, set func(name, value string) error) error {
	for _, setting := range settings {
		name, value, ok := strings.Cut(setting, "=")
		if !ok {
			return fmt.Errorf("switch %q: want NAME=VALUE", setting)
		}
		if err := set(name, value); err != nil {
			return err
		}
	}
	return nil
}
