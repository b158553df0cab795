package main

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
)

// filled is the content of a form that is accepted as it is: what this client knows of its
// user, and the defaults.
func (c *miniClient) filled(params json.RawMessage) string {
	known := `{"name":"John Doe","age":30,"score":95.5,"status":"active","verified":true}`
	var form struct {
		RequestedSchema struct {
			Properties map[string]struct{ Default json.RawMessage }
		}
	}
	_ = json.Unmarshal(params, &form)
	_, unusual := form.RequestedSchema.Properties["nickname"]
	_, several := form.RequestedSchema.Properties["colours"]
	if several && c.is("SEP-1034.first") {
		return `{"colours":"green"}`
	} else if unusual && c.is("SEP-1034.empty") {
		return known
	}
	if complete := completed(params); complete != "" {
		return complete
	}
	content := message{}
	if !several && !unusual {
		_ = json.Unmarshal([]byte(known), &content)
		maps.DeleteFunc(content, func(name string, _ json.RawMessage) bool {
			_, asked := form.RequestedSchema.Properties[name]
			return !asked && !c.is("CLI-122.more")
		})
		raw, _ := json.Marshal(content)
		return string(raw)
	}
	for name, property := range form.RequestedSchema.Properties {
		if property.Default != nil && !(c.is("form/no default of choices") && property.Default[0] == '[') {
			content[name] = property.Default
		}
	}
	raw, _ := json.Marshal(content)
	return string(raw)
}

// completed is the content of the form in which everything is required; "" = it is another form.
func completed(params json.RawMessage) string {
	var form struct{ RequestedSchema struct{ Required []string } }
	if _ = json.Unmarshal(params, &form); !slices.Contains(form.RequestedSchema.Required, "unit") {
		return ""
	}
	return `{"size":"l","colours":["r"],"days":["mon"],"unit":"b","count":3,"mail":"john@example.com"}`
}

// answerRound answers one question: forms with their defaults.
func (c *miniClient) answerRound(method string, params json.RawMessage) (string, error) {
	var form struct {
		Mode, URL       string
		RequestedSchema struct {
			Properties map[string]struct{ Default json.RawMessage }
		}
	}
	_ = json.Unmarshal(params, &form)
	switch {
	case method == "roots/list" && c.is("M-CLI-134.roots"):
		return `{"roots":[{"uri":"/work"}]}`, nil
	case method == "roots/list" && c.is("M-CLI-134.message"):
		return `{"result":{"roots":[]}}`, nil
	case method == "roots/list":
		return `{"roots":[{"uri":"file:///work"}]}`, nil
	case method == "sampling/createMessage" && c.is("M-CLI-84", "M-TASK-28"):
		return `{"role":"assistant","model":"m","content":{"type":"text","text":"hi"}}`, nil
	case method == "sampling/createMessage" && c.hasModel():
		if result, ok := c.sampled(params); ok {
			return result, nil
		}
		return "", errors.New("results of tools are missing")
	case method != "elicitation/create":
		return "", errors.New("asked for " + method)
	}
	if form.Mode == "" && c.is("M-CLI-85") {
		return "", errors.New("a question without a mode")
	}
	if form.Mode == "url" {
		if c.is("M-CLI-86") {
			c.visit(form.URL)
		}
		if c.is("M-CLI-153") {
			return `{"action":"accept","content":{}}`, nil
		}
		return `{"action":"decline"}`, nil
	}
	if complete := completed(params); complete != "" {
		if c.is("M-CLI-134.required") {
			complete = `{}`
		}
		return `{"action":"accept","content":` + complete + `}`, nil
	}
	content := message{}
	for name, property := range form.RequestedSchema.Properties {
		empty := slices.Contains([]string{`""`, "0", "false"}, string(property.Default))
		if property.Default != nil && !c.is("M-CLI-87") && !(empty && c.is("M-CLI-87.empty")) {
			content[name] = property.Default
		}
	}
	raw, _ := json.Marshal(content)
	if c.is("M-CLI-27.error") {
		return `{"error":{"code":-1,"message":"the user has declined"}}`, nil
	}
	if c.is("M-CLI-134") {
		return `{"action":"accepted","content":` + string(raw) + `}`, nil
	}
	return `{"action":"accept","content":` + string(raw) + `}`, nil
}
