package steps

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func policySteps() []gherkin.Step {
	return gherkin.Noun("policy", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the switch "([^"]+)" is "([^"]*)"`,
			Manual:  "lets the runtime behave like another documented version of itself (see: mcpsim help switches)",
			Example: `the switch "startup.uncached" is "return"`, Func: (*World).setSwitch},
		{Keyword: gherkin.Then, Pattern: `the switches are described as:`,
			Manual: "compares what people are told of all switches, in order; columns name, id, decides, safe, value, means, each other value in a row of its own, a form in the last one",
			Func:   checkSwitches},
		{Keyword: gherkin.Then, Pattern: `each switch that is set to another value and back changes nothing`,
			Manual: "sets each switch of the profile oh-my-pi to each of its values, expects that another policy than the profile's follows from each but the first, and from the first again the profile's",
			Func:   checkSetBack},
		{Keyword: gherkin.Then, Pattern: `the switch "([^"]+)" means the same with "([^"]+)" and "([^"]+)"`,
			Manual:  "compares the policies that follow from two values, with the profile oh-my-pi",
			Example: `the switch "protocol.tasks" means the same with "1h" and "60m"`, Func: checkSameMeaning},
		{Keyword: gherkin.Then, Pattern: `setting the switches "([^"]*)" is refused with "(.*)"`,
			Manual:  "sets switches, given as NAME=VALUE, one after the other, and compares the error of the first that cannot be set",
			Example: `setting the switches "pool=of" is refused with "switch pool has no value "of""`, Func: (*World).checkRefused},
	})
}

func (w *World) setSwitch(name, value string) error {
	if w.host != nil {
		return errors.New("the runtime has been started already: switches are set before")
	}
	return w.policy.SetAll([]string{name + "=" + value})
}

// checkRefused sets switches of the runtime that the scenario is about: those of
// settings decide nothing where there are none.
func (w *World) checkRefused(settings []string, text string) error {
	set := w.policy.Policy.SetAll
	if slices.Contains(w.scenario.Tags, "@qwen") {
		set = w.policy.SetAll
	}
	err := set(settings)
	if err == nil {
		return errors.New("the switches were set")
	}
	return same("why the switches cannot be set", err.Error(), text)
}

func checkSwitches(t *gherkin.Table) error {
	var got []map[string]string
	for _, s := range host.Switches() {
		row := map[string]string{"name": s.Name, "id": s.ID, "decides": s.Manual, "safe": s.Safe}
		for _, v := range s.Values {
			row["value"], row["means"] = v.Name, v.Manual
			got = append(got, row)
			row = map[string]string{}
		}
		if s.Form != "" {
			got = append(got, map[string]string{"means": s.Form})
		}
	}
	return sameTable("the switches", t, got, "name", "id", "decides", "safe", "value", "means")
}

func checkSetBack() error {
	for _, s := range host.Switches() {
		for i, v := range s.Values {
			profile := host.WorkspacePolicy{Policy: host.OhMyPi()}
			p := profile
			if err := p.Set(s.Name, v.Name); err != nil {
				return err
			}
			if cmp.Equal(p, profile, data) != (i == 0) {
				return fmt.Errorf("%s=%s: only the first value is to be the profile's", s.Name, v.Name)
			}
			if err := p.Set(s.Name, s.Values[0].Name); err != nil {
				return err
			}
			if diff := cmp.Diff(profile, p, data); diff != "" {
				return fmt.Errorf("%s=%s and back to %s differs:\n%s", s.Name, v.Name, s.Values[0].Name, diff)
			}
		}
	}
	return nil
}

func checkSameMeaning(name, value, other string) error {
	one, two := host.OhMyPi(), host.OhMyPi()
	if err := errors.Join(one.Set(name, value), two.Set(name, other)); err != nil {
		return err
	}
	if diff := cmp.Diff(one, two, data); diff != "" {
		return fmt.Errorf("%s differs with %s (-) and %s (+):\n%s", name, value, other, diff)
	}
	return nil
}

// data leaves out functions, which cannot be compared.
var data = cmp.FilterPath(func(p cmp.Path) bool { return p.Last().Type().Kind() == reflect.Func }, cmp.Ignore())
