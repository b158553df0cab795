package steps

import (
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func policySteps() []gherkin.Step {
	return gherkin.Noun("policy", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the switch "([^"]+)" is "([^"]*)"`,
			Manual:  "lets the runtime behave like another documented version of itself (see: mcpsim help switches)",
			Example: `the switch "startup.uncached" is "return"`, Func: (*World).setSwitch},
	})
}

func (w *World) setSwitch(name, value string) error {
	if w.host != nil {
		return errors.New("the runtime has been started already: switches are set before")
	}
	return w.policy.Set(name, value)
}
