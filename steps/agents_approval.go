package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// readPolicy is an approval policy as it was read from each order of its members.
type readPolicy struct {
	text     string // the order that was read
	approval host.AgentApproval
	err      error
}

func agentsApprovalSteps() []Step {
	return gherkin.Noun("approval policy", []Step{
		{Keyword: When, Pattern: `this approval policy is read:`,
			Manual: "reads which calls must be approved, once for every order of the members of its objects", Func: (*World).readApproval},
		{Keyword: When, Pattern: `the approval policy is a function that says (yes|no)`,
			Manual: "lets a function of the program decide about each call", Example: `the approval policy is a function that says no`,
			Func: (*World).askApproval},
		{Keyword: When, Pattern: `the approval policy is a function that fails`, Manual: "lets a function of the program decide that cannot",
			Func: (*World).failApproval},
		{Keyword: Then, Pattern: `calls of "([^"]+)" (must|need not) be approved`,
			Manual:  "asks the policy about the calls of several tools by an agent, names separated by commas",
			Example: `calls of "delete, write" must be approved`, Func: (*World).checkApproval},
		{Keyword: Then, Pattern: `calls of "([^"]+)" without an agent (must|need not) be approved`,
			Manual: "asks the policy about calls that no agent makes", Example: `calls of "delete" without an agent must be approved`,
			Func: (*World).checkAgentlessApproval},
		{Keyword: Then, Pattern: `the approval policy is refused with "(.*)"`,
			Manual:  "compares the error text, which must be the same for every order that was read",
			Example: `the approval policy is refused with "Invalid require_approval value"`, Func: (*World).checkPolicyRefused},
	})
}

func (w *World) readApproval(policy *gherkin.DocString) error {
	texts, err := memberOrders(json.RawMessage(policy.Content))
	if err != nil {
		return err
	}
	w.agents.policies = nil
	for _, text := range texts {
		approval, err := host.ParseAgentApproval(text)
		w.agents.policies = append(w.agents.policies, readPolicy{string(text), approval, err})
	}
	return nil
}

func (w *World) askApproval(answer string) error {
	return w.approveBy(func() (bool, error) { return answer == "yes", nil })
}

func (w *World) failApproval() error {
	return w.approveBy(func() (bool, error) { return false, errors.New("nobody knows") })
}

func (w *World) approveBy(decide func() (bool, error)) error {
	approval := host.AskAgentApproval(
		func(context.Context, *host.AgentRun, *host.Agent, protocol.Tool) (bool, error) {
			return decide()
		})
	w.agents.policies = []readPolicy{{text: "a function", approval: approval}}
	return nil
}

func (w *World) checkApproval(tools, want string) error {
	return w.checkNeeded(&host.Agent{}, tools, want)
}

func (w *World) checkAgentlessApproval(tools, want string) error {
	return w.checkNeeded(nil, tools, want)
}

func (w *World) checkNeeded(agent *host.Agent, tools, want string) error {
	if len(w.agents.policies) == 0 {
		return errors.New(`there is no approval policy: say "this approval policy is read:" first`)
	}
	for _, p := range w.agents.policies {
		if p.err != nil {
			return fmt.Errorf("reading %s: %w", p.text, p.err)
		}
		for _, tool := range splitNames(tools) {
			needed, _ := p.approval.Needed(w.life, &host.AgentRun{}, agent, protocol.Tool{Name: tool})
			if needed != (want == "must") {
				return fmt.Errorf("calls of %q must be approved: %t, by the policy %s", tool, needed, p.text)
			}
		}
	}
	return nil
}

func (w *World) checkPolicyRefused(want string) error {
	for _, p := range w.agents.policies {
		if p.err == nil {
			return fmt.Errorf("the approval policy %s is accepted", p.text)
		}
		if err := same("the error of the approval policy "+p.text, p.err.Error(), want); err != nil {
			return err
		}
	}
	return nil
}
