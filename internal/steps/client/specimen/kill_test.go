package main

import (
	"net"
	"os"
	"os/exec"
	"regexp"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/internal/steps/client"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// mutants are the clients that do one thing wrong. The name begins with the check
// that must see it; those of stdio come last.
var (
	webMutants = strings.Fields(`
		CLI-01.early CLI-01.first CLI-01.never CLI-01.late CLI-01.refused CLI-03 CLI-03.GET CLI-03.DELETE CLI-03.kept CLI-04.GET CLI-04.DELETE CLI-04.any CLI-04.initialize CLI-04.old
		CLI-05 CLI-05.list CLI-06 CLI-06.405 CLI-07 CLI-08.json CLI-08.sse CLI-08.first CLI-09 CLI-09.405 CLI-10 CLI-10.first CLI-10.forgets CLI-10.listen CLI-10.own CLI-10.second CLI-10.text CLI-11 CLI-11.again CLI-11.bare CLI-11.data CLI-11.first CLI-11.listen CLI-11.none CLI-11.post CLI-11.reset CLI-11.retry CLI-11.second
		CLI-02.listen CLI-12 CLI-12.next CLI-12.progress CLI-12.type CLI-12.twice CLI-13 CLI-14 CLI-14.next CLI-15.after CLI-15.form CLI-15.busy CLI-15.list CLI-15.text CLI-15.slow CLI-15.late CLI-15.error CLI-16 CLI-16.tools CLI-17 CLI-17.newer CLI-17.none CLI-18.array
		CLI-19 CLI-19.null CLI-19.float CLI-20.trim CLI-20.number CLI-20.json CLI-20.url CLI-20.session CLI-47.slow CLI-47.soon CLI-54.lines CLI-54.long SEP-1034 SEP-1034.empty SEP-1034.first
		CLI-18.params CLI-41.bom CLI-41.bytes CLI-42 CLI-42.request CLI-43.both CLI-43.notified CLI-43.null CLI-43.type CLI-43.twice CLI-43.unasked CLI-43.unknown
		CLI-44 CLI-45 CLI-45.kept CLI-46 CLI-47 CLI-48 CLI-49 CLI-50
		CLI-51 CLI-52.bom CLI-52.comment CLI-52.end CLI-52.pieces CLI-52.type CLI-52.within CLI-53 CLI-53.case CLI-54 CLI-54.first
		FF-34 FF-37 FF-37.name FF-42 FF-43 FF-45 FF-51 FF-52 FF-53 FF-58 FF-73 FF-73.slow`)
	pipeMutants = strings.Fields(`
		CLI-01.first CLI-01.never CLI-02 CLI-01.restart CLI-12 CLI-12.next CLI-12.progress CLI-13 CLI-14 CLI-14.next CLI-15.busy CLI-15.list CLI-15.text CLI-16 CLI-16.tools CLI-17 CLI-18.line CLI-19 CLI-19.all CLI-20.trim
		CLI-18.params CLI-18.pretty CLI-40.blank CLI-40.crlf CLI-41 CLI-41.bytes CLI-42 CLI-43.both CLI-43.notified CLI-43.type CLI-43.twice CLI-43.unasked CLI-43.unknown
		CLI-46 CLI-47 CLI-48 CLI-49 CLI-50 CLI-50.hangs CLI-51 CLI-54 CLI-54.long
		FF-01 FF-05 FF-07 FF-09 FF-16 FF-27`)
)

// Those of the checks that came later.
var (
	webHabits = strings.Fields(`
		CLI-61 CLI-61.headers CLI-62 CLI-63 CLI-64 CLI-65 CLI-69 CLI-70 CLI-70.few CLI-70.item CLI-70.page CLI-70.last CLI-70.zero CLI-71 CLI-72 CLI-73 CLI-74 CLI-75 CLI-76 CLI-77
		CLI-78 CLI-78.image CLI-78.audio CLI-78.link CLI-78.blob CLI-79 CLI-79.again CLI-80 CLI-81 CLI-81.first CLI-81.progress CLI-82 CLI-83 CLI-84 CLI-85 CLI-86
		CLI-87 CLI-88 CLI-89.roots CLI-89.sampling CLI-89.url CLI-90 CLI-91 CLI-92 CLI-93 CLI-94 CLI-95 CLI-96 CLI-96.405 CLI-96.query CLI-98 CLI-98.old CLI-99 CLI-99.long
		CLI-122.more CLI-126 CLI-127 CLI-129 CLI-130 CLI-130.hello CLI-133 CLI-134 CLI-134.first CLI-136 CLI-141 CLI-141.header CLI-142 CLI-143 CLI-143.error CLI-144 CLI-144.title CLI-144.uri CLI-146 CLI-147 CLI-147.input CLI-147.name CLI-147.none CLI-147.tokens CLI-147.twice CLI-148 CLI-148.mixed CLI-149 CLI-150 CLI-150.tool CLI-151 CLI-151.first CLI-151.left CLI-151.name CLI-102 CLI-103 CLI-104 CLI-106 CLI-107 CLI-107.hello CLI-108 CLI-109 CLI-111 CLI-112 CLI-113 CLI-114
		CLI-38 CLI-38.start CLI-38.list CLI-38.prompts FF-12 FF-15 FF-15.first FF-21 FF-21.status FF-21.stream FF-21.timeout FF-25 FF-26 FF-28 FF-30 FF-39 FF-46 FF-46.refused FF-47 FF-48 FF-54 FF-56 FF-57 FF-59 FF-60
		OAC-01.get OAC-01.twice OAC-01.as OAC-02 OAC-02.secret OAC-03 OAC-03.case OAC-03.lines OAC-03.names OAC-04 OAC-05.root OAC-05.path OAC-06 OAC-06.none OAC-06.case OAC-06.prefix OAC-07 OAC-07.appended OAC-08 OAC-09 OAC-09.none OAC-09.case OAC-09.slash
		OAC-11 OAC-11.always OAC-11.beforehand OAC-11.cimd OAC-12 OAC-13 OAC-14 OAC-14.web OAC-15 OAC-16 OAC-18.plain OAC-18.none OAC-18.again OAC-18.same OAC-18.verifier OAC-19 OAC-19.plain
		OAC-20.authorize OAC-20.token OAC-20.refresh OAC-20.fragment OAC-20.host OAC-20.origin OAC-21.none OAC-21.again OAC-21.same OAC-21 OAC-22 OAC-22.any OAC-23 OAC-23.unadvertised OAC-23.empty OAC-23.prefix OAC-23.host OAC-23.again OAC-24 OAC-24.strict
		OAC-25 OAC-25.case OAC-26 OAC-27 OAC-27.asked OAC-27.beforehand OAC-27.registers OAC-27.listed OAC-27.raw OAC-27.post OAC-27.renewal OAC-05.forbidden OAC-07.outage OAC-49.ok OAC-46.modes OAC-46.charset OAC-13.empty OAC-13.created OAC-28.none OAC-28.empty OAC-28.all OAC-28.issuer OAC-29 OAC-29.strict OAC-30 OAC-31 OAC-31.all OAC-32 OAC-33 OAC-34 OAC-35 OAC-36
		OAC-37 OAC-37.dropped OAC-37.grant OAC-37.scope OAC-38 OAC-39 OAC-39.any OAC-39.fragment OAC-40 OAC-45 FF-73.login FF-63 FF-65 FF-69 FF-70 FF-70.200 FF-70.answers FF-70.token FF-70.unnamed FF-74 FF-78 OAC-46 OAC-46.contacts OAC-46.form OAC-46.json OAC-46.scope OAC-46.text OAC-46.grant OAC-46.type OAC-47 OAC-47.lost OAC-48 OAC-49 OAC-50 OAC-50.login OAC-51 OAC-51.hangs OAC-51.metadata OAC-52 OAC-38.more OAC-38.undefined`)
	pipeHabits = strings.Fields(`
		CLI-66 CLI-66.late CLI-67 CLI-67.failed CLI-67.kill CLI-67.waits CLI-68 CLI-69 CLI-70 CLI-70.item CLI-75 CLI-76 CLI-79 CLI-79.again CLI-80 CLI-84 CLI-85 CLI-86 CLI-86.taken CLI-87 CLI-90
		CLI-110 CLI-147 CLI-148 CLI-150 CLI-151 CLI-134 CLI-134.first CLI-141 CLI-144.name CLI-115 CLI-116 CLI-116.first CLI-126 CLI-38 FF-02 FF-12 FF-04 FF-06 FF-10 FF-17 FF-18 FF-20 FF-21 FF-21.timeout FF-23 FF-25 FF-28 FF-67 FF-78`)
)

// Those of the checks without a handshake.
var (
	webModern = strings.Fields(`
		M-CLI-07 M-CLI-07.round M-CLI-08 M-CLI-08.first M-CLI-08.lost M-CLI-14 M-CLI-18 M-CLI-18.twice M-CLI-19 M-CLI-20 M-CLI-20.prompts M-CLI-21 M-CLI-21.anew M-CLI-22.version M-CLI-22.capabilities M-CLI-22.header M-CLI-22.flag M-CLI-22.extension M-CLI-23 M-CLI-23.later M-CLI-23.name M-CLI-23.resource M-CLI-23.param
		M-CLI-22.never M-CLI-29 M-CLI-29.other M-CLI-61.resume M-CLI-24 M-CLI-24.all M-CLI-24.array M-CLI-24.colon M-CLI-24.deep M-CLI-24.number M-CLI-25 M-CLI-25.again M-CLI-25.blind M-CLI-26 M-CLI-26.discover M-CLI-26.list M-CLI-26.none M-CLI-26.old M-CLI-26.round
		M-CLI-27 M-CLI-27.answers M-CLI-27.arguments M-CLI-27.earlier M-CLI-27.invented M-CLI-27.first M-CLI-27.heap M-CLI-27.keys M-CLI-27.leaks M-CLI-27.null M-CLI-27.prompt M-CLI-27.resource M-CLI-27.third M-CLI-27.trim M-CLI-27.wrapped M-CLI-28 M-CLI-28.listen M-CLI-28.ping M-CLI-38 M-CLI-38.list M-CLI-38.progress M-CLI-40 M-CLI-41 M-CLI-41.late M-CLI-42 M-CLI-43
		M-CLI-48 M-CLI-49 M-CLI-50 M-CLI-51 M-CLI-52 M-CLI-52.silence M-CLI-53 M-CLI-56 M-CLI-61 M-CLI-63 M-CLI-63.break M-CLI-63.end M-CLI-63.name M-CLI-63.sentinel M-CLI-64 M-CLI-64.empty M-CLI-64.exponent M-CLI-64.false M-CLI-64.form M-CLI-64.round M-CLI-64.zero M-CLI-65 M-CLI-67 M-CLI-68 M-CLI-69
		M-CLI-55 M-CLI-55.again M-CLI-55.ignores M-CLI-55.theirs M-CLI-70 M-CLI-70.all M-CLI-70.empty M-CLI-72 M-CLI-72.cut M-CLI-73 M-CLI-83 M-CLI-84 M-CLI-85 M-CLI-87 M-CLI-87.empty M-CLI-88 M-CLI-88.again M-CLI-95 M-CLI-119.cancelled M-CLI-119.initialized M-CLI-119.ping M-CLI-119.progress M-CLI-119.tasks
		M-CLI-32 M-CLI-34 M-CLI-57 M-CLI-128 M-CLI-129 M-CLI-129.baggage M-CLI-129.level M-CLI-129.trace M-CLI-129.zero M-CLI-130 M-CLI-130.filter M-CLI-131 M-CLI-132 M-CLI-132.offers M-CLI-132.session M-CLI-133 M-CLI-133.tools M-CLI-134 M-CLI-134.required M-CLI-134.roots M-CLI-135 M-CLI-135.hangs M-CLI-136 M-CLI-136.cancelled M-CLI-136.failed M-CLI-137 M-CLI-138 M-CLI-139 M-CLI-139.title M-CLI-139.uri M-CLI-140 M-CLI-140.texts M-CLI-78 M-CLI-86 M-TASK-19 M-TASK-19.result M-TASK-20 M-TASK-21 M-TASK-21.answered M-TASK-22 M-TASK-22.given M-TASK-22.on M-TASK-24 M-TASK-25 M-TASK-25.cancel M-TASK-25.update M-TASK-28 M-TASK-29
		M-CLI-24.any M-CLI-24.definitions M-CLI-27.composed M-CLI-27.falsy M-CLI-63.alphabet M-CLI-63.lines
		M-CLI-141 M-CLI-141.cr M-CLI-141.end M-CLI-141.last M-CLI-141.other M-CLI-142 M-CLI-142.case M-CLI-143 M-CLI-144 M-CLI-144.lines M-CLI-144.long M-CLI-145 M-CLI-146 M-CLI-146.empty M-CLI-146.zero M-CLI-147 M-CLI-147.log M-CLI-147.new
		M-CLI-148 M-CLI-148.blob M-CLI-148.image M-CLI-148.link M-CLI-148.more M-CLI-149 M-CLI-151 M-CLI-152 M-CLI-152.name M-CLI-152.none M-CLI-134.message M-CLI-152.tokens M-CLI-153 M-CLI-154 M-CLI-155 M-CLI-156 M-CLI-156.never M-CLI-157 M-CLI-158 M-CLI-159 M-CLI-159.first M-CLI-20.url
		M-CLI-22.discover M-CLI-22.round M-CLI-23.round M-CLI-23.stale M-CLI-27.error M-CLI-27.id M-CLI-61.get M-CLI-61.delete M-TASK-21.first`)
	pipeModern = strings.Fields(`
		M-CLI-14 M-CLI-18.crlf M-CLI-22.version M-CLI-27 M-CLI-29 M-CLI-29.progress M-CLI-31 M-CLI-38.prompts M-CLI-32 M-CLI-57 M-CLI-39 M-CLI-40 M-CLI-41 M-CLI-42 M-CLI-43 M-CLI-44 M-CLI-45 M-CLI-46 M-CLI-53 M-CLI-69 M-CLI-75
		M-CLI-135 M-CLI-135.hangs M-CLI-143 M-CLI-144 M-CLI-144.long M-CLI-146 M-CLI-147 M-CLI-150 M-CLI-150.flood M-CLI-152
		M-CLI-96 M-CLI-96.term M-CLI-96.kill M-CLI-97 M-CLI-97.soon M-CLI-136 M-TASK-19 M-TASK-19.result M-TASK-20 M-TASK-21 M-TASK-22 M-TASK-24 M-TASK-26 M-TASK-28`)
)

// needQuiet are those that must be fast enough to be seen.
var needQuiet = []string{"CLI-73", "FF-43", "FF-46", "FF-46.refused", "M-CLI-08.lost"}

// needOthers are those that nothing but the situations of other checks shows.
var needOthers = []string{"CLI-44", "M-CLI-22.round"}

// beside are the other checks that broken clients fail with good reason.
var beside = map[string][]string{
	"FF-07":  {"CLI-51"}, // who takes pieces for messages understands no list that comes in pieces
	"CLI-51": {"CLI-54"}, // half a character is half a character in the text of a tool, too

	"M-CLI-143": {"M-CLI-144"},                                 // as for CLI-51
	"M-CLI-146": {"M-CLI-21"}, "M-CLI-146.empty": {"M-CLI-21"}, // the first page there is empty, and has a cursor
	"M-CLI-149": {"M-CLI-26"},  // a result of an unknown type is an error, too
	"M-CLI-151": {"M-CLI-135"}, // a call with wrong arguments is none

	"M-CLI-155": {"M-TASK-19"}, // the server refuses what does not declare the extension

	"M-CLI-39": {"M-CLI-22"},  // a ping that asks for the era says none
	"M-CLI-84": {"M-TASK-28"}, // who answers what it has not declared does so in tasks, too
}

// underRace says that the race detector is on. It makes the thousand runs ten
// times as slow, and finds as much in those of the checks that are to fail.
var underRace bool

// This test has no others beside it.
func TestChecksThatTimeMattersToSeeTheirBrokenClient(t *testing.T) {
	for _, mutant := range needQuiet {
		t.Run(mutant, func(t *testing.T) { sees(t, mutant, "http", nil) })
	}
}

// A tenth of the broken clients is judged each day: most of their time is that of starting processes.
func TestEveryCheckSeesItsBrokenClient(t *testing.T) {
	t.Parallel()
	killed, mine := map[string]bool{}, judgetest.Part(t, 10)
	all := map[string][]string{
		"http": slices.Concat(webMutants, webHabits, webModern), "stdio": slices.Concat(pipeMutants, pipeHabits, pipeModern),
	}
	said := judgetest.OpenPage(t, "said.golden", named(all))
	for transport, mutants := range all {
		for _, mutant := range mutants {
			killed[idOf(mutant)] = true
			if slices.Contains(needQuiet, mutant) || !mine(transport+mutant) {
				continue
			}
			t.Run(transport+"/"+mutant, func(t *testing.T) {
				t.Parallel()
				sees(t, mutant, transport, said)
			})
		}
	}
	for _, s := range specimens() {
		for _, id := range strings.Fields(s.seenBy) {
			killed[id] = true
		}
	}
	for _, f := range checks(t).Features {
		for _, rule := range f.Rules {
			if !killed[rule.IDs[0]] {
				t.Errorf("%s was never seen to fail", rule.IDs[0])
			}
		}
	}
}

// named are the names of the steady mutants over their transports.
func named(all map[string][]string) (names []string) {
	for transport, mutants := range all {
		for _, mutant := range mutants {
			if isSteady(mutant) {
				names = append(names, transport+" "+mutant)
			}
		}
	}
	return names
}

// varies is what a reason has of the machine, the moment, the other checks, and the client's own
// words.
var varies = regexp.MustCompile(`\n *seen first in .*|\d+(?:\.\d+)?(?:µs|ms|s|m\d)|127\.0\.0\.1:\d+|[0-9a-f-]{16,}|\b\d{2,} (?:lists|times|requests)|asked for \d times|(exited with code \d+: ).*`)

// unsteady are clients with several ends, or several messages that show the same, of which one
// comes first.
var unsteady = []string{"CLI-15.late", "CLI-43", "CLI-83", "CLI-85", "CLI-114", "M-CLI-08.lost", "M-CLI-19", "M-CLI-27.first", "M-CLI-28"}

func isSteady(mutant string) bool {
	return !slices.Contains(unsteady, mutant) && !slices.Contains(unsteady, idOf(mutant))
}

// idOf is the check that must see a mutant.
func idOf(mutant string) string {
	id, _, _ := strings.Cut(mutant, ".")
	return id
}

// sees fails the test unless the check of a mutant sees it and says what the page has, and no
// other MUST blames it. said may be nil.
func sees(t *testing.T, mutant, transport string, said *judgetest.Page) {
	t.Helper()
	judgetest.Twice(t, func(problem func(string, ...any)) {
		results := seesOnce(t, mutant, transport, problem)
		if said != nil && isSteady(mutant) {
			said.Says(transport+" "+mutant, varies.ReplaceAllString(judgetest.Findings(results, judgetest.Of(idOf(mutant))), "$1…"), problem)
		}
	})
}

func seesOnce(t *testing.T, mutant, transport string, problem func(string, ...any)) []reports.Result {
	t.Helper()
	id := idOf(mutant)
	later := slices.Contains(webHabits, mutant) || slices.Contains(pipeHabits, mutant)
	modern, mine := isModern(mutant), judgetest.Part(t, 24)
	verdicts, results := check(t, mutant, transport, func(e *gherkin.Example) bool {
		// Of other obligations the first example will do, and of most clients none on most
		// days: there are a thousand runs as it is.
		if modern != isModern(e.Rule.IDs[0]) {
			return false // clients of one era need not be looked at in the other
		}
		return slices.Contains(e.Rule.IDs, id) || !underRace && (slices.Contains(needOthers, mutant) || mine(transport+mutant)) && slices.Contains(e.Tags, "@MUST") && e == e.Rule.Examples[0] &&
			(!later && !isLater(e) || isPlain(e))
	})
	if v := verdicts[id]; v != reports.Failed && v != reports.Warned {
		problem("%s is %s: %s", id, v, judgetest.Unjudged(slices.DeleteFunc(slices.Clone(results), func(r reports.Result) bool { return !judgetest.Of(id)(r) }), ""))
	}
	for _, r := range results {
		if r.Verdict == reports.Failed && !slices.Contains(append(beside[mutant], id), r.Rule.IDs[0]) {
			problem("%v fails, too: %s\n%s", r.Rule.IDs, r.Error, strings.Join(r.Timeline, "\n"))
		}
	}
	return results
}

// isModern reports whether a check, or the mutant of one, is of the era without a handshake.
func isModern(id string) bool { return strings.HasPrefix(id, "M-") }

// isPlain reports whether an example looks at the run against a correct server, which
// is made anyway.
func isPlain(e *gherkin.Example) bool { return e.Steps[0].Text == "a correct server" }

// isLater reports whether a check has its mutants among the later ones.
func isLater(e *gherkin.Example) bool {
	return slices.ContainsFunc(slices.Concat(webHabits, pipeHabits), func(mutant string) bool {
		return slices.Contains(e.Rule.IDs, idOf(mutant))
	})
}

// A correct client passes everything, and comes into every situation but for those
// of clients that have declared less than it has, or that repeat what is refused.
func TestCorrectClientsPass(t *testing.T) {
	t.Parallel()
	unobserved := map[string]bool{"CLI-137": true, "CLI-138": true, "CLI-139": true, "CLI-89": true, "CLI-63": true, "CLI-120": true, "CLI-123": true, "CLI-135": true, "CLI-147": true, "CLI-148": true, "CLI-151": true, "M-CLI-70": true, "M-CLI-152": true, "M-CLI-153": true}
	for _, transport := range []string{"http", "stdio"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				_, results := check(t, "correct", transport, func(*gherkin.Example) bool { return true })
				for _, r := range results {
					if r.Verdict != reports.Passed && !(unobserved[r.Rule.IDs[0]] && r.Verdict == reports.NotObserved) {
						problem("%v, %s: %s: %s\n%s", r.Rule.IDs, r.Name, r.Verdict, r.Error, strings.Join(r.Timeline, "\n"))
					}
				}
			})
		})
	}
}

