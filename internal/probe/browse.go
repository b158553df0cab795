package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The bounds of a [Browse].
const (
	maxRead = 32 // resources read
	maxGot  = 16 // prompts asked for
	maxDone = 64 // arguments completed

	maxNamed = 64 << 10 // bytes of a name or a URI that is said again for each of its arguments
)

// Browse is what was read of a server's resources and prompts, once for all checks and
// in a session of its own, which a server that ends over it takes with it.
type Browse struct {
	Resources []Visit
	Prompts   []Visit // with a value for each required argument
	// Completions are those of every argument of a prompt and every variable of a
	// resource template, for nothing typed yet.
	Completions []Visit
	Fruitless   []Visit     // completions of two of them for what none of their values begins with
	InContext   []Visit     // completions of two of them beside arguments that are known: none
	Contextual  []Visit     // the same of two that were refused without
	Again       []Visit     // two of the resources, read once more
	Whole       []Visit     // prompts that were refused without what they do not require, with a value for all
	Templates   []Templated // those whose values are completed
	Listed      []Item      // the resources
	Events      []event.Event
}

// Visit is a request for something that a list has, and its answer.
type Visit struct {
	Name   string // or URI
	Params string // of the request
	Deep   bool   // the value that its template has got has a slash in it
	Answer Frame
	Err    error // why there is no answer
}

// Browse reads what there is, once for all checks. A list that cannot be read counts
// as empty: it is the business of another check. The error is that of its session.
func (b *Bench) Browse() (*Browse, error) {
	return b.ledger.browse.get(b, func() (*Browse, error) {
		all := &Browse{}
		var err error
		all.Events = b.record(func() { err = b.makeBrowse(all) })
		return all, err
	})
}

func (b *Bench) makeBrowse(all *Browse) error {
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	defer b.Rest(c)
	if !c.Pushed() && !b.IsModern() {
		c.Listen("")
	}
	prompts := c.itemsOf("prompts", "prompts/list")
	all.Completions = c.visit("completion/complete", maxDone, append(promptCompletions(prompts),
		templateCompletions(c.itemsOf("resources", "resources/templates/list"))...))
	all.Fruitless = c.visit("completion/complete", 2, fruitless(all.Completions))
	known := b.IsModern() || c.Revision >= contextSince
	all.InContext = c.visit("completion/complete", 2, inContext(known, ends(all.Completions)))
	all.Contextual = c.visit("completion/complete", 2, inContext(known, refused(all.Completions)))
	var reads, gets []question
	all.Listed = c.itemsOf("resources", "resources/list")
	for _, r := range all.Listed {
		uri := Text(r["uri"])
		reads = append(reads, question{name: uri, params: fmt.Sprintf(`{"uri":%s}`, Encoded(uri))})
	}
	for _, p := range prompts {
		name := Text(p["name"])
		gets = append(gets, question{name: name, params: fmt.Sprintf(`{"name":%s,"arguments":%s}`, Encoded(name), requiredArguments(p))})
	}
	all.Resources = c.visit("resources/read", maxRead, reads)
	all.Templates = c.templated(all.Completions, all.Resources)
	all.Again = c.visit("resources/read", 2, again(all.Resources))
	all.Prompts = c.visit("prompts/get", maxGot, gets)
	all.Whole = c.visit("prompts/get", maxGot, whole(prompts, all.Prompts))
	return b.Partial(c)
}

// itemsOf are those of a list that is declared and can be read.
func (c *Conn) itemsOf(capability, list string) []Item {
	if !c.Declares(capability) || !c.Alive() {
		return nil
	}
	items, _ := c.ListAll(list)
	return items
}

// question is a request to come: what it is about, "" if nothing can be asked, and its
// params.
type question struct {
	name, params string
	deep         bool // see [Visit]
}

// visit asks until the connection has ended.
func (c *Conn) visit(method string, most int, questions []question) (out []Visit) {
	for _, q := range questions {
		if q.name == "" {
			continue // what is wrong with it is the business of another check
		}
		if len(out) == most || !c.Alive() {
			break
		}
		v := Visit{Name: q.name, Params: q.params, Deep: q.deep}
		v.Answer, v.Err = c.Call(method, q.params)
		if out = append(out, v); errors.Is(v.Err, ErrEnded) {
			break
		}
	}
	return out
}

// Argument is one that a prompt takes.
type Argument struct {
	Name     string
	Required bool
}

// ArgumentsOf are those of a prompt.
func ArgumentsOf(prompt Item) (out []Argument) {
	_ = jsonparts.Unmarshal(prompt["arguments"], &out)
	return out
}

