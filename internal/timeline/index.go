package timeline

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

var (
	indexStyle  = asset("page.css") + asset("index.css")
	indexScript = asset("index.js")
	indexSkin   = parsed("index")
)

// Index is what the page of all results of a run is made from.
type Index struct {
	Title    string
	Run      reports.Run
	Results  []reports.Result
	Promises []Promise // the guarantees that these results are about
	// Page is the address of the page of a result, relative and with slashes; "" = it has
	// none.
	Page func(reports.Result) string
}

// Promise is a guarantee and what the results say about it.
type Promise struct {
	ID, Text string
	State    reports.State
}

// shownRun is one result as the page shows it, shownRule a Rule with all of its results.
type shownRun struct {
	Verdict, Class, IDs, Level, Rule, Name, Place, Error, Text, Page, Again string
}

type shownRule struct {
	shownRun
	Runs []shownRun
}

type shownCount struct{ Verdict, Class, Text string }

// order is that of verdicts on the page: what asks for a change comes first.
var order = []reports.Verdict{
	reports.Failed, reports.Warned, reports.NotRun, reports.NotObserved, reports.NotTestable, reports.Expected, reports.Passed,
}

// manyPromises are more than one wants to scroll past.
const manyPromises = 12

// WriteIndex writes the page of all results.
func WriteIndex(w io.Writer, x Index) error {
	rules := x.rules()
	counts := map[string]int{}
	for _, r := range rules {
		counts[r.Verdict]++
	}
	var told []shownCount
	for _, v := range order {
		if n := counts[string(v)]; n > 0 {
			told = append(told, shownCount{string(v), class(v), fmt.Sprintf("%d %s", n, v)})
		}
	}
	return indexSkin().Execute(words.NewDoor(w), struct {
		Title, Policy, About string
		CSS                  template.CSS
		JS                   template.JS
		Counts               []shownCount
		Findings             []shownRun
		Promises             []Promise
		Many                 bool
		Rules                []shownRule
	}{
		words.Visible(x.Title), policy(indexStyle, indexScript), x.about(len(rules)), template.CSS(indexStyle), template.JS(indexScript),
		told, findings(rules), x.Promises, len(x.Promises) > manyPromises, rules,
	})
}

func (x Index) about(rules int) string {
	world := ""
	if x.Run.World != targetWorld {
		world = fmt.Sprintf("world %s · seed %d · ", x.Run.World, x.Run.Seed)
	}
	return fmt.Sprintf("%s, %s · %smcpsim %s", words.Count(rules, "Rule"), words.Count(len(x.Results), "run"), world, x.Run.Mcpsim)
}

// rules are the Rules with their results, the worst ones first.
func (x Index) rules() []shownRule {
	var out []shownRule
	places := map[string]int{}
	for _, r := range x.Results {
		key := fmt.Sprintf("%s:%d", r.URI, r.Rule.Line)
		i, ok := places[key]
		if !ok {
			i = len(out)
			places[key] = i
			rule := x.shown(r)
			rule.Place, rule.Verdict = key, ""
			out = append(out, shownRule{shownRun: rule})
		}
		out[i].Runs = append(out[i].Runs, x.shown(r))
		if v := string(r.Verdict); out[i].Verdict == "" || rank(v) < rank(out[i].Verdict) {
			out[i].Verdict, out[i].Class = v, class(r.Verdict)
		}
	}
	slices.SortStableFunc(out, func(a, b shownRule) int { return cmp.Compare(rank(a.Verdict), rank(b.Verdict)) })
	return out
}

func rank(v string) int { return slices.Index(order, reports.Verdict(v)) }

func class(v reports.Verdict) string { return strings.ReplaceAll(string(v), " ", "-") }

func (x Index) shown(r reports.Result) shownRun {
	text := func(s string) string { return words.PrintableLines(s) }
	out := shownRun{
		Verdict: string(r.Verdict), Class: class(r.Verdict), IDs: text(strings.Join(r.Rule.IDs, " ")), Level: text(r.Level), Rule: text(r.Rule.Name),
		Name: text(r.Name), Place: text(r.Place()), Error: text(r.Error), Text: text(r.Rule.Text), Again: words.Visible(r.Reproduce),
	}
	if page := x.Page(r); page != "" {
		out.Page = (&url.URL{Path: "./" + page}).String()
	}
	return out
}

// findings are the runs that ask for a change.
func findings(rules []shownRule) []shownRun {
	var out []shownRun
	for _, rule := range rules {
		for _, r := range rule.Runs {
			if r.Verdict == string(reports.Failed) || r.Verdict == string(reports.Warned) {
				out = append(out, r)
			}
		}
	}
	return out
}
