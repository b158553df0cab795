package steps

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func eraSteps() []gherkin.Step {
	return gherkin.Noun("era", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" was found to speak "(legacy|modern|unknown)" after:`,
			Manual:  "compares the era that the last connection found, and what was tried for it, one step in a line",
			Example: `server "docs" was found to speak "legacy" after:`, Func: (*World).checkEra},
		{Keyword: gherkin.Then, Pattern: `nothing was tried to find out what server "([^"]+)" speaks`,
			Manual: "checks that no connection has asked for its era", Example: `nothing was tried to find out what server "docs" speaks`, Func: (*World).checkNoEra},
		{Keyword: gherkin.When, Pattern: `the program ends and another one starts`,
			Manual: "closes the runtime and starts a new one with all declared servers and the same cache; times count from here", Func: (*World).another},
	})
}

func (w *World) checkEra(server, era string, want *gherkin.DocString) error {
	all := w.seen(event.EraFound, server)
	if len(all) == 0 {
		return fmt.Errorf("no connection of %q has looked for its era", server)
	}
	last := all[len(all)-1]
	if last.To != era {
		return fmt.Errorf("it was found to speak %q, after %s", last.To, last.Name)
	}
	return same("what was tried", strings.Split(last.Name, "; "), strings.Split(want.Content, "\n"))
}

func (w *World) checkNoEra(server string) error {
	if all := w.seen(event.EraFound, server); len(all) > 0 {
		return fmt.Errorf("it was found to speak %q, after %s", all[0].To, all[0].Name)
	}
	return nil
}

// another stands for a program that is started once more.
func (w *World) another() error {
	if _, ok := w.host.(*host.Host); !ok {
		return errors.New("no runtime has been started that can be started anew")
	}
	w.host.Close()
	if err := w.ground.settle(); err != nil {
		return err
	}
	w.host = nil
	return w.chosen().start()
}
