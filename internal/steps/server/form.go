package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func formSteps() []gherkin.Step {
	return gherkin.Noun("form", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `every prompt is asked for`, Manual: "that is listed, 16 at most, with a value for each required argument",
			Func: browse},
		{Keyword: gherkin.Then, Pattern: `every item of the list has what it needs, each of its type`,
			Manual: "names, URIs, arguments and annotations; not observed if the list is empty", Func: (*check).itemForms},
		{Keyword: gherkin.Then, Pattern: `each call is answered, and each result has what it needs, each of its type`,
			Manual: "content of a known type, isError a boolean; an answer that takes longer than the survey waits is not missed", Func: callForms},
		{Keyword: gherkin.Then, Pattern: `each resource is answered, and each result has what it needs, each of its type`,
			Manual: "contents with URIs; an error is right", Func: resourceForms},
		{Keyword: gherkin.Then, Pattern: `each prompt is answered, and each result has what it needs, each of its type`,
			Manual: "messages with a role and one content; an error is right", Func: promptForms},
		{Keyword: gherkin.Then, Pattern: `of no template was all refused that it stands for`, Manual: "made of the values that the server itself completes its only variable with, three at most; not observed if it completes none", Func: templatesServed},
		{Keyword: gherkin.Then, Pattern: `of no template was all refused that has a slash in its value`, Manual: "of the same, where what has none was read", Func: slashesServed},
		{Keyword: gherkin.Then, Pattern: `no prompt that requires nothing was refused`, Manual: "but for a capability that the client lacks, or for its params; not observed if there is none", Func: plainPromptsServed},
		{Keyword: gherkin.Then, Pattern: `none of what is listed was refused`, Manual: "but for a capability that the client lacks; that resources/read is unknown is the business of another check", Func: noneRefused},
		{Keyword: gherkin.Then, Pattern: `none was refused for the lack of an argument that it does not require`, Manual: "and is not refused with all arguments", Func: noneNeedless},
		{Keyword: gherkin.Then, Pattern: `what was read can be read again`, Manual: "the first and the last resource; not observed if none can be read", Func: readAgain},
		{Keyword: gherkin.Then, Pattern: `what was read is what was asked for`, Manual: "by its URI, or one below it, however it is escaped; beside it no other resource of the list, unless it seems to be an index of them", Func: readAsAsked},
		{Keyword: gherkin.Then, Pattern: `what was read has the size that is listed`, Manual: "a blob to the byte, text in any encoding and with any line ends; not observed if no list names one", Func: sizesTrue},
		{Keyword: gherkin.Then, Pattern: `what was read has the MIME type that is listed`, Manual: "but for parameters, and text that is made of what is none; not observed if none has both", Func: kindsTrue},
		{Keyword: gherkin.Then, Pattern: `each completion has what it needs, each of its type`, Manual: "values that are strings; an error is right",
			Func: completionForms},
		{Keyword: gherkin.Then, Pattern: `every log message has what it needs, each of its type`, Manual: "one of the eight levels, and data", Func: logForms},
	})
}

// browse reads what there is. What it is answered with is for a Then to judge.
func browse(b *probe.Bench) error {
	if err := b.Ready(); err != nil {
		return err
	}
	_, err := b.Browse()
	return err
}

func (c *check) itemForms() error {
	all, err := c.items()
	if err != nil {
		return err
	}
	return each(all, "the list is empty", func(item probe.Item) error {
		if err := form.Item(c.bench.IsModern(), c.list.Method, item); err != nil {
			raw, _ := json.Marshal(item)
			return fmt.Errorf("an item of %s: %w: %s", c.list.Method, err, probe.Quote(raw))
		}
		return nil
	})
}

func callForms(s *probe.Survey, b *probe.Bench) error {
	return each(s.Trials, "no tool was called", func(t *probe.Trial) error {
		if errors.Is(t.Err, probe.ErrEnded) {
			return blame(b, t, "there is no answer: %w", t.Err)
		}
		if ofAnotherType(t.Answer) || t.Answer.CheckResponse() != nil {
			return nil
		}
		if err := form.Result(b.IsModern(), "tools/call", t.Answer.Members["result"]); err != nil {
			return blame(b, t, "the result: %w: %s", err, probe.Quote(t.Answer.Raw))
		}
		return nil
	})
}