// requiredArguments are a value for each required argument of a prompt.
func requiredArguments(prompt Item) []byte {
	values := map[string]string{}
	for _, a := range ArgumentsOf(prompt) {
		if a.Required {
			values[a.Name] = "mcpsim"
		}
	}
	text, _ := json.Marshal(values)
	return text
}

// promptCompletions are the first questions for arguments of prompts, as many as are asked.
func promptCompletions(prompts []Item) (out []question) {
	for _, p := range prompts {
		if Text(p["name"]) == "" || len(p["name"]) > maxNamed {
			continue
		}
		for _, a := range ArgumentsOf(p) {
			if len(out) == maxDone {
				return out
			}
			out = append(out, completionOf(fmt.Sprintf(`{"type":"ref/prompt","name":%s}`, p["name"]), a.Name))
		}
	}
	return out
}

// The expressions of a URI template, and the variables in one.
var (
	templateExpression = words.Pattern(`\{[+#./;?&]?([^{}]+)\}`)
	templateVariable   = words.Pattern(`[A-Za-z0-9_.%]+`)
)

// templateCompletions are the first questions for variables of templates, as many as are asked.
func templateCompletions(templates []Item) (out []question) {
	for _, t := range templates {
		if len(t["uriTemplate"]) > maxNamed {
			continue
		}
		for _, expression := range templateExpression().FindAllStringSubmatch(Text(t["uriTemplate"]), maxDone) {
			for variable := range strings.SplitSeq(expression[1], ",") {
				if len(out) == maxDone {
					return out
				}
				out = append(out, completionOf(fmt.Sprintf(`{"type":"ref/resource","uri":%s}`, t["uriTemplate"]), templateVariable().FindString(variable)))
			}
		}
	}
	return out
}

// ends are the first and the last of those that were answered with a result.
func ends(all []Visit) (out []Visit) {
	for _, v := range all {
		if v.Answer.Members["result"] != nil {
			out = append(out, v)
		}
	}
	if len(out) > 2 {
		out = []Visit{out[0], out[len(out)-1]}
	}
	return out
}

// contextSince is the revision from which on a completion may have a context.
const contextSince = "2025-06-18"

// refused are the visits that were answered with an error.
func refused(all []Visit) []Visit {
	return slices.DeleteFunc(slices.Clone(all), func(v Visit) bool { return v.Answer.Failure() == nil || v.Answer.IsUnknownMethod() })
}

// inContext are completions with a context in which nothing is known.
func inContext(known bool, of []Visit) (out []question) {
	if !known {
		return nil
	}
	for _, v := range of {
		out = append(out, question{name: v.Name, params: strings.TrimSuffix(v.Params, "}") + `,"context":{"arguments":{}}}`})
	}
	return out
}

// again are resources that were read.
func again(all []Visit) (out []question) {
	for _, v := range ends(all) {
		out = append(out, question{name: v.Name, params: v.Params})
	}
	return out
}

// whole are prompts that were refused, and have arguments that they do not require.
func whole(prompts []Item, got []Visit) (out []question) {
	for _, p := range prompts {
		refused := slices.ContainsFunc(got, func(v Visit) bool { return v.Name == Text(p["name"]) && v.Answer.Failure() != nil })
		if !refused || !slices.ContainsFunc(ArgumentsOf(p), func(a Argument) bool { return !a.Required }) {
			continue
		}
		values := map[string]string{}
		for _, a := range ArgumentsOf(p) {
			values[a.Name] = "mcpsim"
		}
		text, _ := json.Marshal(values)
		out = append(out, question{name: Text(p["name"]), params: fmt.Sprintf(`{"name":%s,"arguments":%s}`, p["name"], text)})
	}
	return out
}

// fruitless are the first and the last completion that were answered, with a text typed that
// no value begins with.
func fruitless(all []Visit) (out []question) {
	const nothing, something = `"value":""}`, `"value":"mcpsim-none"}`
	for _, v := range ends(all) {
		out = append(out, question{name: v.Name + " for mcpsim-none", params: strings.Replace(v.Params, nothing, something, 1)})
	}
	return out
}

// completionOf asks for the completion of an argument for which nothing was typed.
func completionOf(ref, argument string) question {
	return question{
		name:   fmt.Sprintf("%s of %s", argument, ref),
		params: fmt.Sprintf(`{"ref":%s,"argument":{"name":%s,"value":""}}`, ref, Encoded(argument)),
	}
}

// Of are the visits of a method: prompts/get or resources/read.
func (all *Browse) Of(method string) []Visit {
	if method == "prompts/get" {
		return all.Prompts
	}
	return all.Resources
}
