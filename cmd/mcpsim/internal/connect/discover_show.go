package connect

import (
	"fmt"
	"text/tabwriter"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// jsonDiscovered is a server that is used, jsonLeftOut one that is not, jsonFile
// a file that was read.
type jsonDiscovered struct {
	ui.JSONLine
	Name      string     `json:"name"`
	Transport string     `json:"transport"`
	Source    jsonSource `json:"source"`
}

type jsonLeftOut struct {
	ui.JSONLine
	Name   string      `json:"name"`
	Reason string      `json:"reason"`
	Source jsonSource  `json:"source"`
	By     *jsonSource `json:"by,omitempty"` // the definition that has the name
}

type jsonFile struct {
	ui.JSONLine
	Source  jsonSource `json:"source"`
	Servers int        `json:"servers"`
	Failed  bool       `json:"failed,omitempty"`
}

type jsonSource struct {
	Provider string `json:"provider"`
	Level    string `json:"level"`
	Path     string `json:"path"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

// showDiscovered tells what the files of this machine yield. It shows names and
// places and never a value of a definition.
func (c *command) showDiscovered(r *host.DiscoveryResult) {
	if c.json {
		discoveredLines(&jsonShower{out: c.ui.Out, redact: outside.NewRedactor(nil)}, r)
		return
	}
	for _, p := range r.Problems {
		c.ui.Hint("%s", words.Printable(p.String()))
	}
	w := tabwriter.NewWriter(c.ui.Out, 0, 0, 2, ' ', 0)
	row := func(name, what string, s config.Source) {
		fmt.Fprintf(w, "  %s\t%s\t%s, %s\t%s\n", words.Printable(name), words.Printable(what), s.ProviderName, s.Level, words.Printable(s.Place()))
	}
	c.section(w, "configured", len(r.Configs))
	for _, s := range r.Configs {
		row(s.Name, s.Transport(), s.Source)
	}
	if len(r.LeftOut) > 0 {
		c.section(w, "left out", len(r.LeftOut))
	}
	for _, l := range r.LeftOut {
		row(l.Server.Name, reasonText(l), l.Server.Source)
	}
	c.section(w, "files", len(r.Files))
	for _, f := range r.Files {
		fmt.Fprintf(w, "  %s\t%s\t%s, %s\n", words.Printable(f.Source.Path), fileText(f), f.Source.ProviderName, f.Source.Level)
	}
	fmt.Fprintln(w)
	_ = w.Flush() // the error stays in ui.Out
}

// section writes a heading between two tables.
func (c *command) section(w *tabwriter.Writer, title string, n int) {
	_ = w.Flush() // the error stays in ui.Out
	fmt.Fprintf(c.ui.Out, "%s: %d\n", c.ui.Paint(tell.Heading, title), n)
}

func reasonText(l host.DiscoveryLeftOut) string {
	if l.Reason == host.DiscoveryShadowed {
		return "shadowed by " + l.By.Place()
	}
	return string(l.Reason)
}

func fileText(f host.DiscoveryFile) string {
	if f.Failed {
		return "cannot be read: correct it, its servers are missing here"
	}
	return words.Count(f.Servers, "server")
}

func discoveredLines(j *jsonShower, r *host.DiscoveryResult) {
	for _, p := range r.Problems {
		j.problem(p)
	}
	for _, f := range r.Files {
		j.write(jsonFile{ui.LineOf("file"), sourceOf(f.Source), f.Servers, f.Failed})
	}
	for _, s := range r.Configs {
		j.write(jsonDiscovered{ui.LineOf("discovered"), s.Name, s.Transport(), sourceOf(s.Source)})
	}
	for _, l := range r.LeftOut {
		line := jsonLeftOut{JSONLine: ui.LineOf("left_out"), Name: l.Server.Name, Reason: string(l.Reason), Source: sourceOf(l.Server.Source)}
		if l.Reason == host.DiscoveryShadowed {
			line.By = new(sourceOf(l.By))
		}
		j.write(line)
	}
}

func sourceOf(s config.Source) jsonSource {
	return jsonSource{s.Provider, s.Level, s.Path, s.Line, s.Column}
}
