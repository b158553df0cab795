package steps

import (
	"context"
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func credentialsSteps() []Step {
	return gherkin.Noun("credentials", []Step{
		{Keyword: Given, Pattern: `rejected credentials are replaced by the header "([^"]+)" set to "([^"]*)"`,
			Manual:  "gives the bare transport a source of new credentials",
			Example: `rejected credentials are replaced by the header "Authorization" set to "Bearer new"`, Func: (*World).replaceCredentials},
		{Keyword: Given, Pattern: `rejected credentials cannot be replaced`,
			Manual: "gives the bare transport a source of new credentials that has none", Func: (*World).refuseCredentials},
		{Keyword: Then, Pattern: `new credentials were asked for (\d+) times?`,
			Manual: "counts how often the bare transport turned to its source of new credentials", Example: `new credentials were asked for 1 time`,
			Func: (*World).checkRefreshes},
	})
}

func (w *World) replaceCredentials(header, value string) error {
	return w.refreshWith(map[string]string{header: value})
}

func (w *World) refuseCredentials() error { return w.refreshWith(nil) }

func (w *World) refreshWith(headers map[string]string) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	r, ok := b.transport.(transport.Refresher)
	if !ok {
		return errors.New("this transport has no use for credentials")
	}
	r.SetRefresh(func(context.Context, string) map[string]string {
		w.mu.Lock()
		defer w.mu.Unlock()
		b.refreshes++
		return headers
	})
	return nil
}

func (w *World) checkRefreshes(n int) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("how often new credentials were asked for", b.refreshes, n)
}
