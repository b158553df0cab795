package probe

import "fmt"

// toldLevels are those below which a server is to be silent, beside debug and error, at which a
// check looks of its own.
var toldLevels = []string{"info", "warning", "critical"}

// levels calls a tool that logs at several levels.
func (t tour) levels(s *Survey) {
	if !t.c.Declares("logging") || t.c.bench.IsModern() {
		return
	}
	for _, one := range s.Trials {
		if one.Err != nil || one.Took > echoPace || len(one.Logs()) == 0 {
			continue
		}
		for _, level := range toldLevels {
			t.ask("logging/setLevel", fmt.Sprintf(`{"level":%q}`, level))
			t.ask("tools/call", CallOf(one.Tool, one.Arguments, ""))
		}
		return
	}
}

// again asks once more for one thing of each kind, behind mistakes.
func (t tour) again(s *Survey) {
	if t.c.bench.IsModern() {
		return
	}
	for _, l := range t.c.Promised() {
		items := t.items(l.Method)
		if len(items) == 0 {
			continue
		}
		switch l.Capability {
		case "resources":
			t.ask("resources/read", fmt.Sprintf(`{"uri":%s}`, Encoded(Text(items[0]["uri"]))))
		case "prompts":
			t.prompt(items[0], "mcpsim")
		}
	}
	if fastest := s.Fastest(); fastest != nil {
		t.ask("tools/call", CallOf(fastest.Tool, fastest.Arguments, ""))
	}
}