// ofAnotherType reports whether a result of the modern era says that it is not complete:
// whether it may be so is the business of another check.
func ofAnotherType(answer probe.Frame) bool {
	kind := probe.Text(probe.Page(answer)["resultType"])
	return kind != "" && (kind != "complete" || probe.HasQuestions(answer))
}

func resourceForms(all *probe.Browse, b *probe.Bench) error {
	return visitForms(b, all.Read(), "resources/read", "no resource can be read")
}

func promptForms(all *probe.Browse, b *probe.Bench) error {
	return visitForms(b, all.Prompts, "prompts/get", "no prompt can be asked for")
}

// visitForms judges what things of one kind were answered with.
func visitForms(b *probe.Bench, all []probe.Visit, method, none string) error {
	return each(all, none, func(v probe.Visit) error {
		err := v.Err
		if ofAnotherType(v.Answer) {
			return nil
		}
		if method == "completion/complete" {
			err = nil // which is the business of another check
		}
		if err == nil {
			err = form.Result(b.IsModern(), method, v.Answer.Members["result"])
		}
		if err == nil && method == "prompts/get" {
			err = messageMedia(v.Answer)
		}
		if err != nil {
			b.RecallBrowse()
			if shape := v.Answer.CheckShape(); v.Answer.IsResponse() && shape != nil {
				return verdict.Because(shapeCheck, "%s of %q is answered with what is no response: %s", method, v.Name, shape)
			}
			return fmt.Errorf("%s of %q: %w: %s", method, v.Name, err, probe.Quote(v.Answer.Raw))
		}
		return nil
	})
}

// messageMedia judges the images, audio and resources in the messages of a prompt.
func messageMedia(answer probe.Frame) error {
	var result struct {
		Messages []struct{ Content map[string]json.RawMessage }
	}
	_ = jsonparts.Unmarshal(answer.Members["result"], &result)
	for _, m := range result.Messages {
		if _, err := probe.CheckBlock(m.Content); err != nil {
			return err
		}
	}
	return nil
}

func readAsAsked(all *probe.Browse, b *probe.Bench) error {
	judged := 0
	for _, v := range all.Read() {
		uris := returned(v)
		if len(uris) == 0 {
			continue
		}
		judged++
		asked := slices.ContainsFunc(uris, func(uri string) bool { // that one has no URI is the business of another check
			return uri == "" || isBelow(all, uri, v.Name)
		})
		if !asked {
			b.RecallBrowse()
			return fmt.Errorf("asked for %q it returns the contents of %q", v.Name, uris[0])
		}
	}
	if name, other := besides(all); name != "" {
		b.RecallBrowse()
		return fmt.Errorf("asked for %q it returns the contents of %q, too", name, other)
	}
	return verdict.NotObservedIf(judged == 0, "no resource has contents")
}

// noneNeedless blames a prompt that is refused with what it requires, and is not with all that
// it takes.
func noneNeedless(all *probe.Browse, b *probe.Bench) error {
	for _, v := range all.Whole {
		if v.Answer.Members["result"] != nil {
			if b.Found(probe.Shaped) {
				return verdict.Because(shapeCheck, "responses are neither results nor errors")
			}
			b.RecallBrowse()
			return fmt.Errorf("the prompt %q is refused without the arguments that it does not require, and with them it is not", v.Name)
		}
	}
	return verdict.NotObservedIf(len(all.Prompts) == 0, "no prompt can be asked for")
}

// readAgain wants what was read once to be read once more.
func readAgain(all *probe.Browse, b *probe.Bench) error {
	return each(all.Again, "no resource can be read", func(v probe.Visit) error {
		before := slices.ContainsFunc(all.Resources, func(first probe.Visit) bool { return first.Name == v.Name && hasContents(first) })
		if before && v.Err == nil && v.Answer.Failure() == nil && !hasContents(v) {
			b.RecallBrowse()
			return unless(false, v.Answer, "%q had contents, and has none when it is read again", v.Name)
		}
		return stillServed(v, b, fmt.Sprintf("%q was read, and then", v.Name), fmt.Sprintf("%q was read, and reading it again is refused", v.Name))
	})
}

// hasContents reports whether a resource was read that has contents.
func hasContents(v probe.Visit) bool {
	var result struct{ Contents []json.RawMessage }
	return jsonparts.Unmarshal(v.Answer.Members["result"], &result) == nil && len(result.Contents) > 0
}

