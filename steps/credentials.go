package steps

import (
	"context"
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func credentialsSteps() []gherkin.Step {
	return gherkin.Noun("credentials", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `rejected credentials are replaced by the header "([^"]+)" set to "([^"]*)"`,
			Manual:  "gives the bare transport a source of new credentials",
			Example: `rejected credentials are replaced by the header "Authorization" set to "Bearer new"`, Func: (*bare).replaceCredentials},
		{Keyword: gherkin.Given, Pattern: `rejected credentials cannot be replaced`,
			Manual: "gives the bare transport a source of new credentials that has none", Func: (*bare).refuseCredentials},
		{Keyword: gherkin.Then, Pattern: `new credentials were asked for (\d+) times?`,
			Manual: "counts how often the bare transport turned to its source of new credentials", Example: `new credentials were asked for 1 time`,
			Func: (*bare).checkRefreshes},
	})
}

func (b *bare) replaceCredentials(header, value string) error {
	return b.refreshWith(map[string]string{header: value})
}

func (b *bare) refuseCredentials() error { return b.refreshWith(nil) }

func (b *bare) refreshWith(headers map[string]string) error {
	r, ok := b.transport.(transport.Refresher)
	if !ok {
		return errors.New("this transport has no use for credentials")
	}
	r.SetRefresh(1, func(context.Context, transport.Rejection) (map[string]string, error) {
		b.w.mu.Lock()
		defer b.w.mu.Unlock()
		b.refreshes++
		return headers, nil
	})
	return nil
}

func (b *bare) checkRefreshes(n int) error {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	return same("how often new credentials were asked for", b.refreshes, n)
}
