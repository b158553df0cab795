package steps

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

func modernLawSteps() []gherkin.Step {
	return gherkin.Noun("law", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `what was said to server "([^"]+)" keeps the laws of the modern protocol`,
			Manual: "checks all that a modern server received: revision and capabilities in each request, headers over HTTP that say the same, " +
				"no request id twice, no response, no initialize after the server has shown what it is, no requestState that it has not sent, and none a second time",
			Example: `what was said to server "docs" keeps the laws of the modern protocol`, Func: (*server).checkModernLaws},
	})
}

// modernTalk is what was said to one server so far.
type modernTalk struct {
	modern bool              // the server has said so
	head   *fakeserver.Entry // of the POST whose message has not come yet
	ids    map[string]bool
	states map[string]int // as the server sent them, raw: how often, and not sent back yet
}

func (s *server) checkModernLaws() error {
	talk := modernTalk{ids: map[string]bool{}, states: map[string]int{}}
	said := 0
	for _, e := range s.fake.Journal() {
		switch {
		case e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received:
			talk.head = &e
		case e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Sent:
			talk.sent(e)
		case e.Kind == fakeserver.KindMessage:
			said++
			if err := talk.received(e); err != nil {
				return fmt.Errorf("%s received %s: %w", s.name, e.Raw, err)
			}
		}
	}
	if said == 0 {
		return fmt.Errorf("nothing was said to %s", s.name)
	}
	return nil
}

// sent takes note of what the server said about itself and gave to keep.
func (t *modernTalk) sent(e fakeserver.Entry) {
	var answer struct {
		Result struct {
			Supported []protocol.Revision `json:"supportedVersions"`
			State     json.RawMessage     `json:"requestState"`
		} `json:"result"`
	}
	if json.Unmarshal([]byte(e.Raw), &answer) != nil {
		return
	}
	for _, version := range answer.Result.Supported {
		t.modern = t.modern || version == protocol.LatestModern
	}
	if answer.Result.State != nil {
		t.states[string(answer.Result.State)]++
	}
}

// received judges a message of the client.
func (t *modernTalk) received(e fakeserver.Entry) error {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Params struct {
			State json.RawMessage            `json:"requestState"`
			Meta  map[string]json.RawMessage `json:"_meta"`
		} `json:"params"`
	}
	if err := json.Unmarshal([]byte(e.Raw), &m); err != nil {
		return err
	}
	head := t.head
	t.head = nil
	legacy := e.Method == protocol.MethodInitialize || e.Method == protocol.NotifyInitialized
	switch {
	case e.Method == "":
		return fmt.Errorf("a response")
	case legacy && t.modern:
		return fmt.Errorf("it has shown before that it is a modern server")
	case legacy, m.ID == nil:
		return nil
	case t.ids[string(m.ID)]:
		return fmt.Errorf("the id was there before")
	case m.Params.State != nil && t.states[string(m.Params.State)] == 0:
		return fmt.Errorf("the server has not sent this requestState, or it was sent back before")
	case m.Params.Meta[protocol.MetaVersion] == nil || m.Params.Meta[protocol.MetaCapabilities] == nil:
		return fmt.Errorf("no revision or no capabilities")
	}
	t.ids[string(m.ID)] = true
	if m.Params.State != nil {
		t.states[string(m.Params.State)]--
	}
	if e.Transport != "http" {
		return nil
	}
	return sameInHead(head, e.Method, m.Params.Meta)
}

// sameInHead compares the head of a POST with its message, the only one in it.
func sameInHead(head *fakeserver.Entry, method string, meta map[string]json.RawMessage) error {
	if head == nil {
		return fmt.Errorf("it shares a POST with another message")
	}
	version := strings.Trim(string(meta[protocol.MetaVersion]), `"`)
	if got := head.Header.Get("Mcp-Method"); got != method {
		return fmt.Errorf("the header Mcp-Method is %q", got)
	}
	if got := head.Header.Get("Mcp-Protocol-Version"); got != version {
		return fmt.Errorf("the header Mcp-Protocol-Version is %q", got)
	}
	if head.Header.Get("Mcp-Session-Id") != "" || head.Header.Get("Last-Event-Id") != "" {
		return fmt.Errorf("there is something of a session in its headers")
	}
	return nil
}
