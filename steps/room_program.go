package steps

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// roomProgramSteps are about programs that have a room server within them.
func roomProgramSteps() []gherkin.Step {
	const role = `"(visitor|member|owner)"`
	return gherkin.Noun("room server in a program", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a program gives the room server these defaults:`,
			Manual: "sets PerMinute, Scopes and AllowedEntities of a program, as JSON, instead of those of the settings", Func: (*room).setDefaults},
		{Keyword: gherkin.When, Pattern: `the program loads provider "([^"]+)" with the visibility "([^"]*)"`,
			Manual:  "loads a declared server through the room server's methods",
			Example: `the program loads provider "alpha" with the visibility "team"`, Func: (*room).programLoads},
		{Keyword: gherkin.When, Pattern: `the program calls tool "([^"]+)" for a ` + role + `(?: with the scopes "([^"]*)")?`,
			Manual:  "begins a call through the room server's methods; calls are numbered from 1",
			Example: `the program calls tool "alpha:echo" for a "member" with the scopes "net:read"`, Func: (*room).programCalls},
		{Keyword: gherkin.When, Pattern: `the program calls tool "([^"]+)" for a ` + role + ` through its handle`,
			Manual:  "begins a call with what Tools returned",
			Example: `the program calls tool "alpha:echo" for a "member" through its handle`, Func: (*room).programCallsHandle},
		{Keyword: gherkin.When, Pattern: `the program ends the room server and starts it again`,
			Manual: "closes the room server and asks it to start once more", Func: (*room).programEnds},
		{Keyword: gherkin.Then, Pattern: `a ` + role + ` sees the providers "([^"]*)" and the tools "([^"]*)"`,
			Manual:  "compares what the room server's methods show, in order",
			Example: `a "member" sees the providers "alpha, beta" and the tools "alpha:echo"`, Func: (*room).checkSeen},
	})
}

func (n *room) setDefaults(text *gherkin.DocString) error {
	n.defaults = &host.RoomDefaults{}
	return json.Unmarshal([]byte(text.Content), n.defaults)
}

func (n *room) programLoads(s *server, visibility string) error {
	n.host.Load([]host.Provider{{ID: s.name, URL: s.config.URL, Visibility: visibility}})
	return n.ground.settle()
}

// entityOf is an entity as a program makes it.
func entityOf(role, scopes string) host.RoomEntity {
	roles := map[string]host.RoomRole{"visitor": host.RoomVisitor, "member": host.RoomMember, "owner": host.RoomOwner}
	e := host.RoomEntity{ID: role, Role: roles[role]}
	if scopes != "" {
		e.Scopes = strings.Split(scopes, ", ")
	}
	return e
}

func (n *room) programCalls(tool, role, scopes string) error {
	view := n.host.As(entityOf(role, scopes))
	n.launchCall("program", host.Tool{Name: tool}, func(ctx context.Context) (host.Output, error) {
		if role == "owner" { // the room's own methods are the owner's
			return n.host.Call(ctx, tool, nil)
		}
		return view.Call(ctx, tool, nil)
	})
	return n.ground.settle()
}

func (n *room) programCallsHandle(t host.Tool, role string) error {
	view := n.host.As(entityOf(role, ""))
	n.launchCall("program", t, func(ctx context.Context) (host.Output, error) { return view.CallTool(ctx, t, nil) })
	return n.ground.settle()
}

func (n *room) programEnds() error {
	n.host.Close()
	n.host.Start()
	return n.ground.settle()
}

func (n *room) checkSeen(role, providers, tools string) error {
	view := n.host.As(entityOf(role, ""))
	providersSeen := view.Providers()
	if role == "owner" { // the room's own methods are the owner's
		providersSeen = n.host.Providers()
	}
	var ids, names []string
	for _, p := range providersSeen {
		ids = append(ids, p.ID)
	}
	for t := range view.Tools() {
		names = append(names, t.Name)
	}
	if err := same("the providers", strings.Join(ids, ", "), providers); err != nil {
		return err
	}
	return same("the tools", strings.Join(names, ", "), tools)
}
