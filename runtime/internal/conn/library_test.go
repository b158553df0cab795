package conn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

const everything = `{"capabilities":{"resources":{"subscribe":true},"prompts":{}}}`

// names asks for each list besides tools and joins what addresses its items.
func names(c *conn.Conn) (lists [3]string, errs [3]error) {
	ctx := context.Background()
	resources, err0 := c.ListResources(ctx)
	for _, r := range resources {
		lists[0] += r.URI + " "
	}
	templates, err1 := c.ListResourceTemplates(ctx)
	for _, t := range templates {
		lists[1] += t.URITemplate + " "
	}
	prompts, err2 := c.ListPrompts(ctx)
	for _, p := range prompts {
		lists[2] += p.Name + " "
	}
	return lists, [3]error{err0, err1, err2}
}

// items answers each list besides tools with the same definitions.
func items(definitions string) string {
	return fmt.Sprintf(`{"resources":%[1]s,"resourceTemplates":%[1]s,"prompts":%[1]s}`, definitions)
}

func TestExtrasAreListed(t *testing.T) {
	notFound := &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound}
	for name, tt := range map[string]struct {
		answer   string
		err      error
		want     [3]string
		fails    bool
		warnings int
	}{
		"all": {answer: items(`[{"uri":"a","uriTemplate":"t","name":"p"},{"uri":"b","uriTemplate":"u","name":"q"}]`),
			want: [3]string{"a b ", "t u ", "p q "}},
		"bad ones cost no others": {answer: items(`[{"uri":7,"uriTemplate":7,"name":7},null,{"title":"x"},{"uri":"b","uriTemplate":"u","name":"q"}]`),
			want: [3]string{"b ", "u ", "q "}, warnings: 9},
		"unknown method is an empty list": {err: notFound}, // FF-33
		"any other error":                 {err: &jsonrpc.Error{Code: -32000}, fails: true},
		"unreadable":                      {answer: `[]`, fails: true},
	} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			f.result = everything
			warnings := 0
			c := opened(t, f, func(string, string) (string, error) { return tt.answer, tt.err }, func(error) { warnings++ })
			got, errs := names(c)
			assert.Check(t, got == tt.want, "%s: %q", name, got)
			assert.Check(t, warnings == tt.warnings, "%s: %d warnings", name, warnings)
			for _, err := range errs {
				assert.Check(t, (err != nil) == tt.fails, "%s: %v", name, err)
			}
		})
	}
}

func TestNothingIsAskedThatIsNotOffered(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.result = `{"capabilities":{"tools":{}}}`
		c := opened(t, f, func(method, _ string) (string, error) { t.Error(method); return "", nil }, nil)
		_, errs := names(c)
		assert.Check(t, errs == [3]error{})
		_, read := c.ReadResource(context.Background(), "a")
		_, get := c.GetPrompt(context.Background(), "a", nil)
		for _, err := range []error{read, get, c.Subscribe(context.Background(), "a"), c.Unsubscribe(context.Background(), "a")} {
			none := (*conn.NotOfferedError)(nil)
			assert.Check(t, errors.As(err, &none), err)
		}
	})
}

func TestReadAndGet(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.result = everything
		var sent []string
		c := opened(t, f, func(method, params string) (string, error) {
			sent = append(sent, method+" "+params)
			return map[string]string{
				protocol.MethodReadResource: `{"contents":[{"uri":"a","text":""},{"uri":"a","blob":"AA=="}]}`,
				protocol.MethodGetPrompt:    `{"messages":[{"role":"user","content":{"type":"text","text":"hello"}}]}`,
				protocol.MethodSubscribe:    `{}`,
				protocol.MethodUnsubscribe:  `{}`,
			}[method], nil
		}, nil)
		ctx := context.Background()
		read, err := c.ReadResource(ctx, "a")
		assert.Check(t, err)
		assert.Check(t, len(read.Contents) == 2 && *read.Contents[0].Text == "" && *read.Contents[1].Blob == "AA==")
		got, err := c.GetPrompt(ctx, "p", map[string]string{"k": "v"})
		assert.Check(t, err)
		assert.Check(t, got.Messages[0].Content.Text == "hello")
		assert.Check(t, c.Subscribe(ctx, "a"))
		assert.Check(t, c.Unsubscribe(ctx, "a"))
		assert.Check(t, strings.Join(sent, "\n") == `resources/read {"uri":"a"}
prompts/get {"name":"p","arguments":{"k":"v"}}
resources/subscribe {"uri":"a"}
resources/unsubscribe {"uri":"a"}`, sent)
	})
}

func TestUnreadableResultsAreErrors(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.result = everything
		c := opened(t, f, func(string, string) (string, error) { return `[]`, nil }, nil)
		_, err := c.ReadResource(context.Background(), "a")
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "reading the result of resources/read: "), err)
	})
}

// A server that ignores cursors repeats itself: what came twice is left out, what
// differs stays (FF-34).
func TestRepeatedPagesAreLeftOut(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.result = everything
		c := opened(t, f, func(_, params string) (string, error) {
			extra := ""
			if params != "null" {
				extra = `,{"name":"c"}`
			}
			return `{"prompts":[{"name":"a"},{"name":"b"}` + extra + `],"nextCursor":"8"}`, nil
		}, nil)
		prompts, err := c.ListPrompts(context.Background())
		assert.Check(t, err)
		assert.Check(t, len(prompts) == 3 && prompts[2].Name == "c", "%v", prompts)
	})
}