// stillServed judges what was answered before when it was asked for in another way or again:
// lost says that there is no answer, refused that it is an error.
func stillServed(v probe.Visit, b *probe.Bench, lost, refused string) error {
	if v.Err == nil && v.Answer.Failure() == nil {
		return nil
	}
	b.RecallBrowse()
	if v.Err != nil {
		return fmt.Errorf("%s: %w", lost, v.Err)
	}
	return unless(false, v.Answer, "%s", refused)
}

// plainPromptsServed judges the prompts that were asked for without an argument. One that is there
// with what it does not require is the business of the check of that.
func plainPromptsServed(all *probe.Browse, b *probe.Bench) error {
	plain := slices.DeleteFunc(slices.Clone(all.Prompts), func(v probe.Visit) bool {
		takesMore := slices.ContainsFunc(all.Whole, func(w probe.Visit) bool { return w.Name == v.Name })
		return takesMore || !strings.HasSuffix(v.Params, `"arguments":{}}`)
	})
	return each(plain, "no prompt requires nothing", func(v probe.Visit) error {
		failure := v.Answer.Failure()
		if v.Err != nil || failure == nil || failure.Code == "-32021" || failure.Code == "-32602" || v.Answer.IsUnknownMethod() {
			return nil
		}
		b.RecallBrowse()
		return unless(false, v.Answer, "the prompt %q takes no arguments, and is refused with error %s", v.Name, failure.Code)
	})
}

func noneRefused(all *probe.Browse, b *probe.Bench) error {
	return each(all.Resources, "no resource is listed", func(v probe.Visit) error {
		if failure := v.Answer.Failure(); v.Err == nil && failure != nil && failure.Code != "-32021" && !v.Answer.IsUnknownMethod() {
			for _, item := range all.Listed {
				if wrong := form.Item(b.IsModern(), "resources/list", item); wrong != nil && probe.Text(item["uri"]) == v.Name {
					return verdict.Because(templateCheck, "an item of resources/list: %s", wrong)
				}
			}
			b.RecallBrowse()
			return unless(false, v.Answer, "%q is listed, and reading it is refused with error %s", v.Name, failure.Code)
		}
		return nil
	})
}

func templatesServed(all *probe.Browse, b *probe.Bench) error {
	return each(all.OfOneVariable(), "no variable of a template that has no other is completed", func(t probe.Templated) error {
		for _, v := range t.Visits {
			failure := v.Answer.Failure()
			if v.Err != nil || failure == nil || failure.Code == "-32021" || v.Answer.IsUnknownMethod() {
				return nil // or the business of another check
			}
		}
		b.RecallBrowse()
		first := t.Visits[0]
		return unless(false, first.Answer, "the template %q is completed to %q, and reading that is refused", t.Template, first.Name)
	})
}

// slashesServed judges templates whose variable is completed with paths, too: where what has no
// slash is read, and what has one is refused each time, the server does not find it by its own
// template.
func slashesServed(all *probe.Browse, b *probe.Bench) error {
	return each(all.OfOneVariable(), "no variable of a template that has no other is completed", func(t probe.Templated) error {
		read, refused := false, (*probe.Visit)(nil)
		for _, v := range t.Visits {
			deep, served := v.Deep, v.Answer.Members["result"] != nil
			switch {
			case deep && served:
				return nil
			case deep && v.Answer.Failure() != nil && v.Answer.Failure().Code != "-32021" && refused == nil:
				refused = &v
			}
			read = read || served
		}
		if !read || refused == nil {
			return nil
		}
		b.RecallBrowse()
		return unless(false, refused.Answer, "the template %q is completed to %q, and of what it is completed to all is refused that has a slash in it, and nothing else", t.Template, refused.Name)
	})
}

// plainURI is a URI without what may be written in several ways.
func plainURI(uri string) string {
	if plain, err := url.PathUnescape(uri); err == nil {
		uri = plain
	}
	return strings.TrimRight(strings.ToLower(uri), "/")
}

func logForms(b *probe.Bench) error {
	return each(b.Logs(), sentNoLog, func(f probe.Frame) error {
		if err := form.Notice(f.Method(), f.Members["params"]); err != nil {
			return unless(false, f, "a log message: %s", err)
		}
		return nil
	})
}
