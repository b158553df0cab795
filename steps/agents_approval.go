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

func agentsApprovalSteps() []gherkin.Step {
	return gherkin.Noun("approval policy", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `this approval policy is read:`,
			Manual: "reads which calls must be approved, once for every order of the members of its objects", Func: (*agents).readApproval},
		{Keyword: gherkin.When, Pattern: `the approval policy is a function that (says yes|says no|fails)`,
			Manual: "lets a function of the program decide about each call", Example: `the approval policy is a function that says no`,
			Func: (*agents).askApproval},
		{Keyword: gherkin.Then, Pattern: `calls of "([^"]+)"( without an agent)? (must|need not) be approved`,
			Manual:  "asks the policy about the calls of several tools, by an agent or none; names separated by commas",
			Example: `calls of "delete, write" must be approved`, Func: (*agents).checkApproval},
		{Keyword: gherkin.Then, Pattern: `the approval policy is refused with "(.*)"`,
			Manual:  "compares the error text, which must be the same for every order that was read",
			Example: `the approval policy is refused with "Invalid require_approval value"`, Func: (*agents).checkPolicyRefused},
	})
}

func (a *agents) readApproval(policy *gherkin.DocString) error {
	texts, err := memberOrders(json.RawMessage(policy.Content))
	if err != nil {
		return err
	}
	a.policies = nil
	for _, text := range texts {
		approval, err := host.ParseAgentApproval(text)
		a.policies = append(a.policies, readPolicy{string(text), approval, err})
	}
	return nil
}

func (a *agents) askApproval(answer string) error {
	approval := host.AskAgentApproval(
		func(context.Context, *host.AgentRun, *host.Agent, protocol.Tool) (bool, error) {
			if answer == "fails" {
				return false, errors.New("the function failed")
			}
			return answer == "says yes", nil
		})
	a.policies = []readPolicy{{text: "a function", approval: approval}}
	return nil
}

func (a *agents) checkApproval(tools []string, agentless bool, want string) error {
	agent := &host.Agent{}
	if agentless {
		agent = nil
	}
	if len(a.policies) == 0 {
		return errors.New(`there is no approval policy: say "this approval policy is read:" first`)
	}
	for _, p := range a.policies {
		if p.err != nil {
			return fmt.Errorf("reading %s: %w", p.text, p.err)
		}
		for _, tool := range tools {
			needed, _ := p.approval.Needed(a.life, &host.AgentRun{}, agent, protocol.Tool{Name: tool})
			if needed != (want == "must") {
				return fmt.Errorf("calls of %q must be approved: %t, by the policy %s", tool, needed, p.text)
			}
		}
	}
	return nil
}

func (a *agents) checkPolicyRefused(want string) error {
	for _, p := range a.policies {
		if p.err == nil {
			return fmt.Errorf("the approval policy %s is accepted", p.text)
		}
		if err := same("the error of the approval policy "+p.text, p.err.Error(), want); err != nil {
			return err
		}
	}
	return nil
}