// A client that declares nothing passes, too.
func TestModestClientsPass(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{"http", "stdio"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			verdicts, _ := check(t, "bare", transport, func(e *gherkin.Example) bool {
				return slices.ContainsFunc([]string{"CLI-89", "CLI-90", "CLI-91", "CLI-111"}, func(id string) bool { return slices.Contains(e.Rule.IDs, id) })
			})
			assert.DeepEqual(t, verdicts, map[string]reports.Verdict{
				"CLI-89": reports.Passed, "CLI-90": reports.NotObserved, "CLI-91": reports.NotObserved, "CLI-111": reports.NotObserved,
			})
		})
	}
}

// A client that has no login is not blamed for it.
func TestClientsWithoutLoginAreNotObserved(t *testing.T) {
	t.Parallel()
	_, results := check(t, "no-login", "http", func(e *gherkin.Example) bool { return strings.HasPrefix(e.Rule.IDs[0], "OAC-") })
	for _, r := range results {
		if r.Verdict != reports.NotObserved {
			t.Errorf("%v, %s: %s: %s", r.Rule.IDs, r.Name, r.Verdict, r.Error)
		}
	}
}

func checks(t *testing.T) *gherkin.Catalogue {
	t.Helper()
	c, err := loaded()
	assert.NilError(t, err)
	return c
}

