package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// hasModel reports whether the client declares sampling, with tools; few do.
func (c *miniClient) hasModel() bool {
	return c.is("ok.model") || strings.HasPrefix(c.mutant, "CLI-147") || strings.HasPrefix(c.mutant, "CLI-148")
}

// opensURLs reports whether the client declares questions with a URL.
func (c *miniClient) opensURLs() bool { return c.is("ok.model", "M-CLI-153") }

// modelCapabilities are those of a client whose model or browser can be asked.
func (c *miniClient) modelCapabilities() string {
	out := `{"elicitation":{},"roots":{}}`
	if c.opensURLs() {
		out = `{"elicitation":{"form":{},"url":{}},"roots":{}}`
	}
	if c.hasModel() {
		out = strings.TrimSuffix(out, "}") + `,"sampling":{"tools":{}}}`
	}
	return out
}

// prompt is what a server asks of a model.
type prompt struct {
	Messages   []struct{ Content json.RawMessage }
	Tools      []struct{ Name string }
	ToolChoice struct{ Mode string }
}

// sampled is the result of the model, and ok = the messages are such as it can read.
func (c *miniClient) sampled(params json.RawMessage) (result string, ok bool) {
	var p prompt
	_ = json.Unmarshal(params, &p)
	if !p.complete(c.is("CLI-148"), c.is("CLI-148.mixed")) {
		return "", false
	}
	uses := len(p.Tools) > 0 && (p.ToolChoice.Mode == "required" && !c.is("CLI-147") || p.ToolChoice.Mode == "none" && c.is("CLI-147.none"))
	if uses {
		name := p.Tools[0].Name
		if c.is("CLI-147.name") {
			name = "functions." + name
		}
		use := fmt.Sprintf(`{"type":"tool_use","id":"use-1","name":%q,"input":{"city":"Paris"}}`, name)
		if c.is("CLI-147.input") {
			use = strings.Replace(use, `{"city":"Paris"}`, `"{\"city\":\"Paris\"}"`, 1)
		}
		if c.is("CLI-147.twice") {
			use += "," + use
		}
		return `{"role":"assistant","model":"m","stopReason":"toolUse","content":[` + use + `]}`, true
	}
	text := "ok"
	if c.is("CLI-147.tokens") {
		text = strings.Repeat("and so on ", 100)
	}
	return fmt.Sprintf(`{"role":"assistant","model":"m","content":{"type":"text","text":%q}}`, text), true
}

// complete reports whether each use of a tool is followed by its result, and by nothing else, as
// far as the client looks.
func (p prompt) complete(anyResults, mixed bool) bool {
	open := map[string]bool{}
	for _, m := range p.Messages {
		var blocks []struct{ Type, ID, ToolUseID string }
		if json.Unmarshal(m.Content, &blocks) != nil {
			continue
		}
		results, others := 0, 0
		for _, b := range blocks {
			switch b.Type {
			case "tool_use":
				open[b.ID] = true
				continue
			case "tool_result":
				delete(open, b.ToolUseID)
				results++
			default:
				others++
			}
		}
		if results > 0 && (others > 0 && !mixed || len(open) > 0 && !anyResults) {
			return false
		}
	}
	return true
}
