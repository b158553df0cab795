//go:build mutation

package features_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/mutate"
	"github.com/mcpsim/mcpsim/internal/mutate/on"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// TestEveryMutationIsNoticed wants the Rule of a guarantee to pass, and to fail with
// each mutation of that guarantee. Nearly all mutations are built into one program and
// switched on one at a time; each of the others needs its own. The variables
// MUTATIONS_ID, MUTATIONS_FILE and MUTATIONS_SHARD choose, see `make mutations`.
func TestEveryMutationIsNoticed(t *testing.T) {
	chosen := chosenMutations(t)
	rules := rulesByID(t)
	program := buildMutations(t, chosen)
	program.green(t, chosen, rules)
	for i, m := range chosen {
		t.Run(m.ID+"/"+strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			bin, number := program.path, program.numbers[i]
			if number == 0 {
				bin = m.command(t)
			}
			var code int
			var out []byte
			for range throws {
				if code, out = replay(t, bin, number, m.ID, rules[m.ID]); code != 0 {
					break
				}
			}
			if code != 1 {
				t.Errorf("no Rule fails when %s (exit %d)\n%s", m.Why, code, out)
			}
		})
	}
}

// throws is how often a mutation may go unnoticed: one that lets the order of a map decide is
// right by chance, with eight entries in one run of eight.
const throws = 4

// replay runs the Rules of an id with a mutation, and returns the exit code and what was said.
func replay(t *testing.T, bin string, number int, id string, rules []string) (int, []byte) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	run := exec.CommandContext(ctx, bin, append([]string{"run", "-j", "1", "--fail-fast", "--guarantee", id}, rules...)...)
	run.Dir = ".."
	run.Env = append(os.Environ(), on.Mutant+"="+strconv.Itoa(number))
	out, _ := run.CombinedOutput()
	return run.ProcessState.ExitCode(), out
}

// TestEveryMutationBuilds builds what needs a program of its own, of all mutations and not
// only of the part that is chosen: a change of the source breaks these unseen.
func TestEveryMutationBuilds(t *testing.T) {
	all := mutations(t)
	source, _ := loadMutations(t, all)
	for _, m := range all {
		if mutant := source.Replace(m.File, m.From, m.To); mutant == nil || !source.Compiles(mutant) {
			m.build(t, "./"+path.Dir(m.File), os.DevNull)
		}
	}
}

// longest is the limit of one run: a mutation that hangs for so long is noticed by no Rule.
const longest = 2 * time.Minute

// rulesByID are the feature files with Rules of each id, from the root of the repository:
// to read only these takes a quarter of the time.
func rulesByID(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("*/*.feature")
	assert.NilError(t, err)
	tag := regexp.MustCompile(`@([A-Z][A-Z0-9-]*-[0-9]+)\b`)
	all := map[string][]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		for _, found := range tag.FindAllSubmatch(data, -1) {
			if id, name := string(found[1]), "features/"+filepath.ToSlash(file); !slices.Contains(all[id], name) {
				all[id] = append(all[id], name)
			}
		}
	}
	return all
}

// chosenMutations are those with the id of MUTATIONS_ID or of its family, such as MOD, in the
// file MUTATIONS_FILE, such as startup, and of these only part MUTATIONS_SHARD, such as 2/10.
func chosenMutations(t *testing.T) []mutation {
	shard, shards := 1, 1
	if s := os.Getenv("MUTATIONS_SHARD"); s != "" {
		_, err := fmt.Sscanf(s, "%d/%d", &shard, &shards)
		assert.Assert(t, err == nil && 1 <= shard && shard <= shards, "MUTATIONS_SHARD=%s: want I/N, such as 2/10", s)
	}
	id, file := os.Getenv("MUTATIONS_ID"), os.Getenv("MUTATIONS_FILE")
	var chosen []mutation
	for i, m := range mutations(t) {
		if (id == "" || id == m.ID || strings.HasPrefix(m.ID, id+"-")) && (file == "" || file == m.from) && i%shards == shard-1 {
			chosen = append(chosen, m)
		}
	}
	assert.Assert(t, len(chosen) > 0, "no mutation of %q in the file %q", id, file)
	return chosen
}

// mutations that are built into one program.
type mutationProgram struct {
	path    string
	numbers []int // of each mutation, 0 for those that need a program of their own
}

func buildMutations(t *testing.T, chosen []mutation) mutationProgram {
	t.Helper()
	source, tools := loadMutations(t, chosen)
	mutants := make([]*mutate.Mutant, len(chosen))
	var together []*mutate.Mutant
	for i, m := range chosen {
		if mutant := source.Replace(m.File, m.From, m.To); mutant != nil && source.Compiles(mutant) {
			mutants[i] = mutant
			together = append(together, mutant)
		}
	}
	t.Logf("%d of %d mutations are in one program", len(together), len(chosen))
	build, err := mutate.NewBuild(source, tools, t.TempDir(), together)
	assert.NilError(t, err)
	p := mutationProgram{numbers: make([]int, len(chosen))}
	p.path, err = build.Command("cmd/mcpsim")
	assert.NilError(t, err)
	for i, mutant := range mutants {
		p.numbers[i] = build.Number(mutant)
	}
	return p
}

// loadMutations reads the packages that the mutations change.
func loadMutations(t *testing.T, chosen []mutation) (*mutate.Program, mutate.Tools) {
	t.Helper()
	var folders []string
	for _, m := range chosen {
		folders = append(folders, "../"+path.Dir(m.File))
	}
	slices.Sort(folders)
	tools := mutate.Tools{Starter: process.OS(), Clock: clock.Real(), Environ: os.Environ()}
	source, err := mutate.Load(tools, ".", slices.Compact(folders))
	assert.NilError(t, err)
	return source, tools
}

// green wants the Rules to pass without a mutation.
func (p mutationProgram) green(t *testing.T, chosen []mutation, rules map[string][]string) {
	args := []string{"run"}
	var files []string
	for _, m := range chosen {
		args = append(args, "--guarantee", m.ID)
		files = append(files, rules[m.ID]...)
	}
	slices.Sort(files)
	run := exec.Command(p.path, append(args, slices.Compact(files)...)...)
	run.Dir = ".."
	out, err := run.CombinedOutput()
	assert.NilError(t, err, "a Rule fails without any mutation\n%s", out)
}

// command is the command with the mutation alone.
func (m mutation) command(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "mcpsim")
	m.build(t, "./cmd/mcpsim", bin)
	return bin
}

// build builds a package with the mutation alone.
func (m mutation) build(t *testing.T, pkg, to string) {
	t.Helper()
	dir := t.TempDir()
	mutant := filepath.Join(dir, filepath.Base(m.File))
	assert.NilError(t, os.WriteFile(mutant, []byte(m.mutated(t)), 0o600))
	original, err := filepath.Abs(filepath.Join("..", m.File))
	assert.NilError(t, err)
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: mutant}})
	assert.NilError(t, err)
	overlayFile := filepath.Join(dir, "overlay.json")
	assert.NilError(t, os.WriteFile(overlayFile, overlay, 0o600))
	build := exec.Command("go", "build", "-overlay", overlayFile, "-o", to, pkg)
	build.Dir = ".."
	out, err := build.CombinedOutput()
	assert.Check(t, err == nil, "%s (%s) does not build: %v\n%s", m.ID, m.Why, err, out)
}
