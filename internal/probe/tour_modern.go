package probe

import "fmt"

// modernMistakes are requests that a server of the modern era refuses, and what may make
// it say more.
func (t tour) modernMistakes() {
	t.ask("x/unknown", `{"a":"ü"}`)
	if t.c.Declares("tools") {
		t.ask("tools/call", `{"name":"mcpsim_no_such_tool-ü","arguments":{}}`)
		t.ask("tools/call", `{}`)
	}
	t.ask("completion/complete", `{"ref":{"type":"ref/prompt","name":"mcpsim_no_such_prompt"},"argument":{"name":"a","value":""}}`)
	t.ask("tools/list", `{"_meta":{"`+MetaVersion+`":"1900-01-01"}}`)
	t.ask("tools/list", `{"_meta":{"`+MetaLogLevel+`":"debug"}}`)
	t.c.MetaEdits = map[string]*string{MetaCapabilities: nil}
	t.ask("server/discover", "")
	t.c.MetaEdits = nil
	if t.c.Process != nil {
		return
	}
	wrong := "mcpsim-wrong"
	for _, name := range []string{"Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method"} {
		t.c.Edits = map[string]*string{name: &wrong}
		t.ask("server/discover", "")
		t.c.Edits = nil
	}
	if t.c.Declares("tools") {
		t.c.Edits = map[string]*string{"Mcp-Name": &wrong}
		t.ask("tools/call", `{"name":"mcpsim_no_such_tool","arguments":{}}`)
		t.c.Edits = nil
	}
}

// capable asks as a client that can do everything for what has nothing to ask of it.
func (t tour) capable() {
	if !t.c.bench.IsModern() {
		return
	}
	all := AllAbilities
	t.c.MetaEdits = map[string]*string{MetaCapabilities: &all}
	defer func() { t.c.MetaEdits = nil }()
	t.ask("server/discover", "")
	for _, l := range Lists() {
		if t.c.Declares(l.Capability) {
			t.ask(l.Method, "")
		}
	}
	if !t.c.Declares("prompts") {
		return
	}
	for _, item := range t.items("prompts/list") {
		t.prompt(item, "mcpsim")
	}
}

// logged asks for what a server may log, which it does only where a request names a level.
func (t tour) logged() {
	if !t.c.bench.IsModern() {
		return
	}
	level := `"debug"`
	t.c.MetaEdits = map[string]*string{MetaLogLevel: &level}
	defer func() { t.c.MetaEdits = nil }()
	if t.c.Declares("resources") {
		if items := t.items("resources/list"); len(items) > 0 {
			t.ask("resources/read", fmt.Sprintf(`{"uri":%s}`, Encoded(Text(items[0]["uri"]))))
		}
	}
	if !t.c.Declares("prompts") {
		return
	}
	if items := t.items("prompts/list"); len(items) > 0 {
		t.prompt(items[0], "mcpsim")
	}
}
