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
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" has this approval policy:`,
			Manual: "says which calls of its tools must be approved", Example: `server "docs" has this approval policy:`, Func: approveServer},
		{Keyword: gherkin.Then, Pattern: `calls of "([^"]+)" by agent "([^"]+)" (must|need not) be approved`,
			Manual:  "asks the tools of the agent's last listing, by their public names; names separated by commas",
			Example: `calls of "delete, write" by agent "writer" must be approved`, Func: (*agents).checkListedApproval},
		{Keyword: gherkin.Then, Pattern: `calls of "([^"]+)"( without an agent)? (must|need not) be approved`,
			Manual:  "asks the policy about the calls of several tools, by an agent or none; names separated by commas",
			Example: `calls of "delete, write" must be approved`, Func: (*agents).checkApproval},
		{Keyword: gherkin.Then, Pattern: `the approval policy is refused with "(.*)"`,
			Manual:  "compares the error text, which must be the same for every order that was read",
			Example: `the approval policy is refused with "Invalid require_approval value"`, Func: (*agents).checkPolicyRefused},
	})
}

func (a *agents) readApproval(policy *gherkin.DocString) error {
	texts := []json.RawMessage{json.RawMessage(policy.Content)} // what is no JSON has one order
	if orders, err := memberOrders(texts[0]); err == nil {
		texts = orders
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

func approveServer(s *host.AgentServerSettings, policy *gherkin.DocString) (err error) {
	s.Approval, err = host.ParseAgentApproval(json.RawMessage(policy.Content))
	return err
}

func (a *agents) checkListedApproval(tools []string, agent, want string) error {
	for _, tool := range tools {
		f, err := a.listedFunction(agent, tool)
		if err != nil {
			return err
		}
		needed, err := f.NeedsApproval(a.life)
		if err != nil {
			return err
		}
		if err := same("whether calls of "+tool+" must be approved", needed, want == "must"); err != nil {
			return err
		}
	}
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
