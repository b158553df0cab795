package client

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// builtOn names, by check, the checks whose findings explain its own: a client that waits for
// ever for every answer also waits for those under a mangled id. A cause is told once, by
// the check that is about it, which has the same level or a higher one. After a slash is the
// only example of that check that explains anything.
var builtOn = map[string][]string{
	"CLI-01":    {"OAC-01"},
	"CLI-02":    {"CLI-01/a server that takes its time"},
	"CLI-03":    {"CLI-01/a server that takes its time"},
	"CLI-04":    {"CLI-01/a server that takes its time", "CLI-05", "CLI-99"},
	"CLI-06":    {"CLI-04", "CLI-08", "CLI-50"},
	"CLI-11":    {"CLI-04", "CLI-03", "CLI-81"},
	"CLI-12":    {"CLI-42", "CLI-47", "CLI-49", "CLI-01", "CLI-19"},
	"CLI-14":    {"CLI-04", "CLI-03", "CLI-19"},
	"CLI-15":    {"CLI-41", "CLI-81", "CLI-08"},
	"CLI-17":    {"CLI-02", "CLI-01/a server that takes its time"},
	"CLI-20":    {"CLI-54"},
	"CLI-40":    {"CLI-18"},
	"CLI-43":    {"CLI-54"},
	"CLI-47":    {"CLI-19"},
	"CLI-50":    {"CLI-128"},
	"CLI-51":    {"CLI-01", "CLI-41"},
	"CLI-52":    append([]string{"CLI-01", "CLI-41"}, cursorsKept...),
	"CLI-53":    append([]string{"CLI-01", "CLI-15/on the stream of a GET"}, cursorsKept...),
	"CLI-54":    {"CLI-08", "CLI-41", "CLI-51", "CLI-81"},
	"CLI-62":    {"CLI-64"},
	"CLI-64":    {"CLI-112", "CLI-63", "FF-60"},
	"CLI-65":    {"CLI-112"},
	"CLI-67":    {"CLI-66", "CLI-18"},
	"CLI-68":    {"CLI-67"},
	"CLI-70":    append([]string{"CLI-50", "CLI-113"}, cursorsKept...),
	"CLI-71":    {"FF-34"},
	"CLI-72":    {"FF-34"},
	"CLI-74":    {"CLI-02", "CLI-01"},
	"CLI-77":    {"CLI-78"},
	"CLI-80":    {"CLI-19", "CLI-43", "CLI-81"},
	"CLI-82":    {"CLI-81"},
	"CLI-85":    {"CLI-14"},
	"CLI-86":    {"CLI-14", "CLI-81"},
	"CLI-87":    {"CLI-15/on the stream of a GET"},
	"CLI-89":    {"CLI-87"},
	"CLI-90":    {"CLI-43"},
	"CLI-92":    {"CLI-81"},
	"CLI-93":    {"CLI-81"},
	"CLI-94":    {"CLI-81"},
	"CLI-96":    {"CLI-18", "CLI-19", "CLI-42", "CLI-15"},
	"CLI-98":    {"CLI-04"},
	"CLI-102":   {"CLI-51"},
	"CLI-104":   {"CLI-112"},
	"CLI-106":   {"CLI-61", "CLI-04", "CLI-03"},
	"CLI-107":   {"CLI-61"},
	"CLI-109":   {"CLI-06"},
	"CLI-111":   {"CLI-90"},
	"CLI-114":   {"CLI-52/comments"},
	"CLI-119":   {"CLI-18", "CLI-12"},
	"CLI-126":   {"CLI-38", "M-CLI-38"},
	"CLI-135":   {"CLI-91", "CLI-46"},
	"CLI-136":   {"CLI-89/a question with a URL", "CLI-91", "CLI-08", "CLI-43", "CLI-15"},
	"CLI-141":   {"CLI-103"},
	"CLI-147":   {"CLI-123", "CLI-15"},
	"CLI-149":   {"CLI-04"},
	"CLI-150":   {"CLI-16", "CLI-49"},
	"FF-02":     {"FF-01", "CLI-14"},
	"FF-04":     {"CLI-38"},
	"FF-06":     {"CLI-18", "CLI-51", "CLI-54"},
	"FF-09":     {"CLI-51"},
	"FF-10":     {"CLI-38", "CLI-68"},
	"FF-12":     {"CLI-38"},
	"FF-16":     {"CLI-115"},
	"FF-17":     {"CLI-38", "CLI-67", "CLI-68", "CLI-18"},
	"FF-20":     {"CLI-67"},
	"FF-27":     {"CLI-19"},
	"FF-30":     {"CLI-112"},
	"FF-37":     {"CLI-113"},
	"FF-43":     {"CLI-19", "CLI-80", "CLI-140"},
	"FF-45":     {"CLI-09"},
	"FF-46":     {"CLI-09"},
	"FF-48":     {"CLI-09", "FF-45", "FF-46"},
	"FF-51":     {"CLI-52"},
	"FF-54":     {"CLI-81"},
	"FF-56":     {"CLI-112", "CLI-64"},
	"FF-59":     {"CLI-04"},
	"FF-60":     {"CLI-63"},
	"FF-63":     {"CLI-38"},
	"FF-65":     {"CLI-112", "CLI-64"},
	"FF-70":     {"CLI-96", "CLI-03", "CLI-41", "CLI-50", "CLI-128", "CLI-15", "CLI-18", "CLI-19", "CLI-20", "CLI-42", "CLI-46"},
	"FF-73":     {"FF-46", "FF-48"},
	"FF-74":     {"CLI-64"},
	"OAC-01":    {"OAC-02"},
	"OAC-02":    {"OAC-18"},
	"OAC-03":    {"OAC-04"},
	"OAC-13":    {"OAC-46"},
	"OAC-22":    {"OAC-23", "OAC-25"},
	"OAC-24":    {"OAC-23"},
	"OAC-25":    {"OAC-23"},
	"OAC-29":    {"OAC-28"},
	"OAC-30":    {"OAC-28"},
	"OAC-31":    {"OAC-28", "OAC-30"},
	"OAC-34":    {"OAC-46"},
	"OAC-37":    {"OAC-50", "OAC-01"},
	"OAC-46":    {"OAC-18", "OAC-20", "OAC-39"},
	"OAC-51":    {"OAC-46", "OAC-18", "OAC-20", "OAC-02"},
	"SEP-1034":  {"CLI-15", "CLI-81", "CLI-91", "CLI-122"},
	"M-CLI-07":  {"CLI-07"},
	"M-CLI-18":  {"CLI-18", "CLI-41"},
	"M-CLI-14":  {"M-CLI-23"},
	"M-CLI-19":  {"M-CLI-27", "CLI-19"},
	"M-CLI-20":  {"CLI-20"},
	"M-CLI-22":  {"CLI-03", "M-CLI-18"},
	"M-CLI-23":  {"M-CLI-63", "M-CLI-64", "CLI-128"},
	"M-CLI-25":  {"M-CLI-23"},
	"M-CLI-27":  {"M-CLI-23", "M-CLI-22", "M-CLI-18"},
	"M-CLI-29":  {"M-CLI-18", "CLI-49", "CLI-128"},
	"M-CLI-31":  {"M-CLI-18"},
	"M-CLI-38":  {"CLI-81"},
	"M-CLI-41":  {"M-CLI-18", "M-CLI-23", "M-CLI-129", "CLI-50"},
	"M-CLI-42":  {"M-CLI-22"},
	"M-CLI-43":  {"M-CLI-48"},
	"M-CLI-44":  {"M-CLI-40"},
	"M-CLI-45":  {"M-CLI-40"},
	"M-CLI-46":  {"M-CLI-40"},
	"M-CLI-49":  {"M-CLI-48"},
	"M-CLI-50":  {"M-CLI-41", "M-CLI-61"},
	"M-CLI-51":  {"M-CLI-52"},
	"M-CLI-53":  {"M-CLI-22"},
	"M-CLI-61":  {"M-CLI-22", "M-CLI-23"},
	"M-CLI-65":  {"M-CLI-63"},
	"M-CLI-67":  {"M-CLI-08"},
	"M-CLI-70":  {"M-CLI-130"},
	"M-CLI-75":  {"M-CLI-32"},
	"M-CLI-78":  {"M-CLI-20"},
	"M-CLI-87":  {"SEP-1034", "CLI-122"},
	"M-CLI-95":  {"CLI-69"},
	"M-CLI-96":  {"CLI-66", "CLI-67", "CLI-68"},
	"M-CLI-97":  {"CLI-47"},
	"M-CLI-128": {"CLI-128"},
	"M-CLI-129": {"CLI-132"},
	"M-CLI-130": {"CLI-49"},
	"M-CLI-131": {"CLI-44"},
	"M-CLI-132": {"CLI-01", "CLI-03", "CLI-04", "CLI-46", "M-CLI-40"},
	"M-CLI-134": {"CLI-91", "CLI-111", "CLI-122", "CLI-123"},
	"M-CLI-135": {"CLI-50", "M-CLI-19", "M-CLI-41", "M-CLI-26", "M-CLI-23", "CLI-128"},
	"M-CLI-136": {"CLI-112", "M-TASK-22", "M-TASK-19", "M-TASK-25", "M-CLI-22"},
	"M-CLI-137": {"CLI-61"},
	"M-CLI-138": {"CLI-61", "CLI-107", "M-CLI-137"},
	"M-CLI-141": {"CLI-52", "M-CLI-67"},
	"M-CLI-142": {"CLI-53"},
	"M-CLI-143": {"CLI-51"},
	"M-CLI-144": {"CLI-54", "M-CLI-143"},
	"M-CLI-145": {"CLI-95"},
	"M-CLI-146": {"CLI-70", "CLI-74"},
	"M-CLI-147": {"CLI-81", "M-CLI-08"},
	"M-CLI-148": {"CLI-76", "CLI-78"},
	"M-CLI-149": {"CLI-112"},
	"M-CLI-151": {"CLI-118"},
	"M-CLI-152": {"CLI-147"},
	"M-CLI-153": {"CLI-138"},
	"M-CLI-155": {"M-CLI-22"},
	"M-TASK-19": {"M-TASK-25", "M-CLI-22", "M-CLI-23"},
	"M-TASK-21": {"M-TASK-19", "M-CLI-22"},
	"M-TASK-22": {"M-TASK-25", "M-TASK-26", "M-TASK-19", "M-CLI-22"},
	"M-TASK-24": {"M-CLI-27"},
	"M-TASK-26": {"M-CLI-97", "CLI-47"},
	"M-TASK-28": {"M-CLI-27"},
	"M-TASK-29": {"M-TASK-25", "M-TASK-19", "M-CLI-22"},
}