var loaded = sync.OnceValues(func() (*gherkin.Catalogue, error) {
	c, err := gherkin.Load(nil, features.Client)
	if err != nil {
		return nil, err
	}
	v, err := client.Compiled()
	if err != nil {
		return nil, err
	}
	return c, c.Check(v, gherkin.NewIDs(nil, clientcheck.Families()...))
})

// check runs the chosen checks against the command as a client, and returns the
// worst verdict of each.
func check(t *testing.T, mutant, transport string, chosen func(*gherkin.Example) bool) (map[string]reports.Verdict, []reports.Result) {
	t.Helper()
	bench, err := clientcheck.Open(t.Context(), target(t, mutant, transport))
	assert.NilError(t, err)
	v, err := client.Compiled()
	assert.NilError(t, err)
	examples, err := checks(t).Select(gherkin.Filter{})
	assert.NilError(t, err)
	other := map[string]string{"http": "@stdio", "stdio": "@http"}[transport]
	examples = slices.DeleteFunc(examples, func(e *gherkin.Example) bool { return slices.Contains(e.Tags, other) || !chosen(e) })
	jobs := gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Target}})
	t.Cleanup(bench.Wait)
	assert.NilError(t, client.Prepare(t.Context(), bench, jobs, jobs))
	var results []reports.Result
	err = gherkin.Run(t.Context(), jobs,
		[]gherkin.Runner{&gherkin.Executor{Vocabulary: v, NewWorld: client.New(bench, jobs...)}},
		gherkin.Options{Emit: func(a gherkin.Answer) { results = append(results, a.Result) }})
	assert.NilError(t, err)
	verdicts := map[string]reports.Verdict{}
	for _, r := range results {
		for _, id := range r.Rule.IDs {
			if old := verdicts[id]; old != reports.Failed && (old != reports.Warned || r.Verdict == reports.Failed) {
				verdicts[id] = r.Verdict
			}
		}
	}
	return verdicts, results
}

// A client that never ends is ended after timeout; those that are correct end long before
// it, on a slow machine too.
const timeout = 15 * time.Second

// starts is shared by all tests, so that no client starves beside others that start.
var starts = make(chan struct{}, 2*goruntime.NumCPU())

func target(t *testing.T, mutant, transport string) clientcheck.Target {
	t.Helper()
	self, err := built()
	assert.NilError(t, err)
	env, err := exec.LookPath("env")
	assert.NilError(t, err)
	out := clientcheck.Target{
		Command: process.Command{Path: self, Env: append(os.Environ(), mutantVariable+"="+mutant)},
		Timeout: timeout, Parallel: clientcheck.DefaultParallel, Starts: starts,
		Listen: listen,
	}
	if transport == "stdio" {
		out.Server = func(socket string) []string {
			return []string{env, relay.Variable + "=" + socket, self}
		}
	}
	return out
}
func listen() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }
