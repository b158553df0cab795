package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// request is one request on a bare transport, numbered from 1 in a scenario.
type request struct {
	attempt
	result json.RawMessage
}

func requestSteps() []Step {
	return gherkin.Noun("request", []Step{
		{Keyword: When, Pattern: `the request "([^"]+)" is sent`, Manual: "sends a request without parameters; requests are numbered from 1",
			Example: `the request "tools/list" is sent`, Func: (*World).sendBare},
		{Keyword: When, Pattern: `the request "([^"]+)" is sent with:`, Manual: "sends a request with these parameters",
			Example: `the request "tools/call" is sent with:`, Func: (*World).sendBareWith},
		{Keyword: When, Pattern: `the request "([^"]+)" is sent with (\d+) bytes`, Manual: "sends a request whose parameters have about this size",
			Example: `the request "tools/call" is sent with 1048576 bytes`, Func: (*World).sendBareBytes},
		{Keyword: When, Pattern: `the notification "([^"]+)" is sent`, Manual: "sends a notification without parameters; it counts as a request",
			Example: `the notification "notifications/cancelled" is sent`, Func: (*World).notifyBare},
		{Keyword: When, Pattern: `the notification "([^"]+)" is sent with:`,
			Manual:  "sends a notification with these parameters; it counts as a request",
			Example: `the notification "notifications/cancelled" is sent with:`, Func: (*World).notifyBareWith},
		{Keyword: When, Pattern: `the request "([^"]+)" is sent (\d+) times at once`,
			Manual:  "sends requests without parameters at one instant, each with a number of its own",
			Example: `the request "ping" is sent 1000 times at once`, Func: (*World).sendBareTimes},
		{Keyword: When, Pattern: `the notification "([^"]+)" is sent (\d+) times`,
			Manual:  "sends notifications one right after the other, with {\"number\": 1} and so on; together they count as one request",
			Example: `the notification "notifications/progress" is sent 1000 times`, Func: (*World).notifyBareTimes},
		{Keyword: When, Pattern: `the sender gives up request (\d+)`, Manual: "aborts a request", Example: `the sender gives up request 1`,
			Func: (*World).abortRequest},
		{Keyword: Then, Pattern: `request (\d+) is pending`, Manual: "checks that a request has not ended", Example: `request 1 is pending`,
			Func: (*World).requestPending},
		{Keyword: Then, Pattern: `request (\d+) succeeds`, Manual: "checks that a request or notification succeeded", Example: `request 1 succeeds`,
			Func: (*World).requestSucceeds},
		{Keyword: Then, Pattern: `requests (\d+) to (\d+) succeed`, Manual: "checks that each of several requests succeeded",
			Example: `requests 1 to 3 succeed`, Func: (*World).requestsSucceed},
		{Keyword: Then, Pattern: `request (\d+) succeeds with:`, Manual: "compares the result of a request as JSON",
			Example: `request 1 succeeds with:`, Func: (*World).requestResult},
		{Keyword: Then, Pattern: `request (\d+) fails with "(.*)"`,
			Manual:  "compares the error text of a request; <id> stands for the id of any request",
			Example: `request 1 fails with "Transport closed"`, Func: (*World).requestFails},
		{Keyword: Then, Pattern: `requests (\d+) to (\d+) fail with "(.*)"`, Manual: "compares the error text of each of several requests",
			Example: `requests 1 to 3 fail with "Transport closed"`, Func: (*World).requestsFail},
		{Keyword: Then, Pattern: `request (\d+) fails with a text that (begins|ends) with "(.*)"`,
			Manual:  "compares the beginning or the end of the error text of a request",
			Example: `request 1 fails with a text that begins with "No response received for request ID "`, Func: (*World).requestFailsPart},
		{Keyword: Then, Pattern: `request (\d+) was aborted`, Manual: "checks that a request ended with the sender's own reason",
			Example: `request 1 was aborted`, Func: (*World).requestAborted},
		{Keyword: Then, Pattern: `request (\d+) ended at (\S+)`, Manual: "checks when a request ended, to the millisecond",
			Example: `request 1 ended at 30s`, Func: (*World).requestEnded},
	})
}

func (w *World) sendBare(method string) error { return w.send(method, nil, true) }

func (w *World) sendBareWith(method string, params *gherkin.DocString) error {
	return w.send(method, json.RawMessage(params.Content), true)
}

func (w *World) sendBareBytes(method string, n int) error {
	return w.send(method, map[string]string{"pad": strings.Repeat("x", n)}, true)
}

func (w *World) notifyBare(method string) error { return w.send(method, nil, false) }

func (w *World) notifyBareWith(method string, params *gherkin.DocString) error {
	return w.send(method, json.RawMessage(params.Content), false)
}