// cursorsKept are the examples of CLI-20 that ask whether a cursor comes back at all: what becomes
// of one in another session explains nothing.
var cursorsKept = []string{
	`CLI-20/the cursor "eyJwYWdlIjogMn0="`, `CLI-20/the cursor "  %2B+&=/?#é🚀\t\"\ "`, `CLI-20/the cursor "9007199254740993"`,
}

// onlyOf are words that a finding must have to be explained by another check: what a client puts
// into its messages has nothing to do with a header that it gets wrong in both eras.
var onlyOf = map[[2]string]string{
	{"CLI-04", "CLI-05"}:   lostSession,
	{"M-CLI-22", "CLI-03"}: "the header MCP-Protocol-Version",
	{"CLI-64", "FF-60"}:    "times initialize",
	{"CLI-43", "CLI-54"}:   "has asked nothing with the id",
}

// ofRuns are the checks that judge any run: what they find in another run explains nothing
// in this one.
var ofRuns = map[string]func(*clientcheck.Run) error{
	"CLI-03": afterEach(namesRevision), "CLI-04": afterEach(carriesSession), "CLI-01": afterEach(initializedFollows), "CLI-18": pure, "CLI-19": idsFit, "CLI-43": answersFit, "CLI-41": encoded, "CLI-42": idsWhereTheyBelong, "CLI-46": introduced, "CLI-49": shaped, "M-CLI-18": messagesAlone,
}

