package probe

import (
	"fmt"
	"slices"
	"strings"
)

// ask takes a request. t.mu is held.
func (t *talk) ask(f Frame) {
	a := t.asked[f.ID()]
	if a == nil {
		a = &asked{id: f.ID(), what: described(f), method: f.Method(), misfit: t.misfits, noTool: Text(f.Param("name")) == "" || string(f.Param("arguments")) == "null" || isNoTool(Text(f.Param("name"))), token: SameJSON(partOf(f.Param("_meta"), "progressToken")), task: f.Param("task") != nil,
			mistaken: t.misfits || isMistaken(f), old: f.CheckVersion() != nil, level: Text(f.Param("level"))}
		if t.bench.IsModern() {
			a.metadata(f)
			a.modern = a.modern && !t.undecided && !t.opensSession(f)
		}
		t.asked[f.ID()] = a
		t.order = append(t.order, a)
		if a.method == "tools/call" {
			t.watch.calls.begin(a, t, t.bench.Target.Clock.Now())
		}
	}
	a.times++
	if f.Method() == "logging/setLevel" {
		t.level = "" // until it is answered
	}
	if f.Method() == "initialize" {
		t.greeted = true
		t.client = partsOf(f.Param("capabilities"))
	}
}

// metadata takes what a request of the modern era says about itself.
func (a *asked) metadata(f Frame) {
	meta := partsOf(f.Param("_meta"))
	a.modern, a.unspoken = isModern(f), Text(meta[MetaVersion]) != ModernRevision
	a.client, a.filter = partsOf(meta[MetaCapabilities]), partsOf(f.Param("notifications"))
	a.logLevel = Text(meta[MetaLogLevel])
}

// isModern reports whether a message names a version without a handshake.
func isModern(f Frame) bool {
	version := Text(partOf(f.Param("_meta"), MetaVersion))
	return version != "" && !slices.Contains(revisions, version)
}

// described is a request for a person: its method, and what it is about.
func described(f Frame) string {
	for _, name := range []string{"name", "uri"} {
		if about := f.Param(name); about != nil {
			return fmt.Sprintf("%s of %s", f.Method(), Quote([]byte(Text(about))))
		}
	}
	return f.Method()
}

// isNoTool reports whether a name is one that is asked for because there is no such tool: all
// objects of JavaScript or Python have members of the others.
func isNoTool(name string) bool {
	return strings.HasPrefix(name, NoSuchTool) || slices.Contains(Inherited(), name)
}
