package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// qwen is a workspace: what settings files say is what runs.
type qwen struct {
	offer
	m         *machine
	files     *files
	run       *host.Workspace
	untrusted atomic.Bool
}

func (q *qwen) words() []word {
	q.offer = offer{func() hosting { return q.run }, func() *machine { return q.m }}
	names, waiting := func() []string { return q.look().names() }, func() []string {
		var out []string
		for _, question := range q.run.Queue() {
			out = append(out, question.Name)
		}
		return out
	}
	return slices.Concat([]word{
		{name: "reload", about: "read all files again, .mcp.json among them, and bring the servers in line", run: q.reload},
		{name: "reconnect", args: "NAME", about: "replace the connection of a server", values: first(names), run: q.reconnectOne},
		loginWord(q, func() *machine { return q.m }),
		{name: "show", args: "NAME", about: "everything about a server, one that may not connect or was removed too", values: first(names), run: q.show},
		{name: "asking", about: "the servers that wait for a decision", run: q.asking},
		{name: "approve", args: "NAME...", about: "let servers connect as they are defined now, and remember that", values: every(waiting), run: q.approve},
		{name: "reject", args: "NAME...", about: "let servers not connect as they are defined now, and remember that", values: every(waiting), run: q.reject},
		{name: "missing", about: "the servers that may not connect, and why", run: q.missing},
		{name: "trust", args: "on|off", about: "whether the directory is trusted; while it is not, nothing connects or changes", values: first(func() []string { return []string{"on", "off"} }), run: q.trust},
		{name: "add", args: "NAME JSON", about: "add a server for this session, over one of the same name in the settings", run: q.add},
		{name: "remove", args: "NAME", about: "take a server out that was added", values: first(names), run: q.remove},
		{name: "install", args: "EXTENSION FILE|JSON", about: `install or update an extension with the "mcpServers" of a file`, run: q.install},
		{name: "uninstall", args: "EXTENSION", about: "take an extension out, with its servers", run: q.uninstall},
	}, q.offer.words())
}

func (q *qwen) open(ctx context.Context, m *machine, o Options) error {
	q.m = m
	policy := host.QwenCode()
	policy.Client = protocol.Implementation{Name: "mcpsim", Version: ui.Version()}
	if err := policy.SetAll(o.Switches); err != nil {
		return fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err)
	}
	connect.SpeakEra(&policy.ConnPolicy, o.Era)
	q.files = newFiles(host.OSFiles{}, m.redact, m.env, m.journal)
	options := host.WorkspaceOptions{
		Files: q.files, Home: m.home, System: systemSettings(m.env), SystemDefaults: systemDefaults(m.env),
		OnApproval: m.journal.wake,
	}
	if err := o.Layers.Apply(ctx, &options); err != nil {
		return err
	}
	q.untrusted.Store(o.Layers.Untrusted)
	options.Trusted = func() (bool, error) { return !q.untrusted.Load(), nil }
	q.files.hideIn(options.MCPConfig)
	q.files.hideIn(options.Session)
	env := m.hostEnv()
	env.Credentials, env.Dial = m.redact.Logins(o.Credentials, m.ui.System), outside.Dialer(m.ui.Environ)
	var err error
	q.run, err = host.NewWorkspace(policy, env, options)
	return err
}

// The settings of the machine, where the documented program looks for them.
const (
	systemVariable   = "QWEN_CODE_SYSTEM_SETTINGS_PATH"
	defaultsVariable = "QWEN_CODE_SYSTEM_DEFAULTS_PATH"
	defaultsFile     = "system-defaults.json"
)

func systemSettings(env config.Lookup) string {
	named, _ := env(systemVariable)
	place := "/etc/qwen-code/settings.json"
	switch goruntime.GOOS {
	case "darwin":
		place = "/Library/Application Support/QwenCode/settings.json"
	case "windows":
		place = `C:\ProgramData\qwen-code\settings.json`
	}
	return cmp.Or(named, place)
}

