package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func metadataSteps() []gherkin.Step {
	return gherkin.Noun("metadata", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `no request names the revision "([^"]+)"`, Manual: "in its _meta: one that the client does not speak",
			Example: `no request names the revision "2099-01-01"`, Func: namesNot},
		{Keyword: gherkin.Then, Pattern: `every request says which protocol it is of`,
			Manual: "protocolVersion and clientCapabilities in its _meta; over HTTP the version is in Mcp-Protocol-Version, too", Func: each(eachRequest(saysProtocol))},
		{Keyword: gherkin.Then, Pattern: `every request says who the client is`, Manual: "clientInfo in its _meta, with name and version", Func: each(eachRequest(saysClient))},
		{Keyword: gherkin.Then, Pattern: `nothing of a session is sent`, Manual: "no Mcp-Session-Id, no Last-Event-ID, no GET, no DELETE", Func: each(sessionless)},
		{Keyword: gherkin.Then, Pattern: `no method of a session is sent`, Manual: "one that revisions with a handshake alone have", Func: each(sendsNoOldMethod)},
		{Keyword: gherkin.Then, Pattern: `nothing is asked for that server/discover did not name`, Manual: "prompts, resources, completions; not observed of a client that does not ask it", Func: each(needsNamed)},
		{Keyword: gherkin.Then, Pattern: `no answer is sent`, Manual: "to a request of the server: there are none without a handshake", Func: each(answersNothing)},
	})
}

// stateless is not observed unless all that the client sent is without a handshake: what a
// session has is the business of other checks.
func stateless(r *clientcheck.Run) error {
	if err := speaksModern(r); err != nil {
		return err
	}
	return verdict.NotObservedIf(r.Sent("initialize"), "the client has opened a session")
}

// eachRequest judges every request of a client without a handshake, up to the handshake of
// one that falls back.
func eachRequest(judge func(clientcheck.Indexed) error) func(*clientcheck.Run) error {
	return func(r *clientcheck.Run) error {
		if err := speaksModern(r); err != nil {
			return err
		}
		for _, m := range r.Asked() {
			if m.Method == "initialize" {
				break
			}
			if err := judge(m); err != nil && membersOf(m.Entry) != nil {
				return fmt.Errorf("%s: %w: %s", m.Method, err, quote(m.Raw))
			}
		}
		return nil
	}
}

func saysProtocol(m clientcheck.Indexed) error {
	meta := m.Meta()
	version, named := textOf(meta[clientcheck.MetaVersion])
	header := m.Header.Values(clientcheck.HeaderRevision)
	switch {
	case !named || !isRevision(version):
		return fmt.Errorf("its _meta names no version but %s", orNothing(string(meta[clientcheck.MetaVersion])))
	case !isObject(meta[clientcheck.MetaCapabilities]):
		return fmt.Errorf("the client's capabilities in its _meta are %s", orNothing(string(meta[clientcheck.MetaCapabilities])))
	case m.Transport == "http" && (len(header) != 1 || header[0] != version):
		return fmt.Errorf("the header MCP-Protocol-Version is %q", header)
	}
	if err := extensionsNamed(meta[clientcheck.MetaCapabilities]); err != nil {
		return err
	}
	return misshapenIn(meta[clientcheck.MetaCapabilities])
}

// extensionsNamed says which extension has a name without a prefix, or one that is no key of _meta.
func extensionsNamed(capabilities json.RawMessage) error {
	var can struct{ Extensions map[string]json.RawMessage }
	_ = jsonparts.Unmarshal(capabilities, &can)
	for _, name := range slices.Sorted(maps.Keys(can.Extensions)) {
		if !strings.Contains(name, "/") || !metaKey().MatchString(name) {
			return fmt.Errorf("the extension %q has no prefix of labels and a name", name)
		}
	}
	return nil
}