// send sends a request, or a notification, and lets its consequences happen.
func (w *World) send(method string, params any, answered bool) error {
	err := w.launchRequest(func(ctx context.Context, t transport.Transport) (json.RawMessage, error) {
		if answered {
			return t.Request(ctx, method, params)
		}
		return nil, t.Notify(method, params)
	})
	if err != nil {
		return err
	}
	return w.ground.settle()
}

func (w *World) sendBareTimes(method string, n int) error {
	for range n {
		err := w.launchRequest(func(ctx context.Context, t transport.Transport) (json.RawMessage, error) {
			return t.Request(ctx, method, nil)
		})
		if err != nil {
			return err
		}
	}
	return w.ground.settle()
}

func (w *World) notifyBareTimes(method string, n int) error {
	err := w.launchRequest(func(_ context.Context, t transport.Transport) (json.RawMessage, error) {
		for i := range n {
			if err := t.Notify(method, map[string]int{"number": i + 1}); err != nil {
				return nil, fmt.Errorf("notification %d: %w", i+1, err)
			}
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	return w.ground.settle()
}

// launchRequest begins what counts as one request, without waiting for anything.
func (w *World) launchRequest(do func(context.Context, transport.Transport) (json.RawMessage, error)) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	if b.transport == nil {
		return errors.New("requests are sent on a bare transport, this is a bare connection")
	}
	r := &request{}
	w.requests = append(w.requests, r)
	n := len(w.requests)
	r.begin(w, fmt.Sprintf("request %d", n), fmt.Sprintf("bare/request-%d", n), func(ctx context.Context) (err error) {
		r.result, err = do(ctx, b.transport)
		return err
	})
	return nil
}

func (w *World) request(n int) (*request, error) { return numbered("request", w.requests, n) }

func (w *World) abortRequest(n int) error {
	r, err := w.request(n)
	if err != nil {
		return err
	}
	return r.giveUp()
}

// requestDone is a request that is over.
func (w *World) requestDone(n int) (*request, error) {
	r, err := w.request(n)
	if err == nil {
		err = r.ended()
	}
	return r, err
}

func (w *World) requestPending(n int) error {
	r, err := w.request(n)
	if err != nil || r.pending() {
		return err
	}
	return fmt.Errorf("request %d ended at %s: %s %v", n, r.at, r.result, r.err)
}

func (w *World) requestSucceeds(n int) error {
	r, err := w.requestDone(n)
	if err == nil && r.err != nil {
		err = fmt.Errorf("request %d failed: %w", n, r.err)
	}
	return err
}

func (w *World) requestsSucceed(first, last int) error {
	for n := first; n <= last; n++ {
		if err := w.requestSucceeds(n); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) requestsFail(first, last int, want string) error {
	for n := first; n <= last; n++ {
		if err := w.requestFails(n, want); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) requestResult(n int, want *gherkin.DocString) error {
	if err := w.requestSucceeds(n); err != nil {
		return err
	}
	r, _ := w.requestDone(n)
	return sameJSON(fmt.Sprintf("the result of request %d", n), r.result, want.Content)
}

// requestError is the error text of a failed request.
func (w *World) requestError(n int) (string, error) {
	r, err := w.requestDone(n)
	switch {
	case err != nil:
		return "", err
	case r.err == nil:
		return "", fmt.Errorf("request %d succeeded: %s", n, r.result)
	}
	return r.err.Error(), nil
}

func (w *World) requestFails(n int, want string) error {
	text, err := w.requestError(n)
	if err != nil {
		return err
	}
	if strings.Contains(want, "<id>") {
		text = w.hideIDs(text)
	}
	return same(fmt.Sprintf("the error of request %d", n), text, want)
}

// hideIDs replaces the ids of requests that servers have received by "<id>".
func (w *World) hideIDs(text string) string {
	for _, name := range w.order {
		for _, a := range w.servers[name].arrivals() {
			if id := strings.Trim(a.ID, `"`); id != "" {
				text = strings.ReplaceAll(text, id, "<id>")
			}
		}
	}
	return text
}

func (w *World) requestFailsPart(n int, end, want string) error {
	text, err := w.requestError(n)
	switch {
	case err != nil:
		return err
	case end == "begins" && strings.HasPrefix(text, want), end == "ends" && strings.HasSuffix(text, want):
		return nil
	}
	return fmt.Errorf("the error of request %d is %q", n, text)
}

func (w *World) requestAborted(n int) error {
	r, err := w.request(n)
	if err != nil {
		return err
	}
	return r.aborted()
}

func (w *World) requestEnded(n int, at string) error {
	r, err := w.request(n)
	if err != nil {
		return err
	}
	return r.endedAt(at)
}
