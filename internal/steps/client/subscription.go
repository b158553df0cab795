package client

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func subscriptionSteps() []gherkin.Step {
	return gherkin.Noun("subscription", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `every subscription asks for what the server declares`, Manual: "in server/discover; not observed if there is none",
			Func: each(subscribesDeclared)},
		{Keyword: gherkin.Then, Pattern: `a server that is started again is subscribed to again`, Manual: "if the one before was, and it is used; not observed if no second one is",
			Func: subscribesAgain},
	})
}

// listChanges are the members of a filter that ask for changes of lists, with the capability
// whose listChanged promises them.
var listChanges = map[string]string{"toolsListChanged": "tools", "promptsListChanged": "prompts", "resourcesListChanged": "resources"}

func subscribesDeclared(r *clientcheck.Run) error {
	var told struct {
		Capabilities map[string]map[string]json.RawMessage
	}
	for _, a := range r.SentBack(discover) {
		_ = jsonparts.Unmarshal(clientcheck.Result(a.Raw), &told)
	}
	asked := r.All("subscriptions/listen")
	for _, m := range asked {
		var p struct {
			Notifications map[string]json.RawMessage
		}
		clientcheck.Params(m.Raw, &p)
		if p.Notifications == nil {
			return fmt.Errorf("it asks for nothing: %s", quote(m.Raw))
		}
		for _, name := range slices.Sorted(maps.Keys(p.Notifications)) {
			if capability, list := listChanges[name]; list && string(p.Notifications[name]) == "true" && string(told.Capabilities[capability]["listChanged"]) != "true" {
				return fmt.Errorf("%s is asked for, and the server does not declare listChanged of %s: %s", name, capability, quote(m.Raw))
			}
		}
	}
	return verdict.NotObservedIf(len(asked) == 0 || told.Capabilities == nil, "the client asks for no subscription after server/discover")
}

// subscribesAgain looks at what each process of the server is asked.
func subscribesAgain(r *clientcheck.Run) error {
	subscribed, used := map[int]bool{}, map[int]bool{}
	for _, m := range r.Asked() {
		switch m.Method {
		case "subscriptions/listen":
			subscribed[m.Conn] = true
		case discover, "initialize":
		default:
			used[m.Conn] = true
		}
	}
	for _, conn := range slices.Sorted(maps.Keys(used)) {
		if subscribed[1] && !subscribed[conn] {
			return fmt.Errorf("server number %d is used without the subscription that number 1 had", conn)
		}
	}
	delete(used, 1)
	return verdict.NotObservedIf(!subscribed[1] || len(used) == 0, "the client had no subscription, or used no second server; it %s%s", r.End(), r.LastWords())
}