func saysClient(m clientcheck.Indexed) error {
	if m.Meta()[clientcheck.MetaVersion] == nil && m.Meta()[clientcheck.MetaCapabilities] == nil {
		return nil // the business of M-CLI-22
	}
	var info map[string]json.RawMessage
	_ = jsonparts.Unmarshal(m.Meta()[clientcheck.MetaClient], &info)
	_, named := textOf(info["name"])
	_, versioned := textOf(info["version"])
	if !named || !versioned {
		return errors.New("its _meta has no clientInfo with a name and a version")
	}
	return misshapen(m.Meta()[clientcheck.MetaClient], infoShapes)
}

func sessionless(r *clientcheck.Run) error {
	if err := stateless(r); err != nil {
		return err
	}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Direction == fakeserver.Received && e.Transport == "http" }) {
		for _, name := range []string{clientcheck.HeaderSession, clientcheck.HeaderLast} {
			if value := e.Header.Values(name); len(value) > 0 {
				return fmt.Errorf("%s (%s) has the header %s: %q", e.What(), e.Verb, name, value[0])
			}
		}
	}
	for _, q := range slices.Concat(r.Verbs(http.MethodGet), r.Verbs(http.MethodDelete)) {
		if !isMoved(q.Entry) { // what becomes of a redirect is the business of M-CLI-137 and M-CLI-138
			return fmt.Errorf("a %s is sent", q.Verb)
		}
	}
	return nil
}

// methodsOfSessions are those that went with the handshake.
var methodsOfSessions = map[string]bool{
	"notifications/initialized": true, "ping": true, "logging/setLevel": true, "notifications/roots/list_changed": true,
	"resources/subscribe": true, "resources/unsubscribe": true, "tasks/list": true, "tasks/result": true,
}

// notModern reports whether a client has no such message without a handshake. Over HTTP a stream is
// closed instead of a cancellation.
func notModern(m clientcheck.Indexed) bool {
	return methodsOfSessions[m.Method] || serverMethods[m.Method] || m.Method == "notifications/progress" || m.Method == "notifications/tasks/status" ||
		m.Method == "notifications/cancelled" && m.Transport == "http"
}

func sendsNoOldMethod(r *clientcheck.Run) error {
	if err := stateless(r); err != nil {
		return err
	}
	for _, m := range r.Received() {
		if notModern(m) {
			return fmt.Errorf("%s is sent: %s", m.Method, quote(m.Raw))
		}
	}
	return nil
}

// needsNamed looks at what follows the answer to server/discover, up to the handshake of a client
// that falls back.
func needsNamed(r *clientcheck.Run) error {
	if err := stateless(r); err != nil {
		return err
	}
	told := r.SentBack(discover)
	told = slices.DeleteFunc(told, func(a clientcheck.Indexed) bool { return clientcheck.Result(a.Raw) == nil })
	if len(told) == 0 {
		return verdict.NotObserved("server/discover is not answered")
	}
	var answer struct{ Capabilities map[string]json.RawMessage }
	_ = jsonparts.Unmarshal(clientcheck.Result(told[0].Raw), &answer)
	for _, m := range r.Asked() {
		capability, _ := needed(m.Method)
		if capability == "" || capability == "tasks" || notModern(m) || m.Place < told[0].Place || answer.Capabilities[capability] != nil {
			continue // tasks are an extension
		}
		return fmt.Errorf("%s is sent although server/discover does not name %s: %s", m.Method, capability, quote(m.Raw))
	}
	return nil
}

func answersNothing(r *clientcheck.Run) error {
	if err := stateless(r); err != nil {
		return err
	}
	for _, m := range r.Received() {
		if members := membersOf(m.Entry); members["method"] == nil && (members["result"] != nil || members["error"] != nil) {
			return fmt.Errorf("an answer is sent: %s", quote(m.Raw))
		}
	}
	return nil
}

func namesNot(r *clientcheck.Run, revision string) error {
	for _, m := range r.Asked() {
		if named, _ := textOf(m.Meta()[clientcheck.MetaVersion]); named == revision {
			return fmt.Errorf("one does, which the client was not asked to speak: %s", quote(m.Raw))
		}
	}
	return nil
}
