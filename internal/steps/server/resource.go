package server

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// resources is the noun of steps about resources and their contents.
type resources struct{ *check }

func resourceSteps() []Step {
	return gherkin.Noun("resource", []Step{
		{Keyword: Given, Pattern: `the server has a resource`, Manual: "listed; not testable without", Func: (*resources).hasResource},
		{Keyword: Given, Pattern: `the server has a resource with a file URI`,
			Manual: "or a template; not testable without, nor if it gives /etc/passwd to whoever asks for it by name", Func: (*resources).hasFile},
		{Keyword: When, Pattern: `every resource is read`, Manual: "that is listed, 32 at most; it does not matter if there are none",
			Func: (*resources).readResources},
		{Keyword: When, Pattern: `it is subscribed to`, Manual: "resources/subscribe with its URI", Func: (*resources).subscribe},
		{Keyword: When, Pattern: `it is unsubscribed from`, Manual: "resources/unsubscribe with its URI", Func: (*resources).unsubscribe},
		{Keyword: When, Pattern: `a file outside is asked for by a path that leads upwards`, Manual: "/etc/passwd, spelled in four ways",
			Func: (*resources).climb},
		{Keyword: Then, Pattern: `the file is not given out`, Manual: "it is known by its first line", Func: (*resources).notGiven},
		{Keyword: Then, Pattern: `every content is text, or base64`,
			Manual: "of what was read, and images and audio with a MIME type of what tools answered; not observed if there is none",
			Func:   (*resources).contents},
	})
}

// maxResources is how many resources are read.
const maxResources = 32

// uris are those of the resources that are listed.
func (w *resources) uris() ([]string, error) {
	items, err := w.c.ListAll("resources/list")
	var out []string
	for _, item := range items {
		if uri := probe.Text(item["uri"]); uri != "" {
			out = append(out, uri)
		}
	}
	return out, err
}

func (w *resources) hasResource() error {
	uris, err := w.uris()
	switch {
	case err != nil:
		return err
	case len(uris) == 0:
		return verdict.NotTestable("the server lists no resources")
	}
	w.marks["uri"] = uris[0]
	return nil
}

func (w *resources) askURI(method, uri string) error {
	return w.request(method, fmt.Sprintf(`{"uri":%s}`, probe.Encoded(uri)), w.bench.NextID())
}

func (w *resources) subscribe() error   { return w.askURI("resources/subscribe", w.marks["uri"]) }
func (w *resources) unsubscribe() error { return w.askURI("resources/unsubscribe", w.marks["uri"]) }

func (w *resources) readResources() error {
	w.answers = nil
	if !w.c.Declared["resources"] {
		return nil
	}
	uris, err := w.uris()
	if err != nil {
		return err
	}
	for _, uri := range uris[:min(len(uris), maxResources)] {
		if err := w.askURI("resources/read", uri); err != nil {
			return err
		}
		answer, err := w.answered()
		if err != nil {
			return fmt.Errorf("reading %s: %w", uri, err)
		}
		w.answers = append(w.answers, answer)
	}
	return nil
}

// contents judges what was read, and what tools answered if they were called.
func (w *resources) contents(s *probe.Survey) error {
	seen := 0
	for _, a := range w.answers {
		var result struct{ Contents []map[string]json.RawMessage }
		_ = json.Unmarshal(a.Members["result"], &result)
		for _, content := range result.Contents {
			if err := checkContent(content); err != nil {
				return fmt.Errorf("%w: %s", err, probe.Quote(a.Raw))
			}
			seen++
		}
	}
	for _, t := range s.Trials {
		blocks, err := checkBlocks(t.Result())
		if err != nil {
			return w.blame(t, "%w: %s", err, probe.Quote(t.Answer.Raw))
		}
		seen += blocks
	}
	if seen == 0 {
		return verdict.NotObserved("no resource has contents, and no tool that may be called answers with any")
	}
	return nil
}

// checkContent judges what was read of a resource.
func checkContent(content map[string]json.RawMessage) error {
	blob, hasBlob := content["blob"]
	_, hasText := content["text"]
	switch {
	case hasText == hasBlob:
		return errors.New("a content has not exactly one of text and blob")
	case hasText && !isString(content["text"]):
		return errors.New("the text of a content is no string")
	case hasBlob:
		return checkBase64("blob", blob)
	}
	return nil
}

// checkBlocks judges what a tool answered with, and counts what it judged.
func checkBlocks(r *probe.ToolResult) (int, error) {
	if r == nil {
		return 0, nil
	}
	judged := 0
	for _, block := range r.Content {
		switch kind := probe.Text(block["type"]); kind {
		case "image", "audio":
			judged++
			if probe.Text(block["mimeType"]) == "" {
				return judged, fmt.Errorf("its %s has no mimeType", kind)
			}
			if err := checkBase64("data of the "+kind, block["data"]); err != nil {
				return judged, err
			}
		case "resource":
			judged++
			var content map[string]json.RawMessage
			_ = json.Unmarshal(block["resource"], &content)
			if err := checkContent(content); err != nil {
				return judged, err
			}
		}
	}
	return judged, nil
}

func isString(raw json.RawMessage) bool { return strings.HasPrefix(string(raw), `"`) }

func checkBase64(what string, raw json.RawMessage) error {
	if !isString(raw) {
		return fmt.Errorf("the %s is no string", what)
	}
	if _, err := base64.StdEncoding.DecodeString(probe.Text(raw)); err != nil {
		return fmt.Errorf("the %s is no base64: %w", what, err)
	}
	return nil
}

// outside is a file that every system of the kind has, and nobody offers.
const outside = "etc/passwd"

// passwordLine is the line by which it is known.
var passwordLine = regexp.MustCompile(`(^|\\n|")root:[^:]*:0:0:`)

// hasFile notes the folder of the first file.
func (w *resources) hasFile() error {
	uris, err := w.uris()
	if err != nil {
		return err
	}
	templates, _ := w.c.ListAll("resources/templates/list") // a server need not have any
	for _, t := range templates {
		before, _, _ := strings.Cut(probe.Text(t["uriTemplate"]), "{")
		uris = append(uris, before)
	}
	for _, uri := range uris {
		if name, ok := strings.CutPrefix(uri, "file://"); ok {
			w.marks["folder"] = "file://" + strings.TrimSuffix(path.Dir("/"+name), "/")
			return w.byName()
		}
	}
	return verdict.NotTestable("the server has no resource with a file URI")
}

// byName is not testable if the file is no secret here.
func (w *resources) byName() error {
	if err := w.askURI("resources/read", "file:///"+outside); err != nil {
		return err
	}
	if answer, err := w.answered(); err == nil && passwordLine.Match(answer.Members["result"]) {
		return verdict.NotTestable("the server gives every file to whoever asks for it by name")
	}
	return nil
}

// climb asks in several ways for what is above the folder.
func (w *resources) climb() error {
	w.answers = nil
	for _, up := range []string{"../", "%2e%2e/", "..%2f", "x/../../"} {
		uri := w.marks["folder"] + "/" + strings.Repeat(up, 12) + outside
		if err := w.askURI("resources/read", uri); err != nil {
			return err
		}
		answer, err := w.answered()
		if err != nil {
			return fmt.Errorf("reading %s: %w", uri, err)
		}
		w.answers = append(w.answers, answer)
	}
	return nil
}

func (w *resources) notGiven() error {
	for _, a := range w.answers {
		if passwordLine.Match(a.Members["result"]) {
			return fmt.Errorf("/%s is given out", outside)
		}
	}
	return nil
}
