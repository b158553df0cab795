package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// requests is what a scenario sends on bare transports.
type requests struct {
	noun
	all []*request
}

// request is one request on a bare transport, numbered from 1 in a scenario.
type request struct {
	attempt
	result json.RawMessage
}

func requestSteps() []gherkin.Step {
	return gherkin.Noun("request", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent`, Manual: "sends a request without parameters; requests are numbered from 1",
			Example: `the request "tools/list" is sent`, Func: (*requests).sendPlain},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent with:`, Manual: "sends a request with these parameters",
			Example: `the request "tools/call" is sent with:`, Func: (*requests).sendWith},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent with (\d+) bytes`, Manual: "sends a request whose parameters have about this size",
			Example: `the request "tools/call" is sent with 1048576 bytes`, Func: (*requests).sendBytes},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent by a sender who has given up`,
			Manual:  "sends a request without parameters whose sender gives up before",
			Example: `the request "ping" is sent by a sender who has given up`, Func: (*requests).sendTooLate},
		{Keyword: gherkin.When, Pattern: `the bare connection subscribes to "([^"]+)"`,
			Manual:  "asks for notices of changes of a resource, whether or not the server offers that; it counts as a request",
			Example: `the bare connection subscribes to "doc:a"`, Func: (*requests).subscribe},
		{Keyword: gherkin.When, Pattern: `the notification "([^"]+)" is sent`, Manual: "sends a notification without parameters; it counts as a request",
			Example: `the notification "notifications/cancelled" is sent`, Func: (*requests).notify},
		{Keyword: gherkin.When, Pattern: `the notification "([^"]+)" is sent with:`,
			Manual:  "sends a notification with these parameters; it counts as a request",
			Example: `the notification "notifications/cancelled" is sent with:`, Func: (*requests).notifyWith},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent (\d+) times at once`,
			Manual:  "sends requests without parameters at one instant, each with a number of its own",
			Example: `the request "ping" is sent 1000 times at once`, Func: (*requests).sendTimes},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent (\d+) times in a row`,
			Manual:  "sends requests without parameters, each once all has happened that the one before leads to at this instant",
			Example: `the request "ping" is sent 12 times in a row`, Func: (*requests).sendInARow},
		{Keyword: gherkin.When, Pattern: `the notification "([^"]+)" is sent (\d+) times`,
			Manual:  "sends notifications one right after the other, with {\"number\": 1} and so on; together they count as one request",
			Example: `the notification "notifications/progress" is sent 1000 times`, Func: (*requests).notifyTimes},
		{Keyword: gherkin.Then, Pattern: `request (\d+) succeeds with:`, Manual: "compares the result of a request as JSON",
			Example: `request 1 succeeds with:`, Func: (*request).succeedsWith},
	})
}

func (r *requests) sendPlain(b *bare, method string) error { return r.send(b, method, nil) }

func (r *requests) sendWith(b *bare, method string, params *gherkin.DocString) error {
	return r.send(b, method, json.RawMessage(params.Content))
}

func (r *requests) sendBytes(b *bare, method string, n int) error {
	return r.send(b, method, map[string]string{"pad": strings.Repeat("x", n)})
}

func (r *requests) send(b *bare, method string, params any) error {
	return r.sendMany(b, method, params, 1)
}

func (r *requests) sendTimes(b *bare, method string, n int) error {
	return r.sendMany(b, method, nil, n)
}

func (r *requests) sendInARow(b *bare, method string, n int) error {
	for range n {
		if err := r.sendPlain(b, method); err != nil {
			return err
		}
	}
	return nil
}

func (r *requests) sendTooLate(b *bare, method string) error {
	err := r.launch(b, func(ctx context.Context) (json.RawMessage, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		cancel(errGaveUp)
		return b.transport.Request(ctx, method, nil)
	})
	return errors.Join(err, r.ground.settle())
}

func (r *requests) subscribe(b *bare, uri string) error {
	if b.conn == nil {
		return errors.New(`there is no connection: say "a bare connection to server … is opened" first`)
	}
	r.begun(func(ctx context.Context) (json.RawMessage, error) { return nil, b.conn.Subscribe(ctx, uri) })
	return r.ground.settle()
}

// sendMany sends requests at one instant and lets their consequences happen.
func (r *requests) sendMany(b *bare, method string, params any, n int) error {
	for range n {
		err := r.launch(b, func(ctx context.Context) (json.RawMessage, error) {
			return b.transport.Request(ctx, method, params)
		})
		if err != nil {
			return err
		}
	}
	return r.ground.settle()
}

func (r *requests) notify(b *bare, method string) error { return r.notifyMany(b, method, nil) }

func (r *requests) notifyWith(b *bare, method string, params *gherkin.DocString) error {
	return r.notifyMany(b, method, json.RawMessage(params.Content))
}

func (r *requests) notifyTimes(b *bare, method string, n int) error {
	var all []any
	for i := range n {
		all = append(all, map[string]int{"number": i + 1})
	}
	return r.notifyMany(b, method, all...)
}

// notifyMany sends notifications, one for each of their parameters; together they
// are one request.
func (r *requests) notifyMany(b *bare, method string, params ...any) error {
	err := r.launch(b, func(ctx context.Context) (json.RawMessage, error) {
		notify := b.notifier()
		for _, p := range params {
			if err := notify(ctx, method, p); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	return r.ground.settle()
}

// notifier sends notifications as a sender who may give up, as far as the transport
// lets them: whatever method of its is about notifying and takes a context is given
// theirs. There should be none (OMP-TP-79).
func (b *bare) notifier() func(ctx context.Context, method string, params any) error {
	offered := reflect.ValueOf(b.transport)
	for i, m := range slices.Collect(offered.Type().Methods()) {
		notify, ok := offered.Method(i).Interface().(func(context.Context, string, any) error)
		if ok && strings.Contains(m.Name, "Notify") {
			return notify
		}
	}
	return func(_ context.Context, method string, params any) error { return b.transport.Notify(method, params) }
}

// launch begins what counts as one request, without waiting for anything.
func (r *requests) launch(b *bare, do func(context.Context) (json.RawMessage, error)) error {
	if b.transport == nil {
		return errors.New("requests are sent on a bare transport, this is a bare connection")
	}
	r.begun(do)
	return nil
}

// begun numbers what counts as a request, and begins it.
func (r *requests) begun(do func(context.Context) (json.RawMessage, error)) {
	q := &request{}
	q.got = func() string { return string(q.result) }
	r.all = append(r.all, q)
	n := len(r.all)
	q.begin(r.World, fmt.Sprintf("request %d", n), fmt.Sprintf("bare/request-%d", n), func(ctx context.Context) (err error) {
		q.result, err = do(ctx)
		return err
	})
}

// request is a request that has succeeded.
func (r *requests) request(n int) (*request, error) { return successful("request", r.all, n) }

func (q *request) succeedsWith(want *gherkin.DocString) error {
	return sameJSON("the result of "+q.name, q.result, want.Content)
}
