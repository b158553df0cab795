package client

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func subscriptionSteps() []gherkin.Step {
	return gherkin.Noun("subscription", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `every subscription asks for what the server declares`, Manual: "in server/discover; not observed if there is none",
			Func: each(subscribesDeclared)},
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
		_ = json.Unmarshal(clientcheck.Result(a.Raw), &told)
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
		for name, value := range p.Notifications {
			if capability, list := listChanges[name]; list && string(value) == "true" && string(told.Capabilities[capability]["listChanged"]) != "true" {
				return fmt.Errorf("%s is asked for, and the server does not declare listChanged of %s: %s", name, capability, quote(m.Raw))
			}
		}
	}
	return verdict.NotObservedIf(len(asked) == 0 || told.Capabilities == nil, "the client asks for no subscription after server/discover")
}
