package connect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// chosen is the tool that --call means among those there are: SERVER/TOOL, its
// name in the session, or its own name. nil without an error means no call.
func (v *visit) chosen(rows []row) (*host.Tool, error) {
	if v.call == "" {
		return nil, nil
	}
	var all []host.Tool
	titles := map[string]string{}
	for _, r := range rows {
		all = append(all, r.Tools...)
		titles[r.Name] = r.title()
	}
	return chooseTool(all, titles, v.call)
}

// chooseTool prefers the most exact reading of a name.
func chooseTool(all []host.Tool, titles map[string]string, name string) (*host.Tool, error) {
	readings := []func(host.Tool) string{
		host.Tool.Label,
		func(t host.Tool) string { return titles[t.Server] + "/" + t.Original },
		func(t host.Tool) string { return t.Name },
		func(t host.Tool) string { return t.Original },
	}
	var known []string
	for _, read := range readings {
		var matches []host.Tool
		for _, t := range all {
			if known = append(known, read(t)); read(t) == name {
				matches = append(matches, t)
			}
		}
		if len(matches) == 1 {
			return &matches[0], nil
		}
		if len(matches) > 1 {
			return nil, ambiguous(name, matches)
		}
	}
	reason := "no server offers this tool"
	if server, _, labelled := strings.Cut(name, "/"); labelled && !hasServer(titles, server) {
		reason = "there is no such server, or it has no tools"
	}
	return nil, fmt.Errorf("--call %s: %s%s%s", words.Printable(name), reason, ui.DidYouMean("", name, known), offered(all, titles))
}

func hasServer(titles map[string]string, name string) bool {
	_, configured := titles[name]
	return configured || slices.Contains(slices.Collect(maps.Values(titles)), name)
}

// mostOffered bounds how many tools a message lists, and mostLabel the bytes of each name.
const (
	mostOffered = 20
	mostLabel   = 200
)

// offered is a line of the tools there are, by server.
func offered(all []host.Tool, titles map[string]string) string {
	if len(all) == 0 {
		return ""
	}
	var labels []string
	for _, t := range all[:min(len(all), mostOffered)] {
		labels = append(labels, words.Clip(titles[t.Server]+"/"+t.Original, mostLabel))
	}
	if more := len(all) - mostOffered; more > 0 {
		labels = append(labels, fmt.Sprintf("and %d more, see mcpsim connect -v", more))
	}
	return "\nthere are " + words.Printable(strings.Join(labels, ", "))
}

func ambiguous(name string, matches []host.Tool) error {
	var labels []string
	for _, t := range matches {
		labels = append(labels, t.Label())
	}
	slices.Sort(labels)
	return errors.New(words.Printable(fmt.Sprintf("--call %s: want one of %s", name, strings.Join(labels, ", "))))
}

// called is what became of the call.
type called struct {
	host.Output
	Name string // in the session
	Next string // what a person can do about a refusal; empty if nothing general can be said
	Took time.Duration
}

// callTool calls a tool and shows that it is under way.
func (v *visit) callTool(ctx context.Context, t host.Tool) called {
	v.ui.Show("calling %s", words.Printable(t.Label()))
	defer v.ui.Clear()
	begin := time.Now()
	out, err := v.host.CallTool(ctx, t, json.RawMessage(v.args))
	if err != nil { // ctx has ended
		out.Text, out.IsError = err.Error(), true
	}
	c := called{Output: out, Name: t.Name, Took: time.Since(begin)}
	if i := slices.IndexFunc(v.Servers, func(s config.Server) bool { return s.Name == t.Server }); i >= 0 && host.WantedScopes(out.Err) != nil {
		c.Next = explain(out.Err, v.Servers[i], record{}, outside.Ending{}).Next
	}
	return c
}