func messagesAlone(r *clientcheck.Run) error {
	if err := pure(r); err != nil {
		return err
	}
	return encoded(r)
}

func idsFit(r *clientcheck.Run) error {
	if err := idTypes(r); err != nil {
		return err
	}
	return idsOnce(r)
}

// Do implements [gherkin.World].
func (w *World) Do(f func() error) error {
	return w.bench.Judge(func() error { return w.cause(f()) })
}

// cause is the finding of a step, or of the check that it is due to.
func (w *World) cause(err error) error {
	if err == nil || verdict.Of(err) != "" || w.run == nil && w.cases == nil || w.bench.Stopped() != nil {
		return err
	}
	if several := w.ofSeveral(); several != nil {
		return several
	}
	if id := w.lateAnyway(err); id != "" {
		return verdict.Because(id, "%s", err)
	}
	for _, tag := range w.tags {
		check := strings.TrimPrefix(tag, "@")
		for _, id := range builtOn[check] {
			if !strings.Contains(err.Error(), onlyOf[[2]string{check, id}]) {
				continue
			}
			found := w.finds(id)
			id, _, _ := strings.Cut(id, "/")
			id = cmp.Or(verdict.See(found), id)
			if late := w.bench.Late(); late != nil {
				return late // whether another check explains it is not known
			}
			if found != nil && id != check && !otherHeader(err, found) {
				return verdict.Because(id, "%s", found)
			}
		}
	}
	return err
}

