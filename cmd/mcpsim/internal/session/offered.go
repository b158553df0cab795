package session

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// showResources is what a server has to read; clean takes secrets out of its texts.
func showResources(clean func(string) string, resources []protocol.Resource, templates []protocol.ResourceTemplate) shown {
	type resource struct {
		URI      string `json:"uri,omitempty"`
		Template string `json:"template,omitempty"`
		Name     string `json:"name"`
	}
	data, lines := []resource{}, [][]string{}
	for _, r := range resources {
		data, lines = append(data, resource{URI: r.URI, Name: r.Name}), append(lines, []string{clean(r.URI), clean(r.Name)})
	}
	for _, r := range templates {
		data, lines = append(data, resource{Template: r.URITemplate, Name: r.Name}), append(lines, []string{clean(r.URITemplate), clean(r.Name)})
	}
	return shown{text: orNone(lines, "no resources"), data: map[string]any{"resources": data}}
}

// showPrompts is which prompts a server has.
func showPrompts(clean func(string) string, prompts []protocol.Prompt) shown {
	data, lines := []string{}, [][]string{}
	for _, p := range prompts {
		data, lines = append(data, p.Name), append(lines, []string{clean(p.Name), brief(clean(p.Description))})
	}
	return shown{text: orNone(lines, "no prompts"), data: map[string]any{"prompts": data}}
}

// showResult is what a server answered, as JSON.
func showResult(m *machine, result any) (shown, error) {
	raw, err := json.Marshal(result)
	return said(pretty(m.redact.JSON(raw)), json.RawMessage(raw)), err
}

// deepestLines is how many levels of JSON are indented: the blanks before thousands of them are hundreds
// of megabytes.
const deepestLines = 50

// pretty is JSON for people.
func pretty(raw json.RawMessage) string {
	var v any
	if jsonparts.Depth(raw) > deepestLines || json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	out, _ := json.MarshalIndent(v, "", "  ")
	return string(out)
}
