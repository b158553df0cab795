package session

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

const wordQuit = "quit"

// commonWords are those of every profile. s may be nil for help.
func commonWords(s *session) []word {
	return []word{
		{name: "list", about: "the servers, and how they are", run: s.list},
		{name: "wait", args: "[NAME...]", about: "until these servers, or all, have connected or failed", values: every(s.serverNames), run: s.wait},
		{name: "help", args: "[WORD]", about: "this list, or one of it", values: first(s.wordNames), run: s.help},
		{name: wordQuit, about: "disconnect everything and end; so do Ctrl-D and Ctrl-C"},
	}
}

func (s *session) serverNames() []string { return s.profile.look().names() }
func (s *session) wordNames() []string   { return wordNames(s.table) }

func (s *session) help(_ context.Context, args []string) (shown, error) {
	table := s.table
	if len(args) == 1 {
		r, err := parse(s.table, args[0])
		if r.word.name == "" {
			return shown{}, err
		}
		table = []word{r.word}
	}
	var data []map[string]string
	for _, w := range table {
		data = append(data, map[string]string{"word": w.name, "arguments": w.args, "about": w.about})
	}
	return shown{text: helpOf(table), data: map[string]any{"words": data}}, nil
}

// list is a line for each server.
func (s *session) list(context.Context, []string) (shown, error) {
	v := s.profile.look()
	data := []jsonServer{}
	lines := [][]string{}
	for _, r := range v.rows {
		lines = append(lines, []string{r.Name, r.detail(), r.Transport, r.Source})
		data = append(data, serverOf(r))
	}
	text := table(lines)
	if len(lines) == 0 {
		text = "no servers"
	}
	for _, broken := range v.broken {
		text += "\n" + broken
	}
	return shown{text: text, data: map[string]any{"servers": data, "broken": append([]string{}, v.broken...)}}, nil
}

// jsonServer is a server as list and other words give it.
type jsonServer struct {
	Name      string `json:"name"`
	State     string `json:"state"`
	Why       string `json:"why,omitempty"`
	Tools     *int   `json:"tools,omitempty"` // of one that is connected
	Transport string `json:"transport,omitempty"`
	Source    string `json:"source,omitempty"`
	*era
}

func serverOf(r row) jsonServer {
	j := jsonServer{Name: r.Name, State: r.State, Why: r.Why, Transport: r.Transport, Source: r.Source, era: r.Era}
	if r.connected() && r.Tools >= 0 {
		j.Tools = &r.Tools
	}
	return j
}

// detail is the state of a server with the reason on one line.
func (r row) detail() string {
	text, _, _ := strings.Cut(r.text(), "\n")
	return text
}

// longestCell bounds what stands in a column, in bytes: it makes every line as long.
const longestCell = 400

