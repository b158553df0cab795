package session

import (
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// detail is everything about one server, for show. It may hold secrets until it is told.
type detail struct {
	jsonServer
	Reason       string    `json:"reason,omitempty"` // why it may not connect, in a word
	Next         string    `json:"next,omitempty"`   // what a person can do about that
	Config       string    `json:"config,omitempty"` // the definition in a line, values as ***
	Offered      []string  `json:"offered,omitempty"`
	LeftOut      []leftOut `json:"left_out,omitempty"`
	Resources    []string  `json:"resources,omitempty"`
	Prompts      []string  `json:"prompts,omitempty"`
	Instructions string    `json:"instructions,omitempty"`
	Stderr       []string  `json:"stderr,omitempty"` // the last lines of a process that is not connected
}

// leftOut is a tool that a server offers and that is not used.
type leftOut struct {
	Tool string `json:"tool"`
	Why  string `json:"why"`
}

// hidden is the detail without secrets in what the server says.
func (d detail) hidden(clean func(string) string) detail {
	for _, all := range []*[]string{&d.Offered, &d.Resources, &d.Prompts, &d.Stderr} {
		*all = slices.Clone(*all)
		for i := range *all {
			(*all)[i] = clean((*all)[i])
		}
	}
	d.LeftOut = slices.Clone(d.LeftOut)
	for i := range d.LeftOut {
		d.LeftOut[i].Tool = clean(d.LeftOut[i].Tool)
	}
	d.Instructions, d.Why = clean(d.Instructions), clean(d.Why)
	return d
}

// text is a line for each thing that there is to say.
func (d detail) text() string {
	var b strings.Builder
	put := func(name, text string) {
		if text = strings.TrimSpace(text); text == "" {
			return
		}
		for line := range strings.Lines(words.PrintableLines(text)) {
			b.WriteString(strings.TrimRight("  "+pad(name)+strings.TrimRight(line, "\n"), " ") + "\n")
			name = ""
		}
	}
	b.WriteString(words.Printable(d.Name) + ": " + d.State + "\n")
	put("why", d.Why)
	put("reason", d.Reason)
	put("next", d.Next)
	put("source", d.Source)
	if d.era != nil {
		put("era", d.Era+": "+strings.Join(d.Tried, "\n"))
	}
	put("config", d.Config)
	if d.Tools != nil || len(d.Offered) > 0 {
		put("tools", words.Count(len(d.Offered), "tool")+": "+strings.Join(d.Offered, ", "))
	}
	for _, l := range d.LeftOut {
		put("left out", l.Tool+": "+l.Why)
	}
	put("resources", strings.Join(d.Resources, ", "))
	put("prompts", strings.Join(d.Prompts, ", "))
	put("told", d.Instructions)
	put("stderr", strings.Join(d.Stderr, "\n"))
	return b.String()
}

// pad sets names below each other.
func pad(name string) string {
	const width = 11
	return name + strings.Repeat(" ", max(1, width-len(name)))
}
