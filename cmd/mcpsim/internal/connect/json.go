package connect

import (
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// jsonShower writes one object per line. Every object has version and type, and
// times in milliseconds.
type jsonShower struct {
	out    *ui.Output
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
	Era           string       `json:"era,omitempty"`     // legacy or modern; unknown if that was not found out
	EraWhy        string       `json:"era_why,omitempty"` // the last step, or why there was none
	EraTried      []string     `json:"era_tried,omitempty"`
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
	Next       string            `json:"next,omitempty"`
	Content    []json.RawMessage `json:"content,omitempty"`
	Structured json.RawMessage   `json:"structured,omitempty"`
}

type jsonSummary struct {
	ui.JSONLine
	GateMs  float64        `json:"gate_ms"`
	Servers map[status]int `json:"servers"`
	Exit    int            `json:"exit"`
}

func (j *jsonShower) write(v any) { ui.WriteJSON(j.out, v) }

func (j *jsonShower) problem(p config.Problem) {
	j.write(jsonProblem{ui.LineOf("problem"), j.redact.Own(p.File), p.Line, p.Column, j.redact.Own(p.Server), j.redact.Own(p.Text), p.Skipped})
}

func (j *jsonShower) row(r row) {
	out := jsonServer{
		JSONLine: ui.LineOf("server"), Name: j.redact.Own(r.Name), Transport: j.redact.Text(r.Transport), Status: r.Status,
		ConnectedMs: ms(r.Connected), ListedMs: ms(r.Listed), Tools: []jsonTool{}, Warnings: r.warnings(j.redact),
	}
	if s := r.Server; s != nil {
		out.ServerName, out.ServerVersion = j.redact.Text(s.ServerInfo.Name), j.redact.Text(s.ServerInfo.Version)
		out.Revision = j.redact.Text(string(s.ProtocolVersion))
	}
	out.Era, out.EraWhy, out.EraTried = r.Era.Era, j.redact.Text(r.Era.Why), j.texts(r.Era.Tried)
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, jsonTool{
			Name: j.redact.ToolName(t.Name, t.Original), Original: j.redact.Text(t.Original), Description: j.redact.Text(t.Description),
			Deferred: t.Deferred, InputSchema: j.redact.JSON(t.InputSchema),
		})
	}
	if f := r.Failure; f != nil {
		out.Failure = &jsonFailure{f.Class, f.reason(j.redact), j.redact.Own(f.Next), j.texts(f.Stderr)}
	}
	j.write(out)
}

func (j *jsonShower) call(c called) {
	out := jsonCall{
		JSONLine: ui.LineOf("call"), Server: j.redact.Own(c.Server), Tool: j.redact.Text(c.Tool), Name: j.redact.ToolName(c.Name, c.Tool), TookMs: ms(c.Took),
		IsError: c.IsError, Next: j.redact.Own(c.Next), Text: j.redact.Text(c.Text), Structured: j.redact.JSON(c.Structured),
	}
	for _, block := range c.Content {
		out.Content = append(out.Content, j.redact.JSON(block.Raw))
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

// ms is a duration in milliseconds, to the microsecond.
func ms(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}