func systemDefaults(env config.Lookup) string {
	named, _ := env(defaultsVariable)
	return cmp.Or(named, filepath.Join(filepath.Dir(systemSettings(env)), defaultsFile))
}

func (q *qwen) start(ctx context.Context) error { return q.run.Start(ctx) }

func (q *qwen) script() []string { return nil }

func (q *qwen) close() { q.run.Close() }

// look is how the workspace is now. Fates come first: of a server that is live by
// then, the tools are there.
func (q *qwen) look() view {
	if q.run == nil {
		return view{}
	}
	fates := q.m.journal.fates()
	lines := q.run.View().Lines
	tools := countTools(q.run.Tools())
	definitions := map[string]host.SettingsEntry{}
	for _, e := range q.run.SettingsServers() {
		definitions[e.Name] = e
	}
	v := view{questions: q.run.Queue(), broken: q.files.problems()}
	for _, line := range lines {
		r := rowOfLine(line, fates[line.Name], tools[line.Name])
		if e, ok := definitions[line.Name]; ok {
			r.Transport, r.Source = string(e.Transport()), q.m.place(e.Place)
		}
		r.Name = q.m.redact.Own(r.Name)
		v.rows = append(v.rows, r)
	}
	return v
}

// rowOfLine is a server as it is shown. One that is still being connected, or has not
// listed its tools, is on its way.
func rowOfLine(line host.StatusLine, f fate, tools int) row {
	r := row{Name: line.Name, State: line.Text, Style: line.Style, Tools: tools, Settled: true, Era: f.era}
	switch line.Text {
	case string(host.Connected):
		r.Settled = f.live
	case string(host.Connecting):
		r.Settled = false
	case string(host.Disconnected):
		r.Settled, r.Why = f.failed, f.why
	}
	return r
}

func (q *qwen) reload(ctx context.Context, _ []string) (shown, error) {
	return shown{}, q.run.Reload(ctx)
}

// reconnectOne disconnects a server, and a pass over the settings starts it again: this
// runtime has no other reconnect.
func (q *qwen) reconnectOne(ctx context.Context, args []string) (shown, error) {
	if _, ok := q.run.Detail(args[0]); !ok {
		return shown{}, known(args[0], q.look().names())
	}
	q.run.Stop(args[0])
	if err := q.run.Reload(ctx); err != nil {
		return shown{}, err
	}
	r, _ := q.look().find(args[0])
	if found, _ := q.run.Detail(args[0]); r.Style != host.StatusGood {
		return shown{data: serverOf(r)}, &hinted{fmt.Errorf("%s: %s", args[0], r.detail()), found.Advice}
	}
	return shown{text: args[0] + ": " + r.detail(), data: serverOf(r)}, nil
}

// show is the detail view of the runtime.
func (q *qwen) show(_ context.Context, args []string) (shown, error) {
	found, ok := q.run.Detail(args[0])
	if !ok {
		return shown{}, known(args[0], q.look().names())
	}
	r, _ := q.look().find(args[0])
	d := detail{jsonServer: serverOf(r), Reason: found.Reason, Next: found.Advice, Config: found.Config, Resources: found.Resources, Prompts: found.Prompts}
	d.Name, d.State, d.Transport = found.Name, found.Text, found.Transport
	d.Source = q.m.short(found.Place)
	if !strings.HasPrefix(d.Source, found.Source) { // which may be the name of the file
		d.Source = strings.TrimSpace(found.Source + " " + d.Source)
	}
	d.Why = cmp.Or(q.m.redact.Text(found.Error), d.Why)
	for _, t := range found.Tools {
		d.Offered = append(d.Offered, t.Original)
	}
	for _, l := range found.LeftOut {
		d.LeftOut = append(d.LeftOut, leftOut{l.Name, l.Reason})
	}
	if !r.connected() {
		d.Stderr = q.m.children.Last(found.Name).Stderr
	}
	d = d.hidden(q.clean)
	return shown{text: d.text(), data: d}, nil
}