// table sets cells in columns. They hold no secrets any more: a cut one would leave a piece.
func table(lines [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, cells := range lines {
		for i := range cells {
			cells[i] = words.Printable(words.Clip(cells[i], longestCell))
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	_ = w.Flush() // to memory
	var out []string
	for line := range strings.Lines(b.String()) {
		out = append(out, strings.TrimRight(line, " \n"))
	}
	return strings.Join(out, "\n")
}

// wait returns when the servers have settled. It is told of changes by the journal, as
// the loop is.
func (s *session) wait(ctx context.Context, args []string) (shown, error) {
	for _, name := range args {
		if err := known(name, s.serverNames()); err != nil {
			return shown{}, err
		}
	}
	changed, forget := s.journal.subscribe()
	defer forget()
	for {
		data, lines, settled := []jsonServer{}, [][]string{}, true
		for _, r := range s.profile.look().rows {
			if len(args) == 0 || slices.Contains(args, r.Name) {
				settled = settled && r.Settled
				data, lines = append(data, serverOf(r)), append(lines, []string{r.Name, r.detail()})
			}
		}
		if settled {
			return shown{text: orNone(lines, "no servers"), data: map[string]any{"servers": data}}, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return shown{}, context.Cause(ctx)
		}
	}
}

// known is an error for a name that is none of these.
func known(name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	there := "there is none"
	if len(names) > 0 {
		there = "there are " + strings.Join(names, ", ")
	}
	return fmt.Errorf("no server %q: %s%s", name, there, ui.DidYouMean("", name, names))
}

// hosting is what the entrances have in common whose tools are one view.
type hosting interface {
	Servers() iter.Seq[host.ServerView]
	Tools() iter.Seq[host.Tool]
	Resources(server string) iter.Seq[protocol.Resource]
	Templates(server string) iter.Seq[protocol.ResourceTemplate]
	Prompts(server string) iter.Seq[protocol.Prompt]
	Instructions(server string) string
	Call(ctx context.Context, name string, arguments json.RawMessage) (host.Output, error)
	CallTool(ctx context.Context, t host.Tool, arguments json.RawMessage) (host.Output, error)
	ReadResource(ctx context.Context, server, uri string) (protocol.ReadResourceResult, error)
	GetPrompt(ctx context.Context, server, prompt string, arguments map[string]string) (protocol.GetPromptResult, error)
}

// offer are the words about what servers offer. Each asks for the runtime when it is
// obeyed: before it is opened there is none. What servers say is free of secrets before
// anything is made of it.
type offer struct {
	of      func() hosting
	machine func() *machine
}

// clean is a text of a server without secrets.
func (o offer) clean(text string) string { return o.machine().redact.Text(text) }

func (o offer) words() []word {
	names, tools := o.serverNames, func() []string {
		var out []string
		for t := range o.of().Tools() {
			out = append(out, t.Label())
		}
		return out
	}
	return []word{
		{name: "tools", args: "[NAME]", about: "the tools of all servers, or of one", values: first(names), run: o.tools},
		{name: "call", args: "TOOL [JSON]", about: "call a tool: SERVER/TOOL, or its name in the session", values: first(tools), run: o.call},
		{name: "resources", args: "NAME", about: "the resources and the templates of a server", values: first(names), run: o.resources},
		{name: "read", args: "NAME URI", about: "read a resource", values: o.uris, run: o.read},
		{name: "prompts", args: "NAME", about: "the prompts of a server", values: first(names), run: o.prompts},
		{name: "prompt", args: "NAME PROMPT [JSON]", about: "fill in a prompt", values: o.promptNames, run: o.prompt},
	}
}

func (o offer) serverNames() []string {
	var out []string
	for v := range o.of().Servers() {
		out = append(out, v.Name)
	}
	return out
}

func (o offer) uris(before []string) []string {
	if len(before) != 1 {
		return first(o.serverNames)(before)
	}
	var out []string
	for r := range o.of().Resources(before[0]) {
		out = append(out, r.URI)
	}
	return out
}

func (o offer) promptNames(before []string) []string {
	if len(before) != 1 {
		return first(o.serverNames)(before)
	}
	var out []string
	for p := range o.of().Prompts(before[0]) {
		out = append(out, p.Name)
	}
	return out
}

// about wraps the error of a server, so that the answer can explain it.
func (o offer) about(server string, err error) error {
	if err == nil {
		return nil
	}
	definition := config.Server{Name: server}
	for v := range o.of().Servers() {
		if v.Name == server {
			definition = v.Config
		}
	}
	return &serverError{definition, err}
}

type jsonTool struct {
	Server      string          `json:"server"`
	Tool        string          `json:"tool"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Deferred    bool            `json:"deferred,omitempty"`
	InputSchema json.RawMessage `json:"input_schema,omitempty"`
}

// longestAbout bounds a description in a table, in characters.
const longestAbout = 80

// brief is the first line of a description, as long as a table can show it.
func brief(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if letters := []rune(text); len(letters) > longestAbout {
		return string(letters[:longestAbout]) + "…"
	}
	return text
}

func (o offer) tools(_ context.Context, args []string) (shown, error) {
	server := optional(args, 0)
	if server != "" {
		if err := known(server, o.serverNames()); err != nil {
			return shown{}, err
		}
	}
	data, lines := []jsonTool{}, [][]string{}
	for t := range o.of().Tools() {
		if server == "" || t.Server == server {
			name := o.machine().redact.ToolName(t.Name, t.Original)
			data = append(data, jsonTool{t.Server, t.Original, name, t.Description, t.Deferred, t.InputSchema})
			lines = append(lines, []string{o.clean(t.Label()), name, brief(o.clean(t.Description))})
		}
	}
	text := table(lines)
	if len(lines) == 0 {
		text = "no tools"
	}
	return shown{text: text, data: map[string]any{"tools": data}}, nil
}

type jsonOutcome struct {
	Server     string            `json:"server"`
	Tool       string            `json:"tool"`
	IsError    bool              `json:"is_error"`
	Text       string            `json:"text"`
	Content    []json.RawMessage `json:"content,omitempty"`
	Structured json.RawMessage   `json:"structured,omitempty"`
}

// call calls a tool by its label or its name in the view.
func (o offer) call(ctx context.Context, args []string) (shown, error) {
	arguments, err := arguments(optional(args, 1))
	if err != nil {
		return shown{}, err
	}
	out, labels, err := o.output(ctx, args[0], arguments)
	switch {
	case err != nil && !slices.Contains(labels, args[0]):
		return shown{}, fmt.Errorf("%w%s", err, ui.DidYouMean("", args[0], labels))
	case err != nil:
		return shown{}, err
	case out.Err != nil:
		return shown{}, o.about(out.Server, out.Err)
	}
	data := jsonOutcome{Server: out.Server, Tool: out.Tool, IsError: out.IsError, Text: out.Text, Structured: out.Structured}
	for _, block := range out.Content {
		data.Content = append(data.Content, block.Raw)
	}
	if out.IsError {
		return shown{data: data}, &saidError{o.clean(out.Text)}
	}
	return said(o.clean(out.Text), data), nil
}

// output calls a tool and returns by which words there are some. A label means one tool, though
// others may have its name in the view: a server may offer a, A and á.
func (o offer) output(ctx context.Context, word string, arguments json.RawMessage) (out host.Output, labels []string, err error) {
	var meant *host.Tool
	named := map[string]int{}
	for t := range o.of().Tools() {
		labels = append(labels, t.Label(), t.Name)
		if named[t.Name]++; t.Label() == word {
			meant = &t
		}
	}
	switch {
	case meant == nil:
		out, err = o.of().Call(ctx, word, arguments)
	case named[meant.Name] == 1:
		out, err = o.of().Call(ctx, meant.Name, arguments)
	default:
		out, err = o.of().CallTool(ctx, *meant, arguments)
	}
	return out, labels, err
}

func (o offer) resources(_ context.Context, args []string) (shown, error) {
	if err := known(args[0], o.serverNames()); err != nil {
		return shown{}, err
	}
	return showResources(o.clean, slices.Collect(o.of().Resources(args[0])), slices.Collect(o.of().Templates(args[0]))), nil
}

func (o offer) read(ctx context.Context, args []string) (shown, error) {
	result, err := o.of().ReadResource(ctx, args[0], args[1])
	if err != nil {
		return shown{}, o.failed(args[0], err)
	}
	return showResult(o.machine(), result)
}

func (o offer) prompts(_ context.Context, args []string) (shown, error) {
	if err := known(args[0], o.serverNames()); err != nil {
		return shown{}, err
	}
	return showPrompts(o.clean, slices.Collect(o.of().Prompts(args[0]))), nil
}

func (o offer) prompt(ctx context.Context, args []string) (shown, error) {
	arguments, err := textArguments(optional(args, 2))
	if err != nil {
		return shown{}, err
	}
	result, err := o.of().GetPrompt(ctx, args[0], args[1], arguments)
	if err != nil {
		return shown{}, o.failed(args[0], err)
	}
	return showResult(o.machine(), result)
}

// failed prefers to say that there is no such server.
func (o offer) failed(server string, err error) error {
	if unknown := known(server, o.serverNames()); unknown != nil {
		return unknown
	}
	return o.about(server, err)
}

func orNone(lines [][]string, none string) string {
	if len(lines) == 0 {
		return none
	}
	return table(lines)
}
