package fakeserver

// stateAction puts the server into a named state, which rules can ask for.
type stateAction struct {
	// Name of the state; a server starts in the state "".
	Name string `yaml:"name" short:"true"`
}

func (a stateAction) apply(x *exec) bool {
	x.s.state = a.Name
	x.c.note(Entry{Kind: kindState, Text: a.Name})
	return true
}

// commitAction writes a row to the ledger.
type commitAction struct {
	// Row to write.
	Row string `yaml:"row" short:"true"`
}

func (a commitAction) apply(x *exec) bool {
	x.c.commit(x.m.tool, a.Row)
	return true
}

// offerAction changes what every later list shows, on all connections.
type offerAction struct {
	// Tools offered from now on; absent = no change.
	Tools []Tool `yaml:"tools"`
	// Resources offered from now on; absent = no change.
	Resources []Resource `yaml:"resources"`
	// Templates offered from now on; absent = no change.
	Templates []Template `yaml:"templates"`
	// Prompts offered from now on; absent = no change.
	Prompts []Prompt `yaml:"prompts"`
}

func (a offerAction) apply(x *exec) bool {
	x.s.live.override(a)
	return true
}

// override replaces the lists that o has.
func (l *offerAction) override(o offerAction) {
	if o.Tools != nil {
		l.Tools = o.Tools
	}
	if o.Resources != nil {
		l.Resources = o.Resources
	}
	if o.Templates != nil {
		l.Templates = o.Templates
	}
	if o.Prompts != nil {
		l.Prompts = o.Prompts
	}
}