// mirrorHeader is the kind of a header that repeats what a message says.
var mirrorHeader = words.Pattern(`\bMcp-(?:Method|Name|Param)\b`)

// otherHeader reports whether a finding is about another kind of these headers than what may
// explain it: a client that writes the name of a tool wrongly may leave parameters out, too.
func otherHeader(finding, cause error) bool {
	a, b := mirrorHeader().FindString(finding.Error()), mirrorHeader().FindString(cause.Error())
	return a != "" && b != "" && a != b
}

// The checks of a correct server.
const (
	completes = "CLI-50"
	isBrief   = "CLI-140"

	completesModern = "M-CLI-135"
)

// lateAnyway is the check that tells that a client does not end, or late, with a correct server,
// if a finding is that it does not end; "" = it is not, or the client ends.
func (w *World) lateAnyway(err error) string {
	const hangs = "still ran after"
	if slices.Contains(w.tags, "@"+completes) || slices.Contains(w.tags, "@"+completesModern) || !strings.Contains(err.Error(), hangs) {
		return ""
	}
	if w.modern {
		if trouble := w.bench.Able(true); trouble != nil && strings.Contains(trouble.Error(), hangs) {
			return completesModern
		}
	}
	trouble := w.bench.Able(false)
	switch {
	case trouble != nil && strings.Contains(trouble.Error(), hangs):
		return completes
	case trouble != nil:
		return ""
	}
	plain, failed := w.bench.Play(w.bench.Plain(false))
	if failed != nil {
		return ""
	}
	if late := endsSoon(plain, briefly); late != nil && verdict.Of(late) == "" {
		return isBrief
	}
	return ""
}

// finds is what a check finds in the client; nil = nothing.
func (w *World) finds(id string) error {
	if judge := ofRuns[id]; judge != nil && strings.HasPrefix(id, "M-") == w.modern { // of the other era there are other runs
		if err := w.each(judge); err != nil && verdict.Of(err) == "" {
			return err
		}
		return nil
	}
	id, example, one := strings.Cut(id, "/")
	vocabulary, err := Compiled()
	if err != nil {
		return err
	}
	executor := &gherkin.Executor{Vocabulary: vocabulary, NewWorld: New(w.bench, w.known...)}
	for _, job := range w.known {
		if !slices.Contains(job.Rule.IDs, id) || one && job.Scenario.Name != example {
			continue
		}
		answer, err := executor.Run(context.Background(), job)
		if err != nil {
			return err
		}
		switch result := answer.Result; {
		case result.Verdict == reports.Failed, result.Verdict == reports.Warned:
			return errors.New(result.Error)
		case result.See != "": // what explains that check explains this one, too
			return verdict.Because(result.See, "%s", strings.TrimPrefix(result.Error, "see "+result.See+": "))
		}
	}
	return nil
}
