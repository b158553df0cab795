package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// seedTitles are the documents that guarantees come from, by the number that the
// registry gives them.
var seedTitles = map[string]string{
	"000":           "oh-my-pi: MCP runtime lifecycle",
	"001":           "qwen-code: MCP runtime hot-reload",
	"002":           "RoomServer: MCP connection behavior",
	"003":           "oh-my-pi: MCP protocol and transports",
	"004":           "openai-agents-python: local MCP server lifecycle",
	"authorization": "MCP 2026-07-28, basic/authorization: what a client owes",
	"2026-07-28":    "What a client owes to revision 2026-07-28",
	"all":           "What all of them have in common",
}

const markdownHead = `# The guarantees, and what proves them

Every guarantee of the source documents, document by document, with the Rule that runs it and what came of
it. Generated: ` + "`go run ./cmd/mcpsim guarantees --markdown > docs/guarantees.md`" + `. A test keeps this page current.

It shows a run in virtual time. A guarantee is *unproven* in it if one of its scenarios needs the real world:
` + "`mcpsim guarantees --world all`" + ` runs those, too.
`

// proof is a Rule that has a guarantee's id.
type proof struct{ rule, uri string }

// guaranteesMarkdown writes the documents as living specifications.
func (a *app) guaranteesMarkdown(all []judgedGuarantee, results []reports.Result) {
	proofs := proofsOf(results)
	var b strings.Builder
	b.WriteString(markdownHead)
	var seeds []string
	for _, g := range all {
		if !slices.Contains(seeds, g.Seed) {
			seeds = append(seeds, g.Seed)
		}
	}
	slices.Sort(seeds)
	for _, seed := range seeds {
		writeDocument(&b, seed, slices.DeleteFunc(slices.Clone(all), func(g judgedGuarantee) bool { return g.Seed != seed }), proofs)
	}
	fmt.Fprint(a.ui.Out, b.String())
}

// proofsOf finds the Rules of each id, in the order in which they ran.
func proofsOf(results []reports.Result) map[string][]proof {
	out := map[string][]proof{}
	for _, r := range results {
		p := proof{r.Rule.Name, r.URI}
		for _, id := range r.Rule.IDs {
			if !slices.Contains(out[id], p) {
				out[id] = append(out[id], p)
			}
		}
	}
	for _, proofs := range out {
		slices.SortStableFunc(proofs, func(a, b proof) int { return strings.Compare(a.uri, b.uri) })
	}
	return out
}

func writeDocument(b *strings.Builder, seed string, rows []judgedGuarantee, proofs map[string][]proof) {
	passing, scope := 0, 0
	for _, g := range rows {
		if g.OutOfScope {
			continue
		}
		scope++
		if g.State == reports.Passing {
			passing++
		}
	}
	fmt.Fprintf(b, "\n## %s\n\n%d of %d guarantees in scope are passing.\n", seedTitles[seed], passing, scope)
	b.WriteString("\n| id | section | guarantee | proven by | state |\n| --- | --- | --- | --- | --- |\n")
	for _, g := range rows {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n",
			g.ID, cell(g.Section), cell(g.Statement), proofCell(proofs[g.ID]), stateCell(g))
	}
}

func stateCell(g judgedGuarantee) string {
	if g.OutOfScope {
		return "out of scope"
	}
	return string(g.State)
}

func proofCell(proofs []proof) string {
	var links []string
	for _, p := range proofs {
		links = append(links, fmt.Sprintf("[%s](../%s)", cell(p.rule), p.uri))
	}
	return strings.Join(links, "<br>")
}

// cell makes a text fit into a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "*", `\*`, "[", `\[`, "]", `\]`).Replace(text)
}
