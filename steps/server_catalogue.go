package steps

import (
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func serverCatalogueSteps() []gherkin.Step {
	return gherkin.Noun("server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" over (stdio|http|sse|ws) as "([^"]+)"`,
			Manual:  "declares a misbehaving server of the catalogue (see: mcpsim serve --list)",
			Example: `server "docs" over stdio as "banner-on-stdout"`, Func: (*World).declareSpecimen},
	})
}

// declareSpecimen declares a server of the catalogue under a name of the scenario's.
func (w *World) declareSpecimen(name string, kind serverKind, specimen string) error {
	found, err := fakeserver.Lookup(specimen)
	if err != nil {
		return err
	}
	script, err := found.Script()
	if err != nil {
		return err
	}
	script.Name = name
	return w.add(name, kind, script)
}
