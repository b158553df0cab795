package connect

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// jsonShower writes one object per line. Every object has version and type, and
// times in milliseconds.
type jsonShower struct {
	out    io.Writer
	redact *outside.Redactor
}

type jsonProblem struct {
	ui.JSONLine
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Server  string `json:"server,omitempty"`
	Text    string `json:"text"`
	Skipped bool   `json:"skipped,omitempty"`
}

type jsonServer struct {
	ui.JSONLine
	Name          string       `json:"name"`
	Transport     string       `json:"transport,omitempty"`
	Status        status       `json:"status"`
	ServerName    string       `json:"server_name,omitempty"`
	ServerVersion string       `json:"server_version,omitempty"`
	Revision      string       `json:"revision,omitempty"`
	ConnectedMs   float64      `json:"connected_ms,omitempty"`
	ListedMs      float64      `json:"listed_ms,omitempty"`
	Tools         []jsonTool   `json:"tools"`
	Warnings      []string     `json:"warnings"`
	Failure       *jsonFailure `json:"failure,omitempty"`
}

type jsonTool struct {
	Name        string          `json:"name"`
	Original    string          `json:"original"`
	Description string          `json:"description"`
	Deferred    bool            `json:"deferred,omitempty"`
	InputSchema json.RawMessage `json:"input_schema,omitempty"`
}

type jsonFailure struct {
	Class  class    `json:"class"`
	Reason string   `json:"reason"`
	Next   string   `json:"next,omitempty"`
	Stderr []string `json:"stderr,omitempty"`
}

type jsonCall struct {
	ui.JSONLine
	Server     string            `json:"server"`
	Tool       string            `json:"tool"`
	Name       string            `json:"name"`
	TookMs     float64           `json:"took_ms"`
	IsError    bool              `json:"is_error"`
	Text       string            `json:"text"`
	Content    []json.RawMessage `json:"content,omitempty"`
	Structured json.RawMessage   `json:"structured,omitempty"`
}

type jsonSummary struct {
	ui.JSONLine
	GateMs  float64        `json:"gate_ms"`
	Servers map[status]int `json:"servers"`
	Exit    int            `json:"exit"`
}

// write encodes one line; errors of the writer stay in ui.Out.
func (j *jsonShower) write(v any) {
	_ = ui.WriteJSON(j.out, v)
}

func (j *jsonShower) problem(p config.Problem) {
	j.write(jsonProblem{ui.LineOf("problem"), p.File, p.Line, p.Column, p.Server, j.redact.Own(p.Text), p.Skipped})
}

func (j *jsonShower) row(r row) {
	out := jsonServer{
		JSONLine: ui.LineOf("server"), Name: r.Name, Transport: r.Transport, Status: r.Status,
		ConnectedMs: ms(r.Connected), ListedMs: ms(r.Listed), Tools: []jsonTool{}, Warnings: r.warnings(j.redact),
	}
	if s := r.Server; s != nil {
		out.ServerName, out.ServerVersion = j.redact.Text(s.ServerInfo.Name), j.redact.Text(s.ServerInfo.Version)
		out.Revision = j.redact.Text(string(s.ProtocolVersion))
	}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, jsonTool{
			Name: t.Name, Original: j.redact.Text(t.Original), Description: j.redact.Text(t.Description),
			Deferred: t.Deferred, InputSchema: j.raw(t.InputSchema),
		})
	}
	if f := r.Failure; f != nil {
		out.Failure = &jsonFailure{f.Class, f.reason(j.redact), f.Next, j.texts(f.Stderr)}
	}
	j.write(out)
}

func (j *jsonShower) call(c called) {
	out := jsonCall{
		JSONLine: ui.LineOf("call"), Server: c.Server, Tool: j.redact.Text(c.Tool), Name: c.Name, TookMs: ms(c.Took),
		IsError: c.IsError, Text: j.redact.Text(c.Text), Structured: j.raw(c.Structured),
	}
	for _, block := range c.Content {
		out.Content = append(out.Content, j.raw(block.Raw))
	}
	j.write(out)
}

func (j *jsonShower) summary(gate time.Duration, rows []row, code int) {
	out := jsonSummary{JSONLine: ui.LineOf("summary"), GateMs: ms(gate), Servers: map[status]int{}, Exit: code}
	for _, r := range rows {
		out.Servers[r.Status]++
	}
	j.write(out)
}

func (j *jsonShower) texts(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = j.redact.Text(s)
	}
	return out
}

// raw is JSON with secrets removed from its strings, member names excepted: a
// secret may look like one.
func (j *jsonShower) raw(in json.RawMessage) json.RawMessage {
	if len(in) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(in))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	out, err := json.Marshal(j.value(v))
	if err != nil {
		return nil
	}
	return out
}

func (j *jsonShower) value(v any) any {
	switch v := v.(type) {
	case string:
		return j.redact.Text(v)
	case []any:
		for i := range v {
			v[i] = j.value(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = j.value(v[name])
		}
	}
	return v
}

// ms is a duration in milliseconds, to the microsecond.
func ms(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}