func (q *qwen) asking(context.Context, []string) (shown, error) {
	type question struct {
		Name      string   `json:"name"`
		Transport string   `json:"transport"`
		Source    string   `json:"source"`
		Env       []string `json:"env"`
		Headers   []string `json:"headers"`
	}
	data, lines := []question{}, [][]string{}
	for _, one := range q.run.Queue() {
		data = append(data, question{one.Name, string(one.Transport), one.Source, one.Env, one.Headers})
		lines = append(lines, []string{one.Name, questionText(one)})
	}
	return shown{text: orNone(lines, "no server waits for a decision"), data: map[string]any{"asking": data}}, nil
}

func (q *qwen) approve(ctx context.Context, args []string) (shown, error) {
	return shown{}, q.run.Approve(ctx, args...)
}

func (q *qwen) reject(_ context.Context, args []string) (shown, error) {
	var failures []error
	for _, name := range args {
		failures = append(failures, q.run.Reject(name))
	}
	return shown{}, errors.Join(failures...)
}

func (q *qwen) missing(context.Context, []string) (shown, error) {
	type missing struct {
		Name   string `json:"name"`
		Reason string `json:"reason"`
		Next   string `json:"next,omitempty"`
	}
	data, lines := []missing{}, [][]string{}
	for _, m := range q.run.Missing() {
		data = append(data, missing{m.Name, string(m.Reason), m.Advice})
		lines = append(lines, []string{m.Name, string(m.Reason), m.Advice})
	}
	return shown{text: orNone(lines, "every server may connect"), data: map[string]any{"missing": data}}, nil
}

func (q *qwen) trust(ctx context.Context, args []string) (shown, error) {
	if args[0] != "on" && args[0] != "off" {
		return shown{}, misused("trust: want on or off")
	}
	q.untrusted.Store(args[0] == "off")
	return shown{}, q.run.Reload(ctx)
}

// add adds a server that no change of settings removes.
func (q *qwen) add(ctx context.Context, args []string) (shown, error) {
	if _, err := arguments(args[1]); err != nil {
		return shown{}, err
	}
	text := fmt.Sprintf(`{"mcpServers": {%q: %s}}`, args[0], args[1])
	servers, problems, err := host.ParseSettingsServers("add", []byte(text))
	if err == nil && len(problems) > 0 {
		err = errors.New(problems[0].String())
	}
	if err != nil {
		return shown{}, misused("%w", err)
	}
	q.files.hideIn(servers)
	if err := q.run.AddServer(ctx, servers[0]); err != nil {
		return shown{}, err
	}
	r, _ := q.look().find(args[0])
	return shown{text: args[0] + ": " + r.detail(), data: serverOf(r)}, nil
}

func (q *qwen) remove(ctx context.Context, args []string) (shown, error) {
	return shown{}, q.run.RemoveServer(ctx, args[0])
}

// install reads an extension's servers from a file, or takes them as they are given.
func (q *qwen) install(ctx context.Context, args []string) (shown, error) {
	name, data := args[0], []byte(args[1])
	place := "install"
	if !strings.HasPrefix(strings.TrimSpace(args[1]), "{") {
		place = args[1]
		var err error
		if data, err = infile.Read(ctx, place, config.MaxFileSize); err != nil {
			return shown{}, err
		}
	}
	servers, problems, err := host.ParseSettingsServers(place, data)
	if err == nil && len(problems) > 0 {
		err = errors.New(problems[0].String())
	}
	if err != nil {
		return shown{}, err
	}
	q.files.hideIn(servers)
	if err := q.run.SetExtension(ctx, name, servers); err != nil {
		return shown{}, err
	}
	return shown{text: name + ": installed, with " + list(servers.Names()), data: nil}, nil
}

func (q *qwen) uninstall(ctx context.Context, args []string) (shown, error) {
	return shown{}, q.run.RemoveExtension(ctx, args[0])
}
