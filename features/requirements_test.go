package features_test

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/features"
)

// checkFiles are the feature files of all checks, by the ids of their Rules.
func checkFiles(t *testing.T) map[string]string {
	t.Helper()
	id := regexp.MustCompile(`(?m)^  (@\S+.*)$`)
	out := map[string]string{}
	for _, where := range []fs.FS{features.Server, features.Client, features.Issuer} {
		err := fs.WalkDir(where, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(where, path)
			for _, tags := range id.FindAllStringSubmatch(string(data), -1) {
				for tag := range strings.FieldsSeq(tags[1]) {
					out[strings.TrimPrefix(tag, "@")] = path
				}
			}
			return err
		})
		assert.NilError(t, err)
	}
	return out
}

// ownCheck is the check that has the name of a requirement; "" = there is none.
func ownCheck(r features.Requirement, files map[string]string) string {
	if files["M-"+r.ID] != "" {
		return "M-" + r.ID
	}
	if (strings.HasPrefix(r.ID, "OAC-") || strings.HasPrefix(r.ID, "AS-")) && files[r.ID] != "" {
		return r.ID
	}
	return ""
}

// Each requirement is decided by checks that there are, or has a reason why none does.
func TestEveryRequirementIsDecidedOrSaysWhyNot(t *testing.T) {
	all, err := features.Requirements()
	assert.NilError(t, err)
	files, seen, sides := checkFiles(t), map[string]bool{}, map[string]int{}
	for _, r := range all {
		own := ownCheck(r, files)
		assert.Check(t, !seen[r.ID], "%s stands there twice", r.ID)
		assert.Check(t, own == "" || len(r.By) == 0 && r.Why == "", "%s has a check of its own: it needs no more", r.ID)
		assert.Check(t, own != "" || len(r.By) > 0 || r.Why != "", "%s is decided by nothing, and no reason is given", r.ID)
		for _, id := range r.By {
			assert.Check(t, files[id] != "", "%s: there is no check %s", r.ID, id)
		}
		seen[r.ID] = true
		sides[r.Side]++
	}
	assert.DeepEqual(t, sides, map[string]int{"server": 249, "client": 143, "authorization-server": 21})
	page := requirementsPage(all, files)
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile("../docs/requirements.md", []byte(page), 0o644))
	}
	stored, err := os.ReadFile("../docs/requirements.md")
	assert.NilError(t, err)
	assert.Assert(t, page == string(stored), "docs/requirements.md is out of step: go test ./features -run Requirement -update")
}

const requirementsHead = `# What revision 2026-07-28 asks, and what decides it

Every requirement of the revision and of its extensions for tasks and authorization, with the checks of
` + "`mcpsim validate` and `mcpsim client`" + ` that decide it, or the reason why nothing does that looks from outside.
A level R is robustness that no text asks for. Made of features/requirements.yaml: ` + "`go test ./features -run Requirement -update`" + `.

`

func requirementsPage(all []features.Requirement, files map[string]string) string {
	var body, head strings.Builder
	side, decided, of := "", map[string]int{}, map[string]int{}
	for _, r := range all {
		if r.Side != side {
			side = r.Side
			fmt.Fprintf(&body, "\n## Of a %s\n\n| id | level | over | what | decided by |\n| --- | --- | --- | --- | --- |\n", strings.ReplaceAll(side, "-", " "))
		}
		checks := r.By
		if own := ownCheck(r, files); own != "" {
			checks = []string{own}
		}
		var by []string
		for _, id := range checks {
			by = append(by, fmt.Sprintf("[%s](../features/%s)", id, files[id]))
		}
		of[side]++
		if len(by) > 0 {
			decided[side]++
		}
		if r.Why != "" {
			by = append(by, map[bool]string{true: "not: ", false: "in part: "}[len(by) == 0]+cell(r.Why))
		}
		fmt.Fprintf(&body, "| %s | %s | %s | %s | %s |\n", r.ID, r.Level, r.Over, cell(r.Asks), strings.Join(by, "; "))
	}
	head.WriteString(requirementsHead)
	head.WriteString("| of | rows | decided by checks | not from outside |\n| --- | --- | --- | --- |\n")
	for _, side := range []string{"server", "client", "authorization-server"} {
		fmt.Fprintf(&head, "| %ss | %d | %d | %d |\n", strings.ReplaceAll(side, "-", " "), of[side], decided[side], of[side]-decided[side])
	}
	return head.String() + body.String()
}

// cell is a text in a table of Markdown.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "<", "&lt;", "$", `\$`).Replace(s) }
