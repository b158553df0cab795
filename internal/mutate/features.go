package mutate

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/mutate/on"
)

// Features judges with `mcpsim run`: in the virtual world, and what that does not
// execute in the real one.
type Features struct {
	virtual *world
	real    func() (*world, error) // nil = is not asked
}

// world is one of the worlds that features run in. It knows which mutants they execute
// there and, where that pays, in which files, and runs those only.
type world struct {
	suite
	tools   Tools
	reached map[int]bool
	files   []unit // those that execute the fewest mutants first; nil = run all of them
}

// manyMutants is from when it pays to run each file alone to see what it executes:
// that takes as long as a dozen runs of all features.
const manyMutants = 40

// In the real world this many files run at once, since they mostly wait, each for so
// long at most.
const (
	manyFiles = 8
	realLimit = time.Minute
)

// NewFeatures builds the command and runs the features without a mutant. The real
// world is prepared when it is first needed, which takes a minute.
func NewFeatures(ctx context.Context, b *Build, o Options) (*Features, error) {
	path, err := b.Command("cmd/mcpsim")
	if err != nil {
		return nil, err
	}
	f := &Features{virtual: newWorld(b, path)}
	if o.Real {
		f.real = sync.OnceValues(func() (*world, error) {
			w := newWorld(b, path, "--world", "real")
			w.limit = realLimit
			return w, w.fileByFile(ctx, b, manyFiles)
		})
	}
	if err := f.virtual.whole(ctx, b); err != nil || len(f.virtual.reached) < manyMutants {
		return f, err
	}
	return f, f.virtual.fileByFile(ctx, b, o.Parallel)
}

func newWorld(b *Build, path string, args ...string) *world {
	return &world{
		suite: suite{
			name: strings.Join(append([]string{"mcpsim run"}, args...), " "), path: path,
			args: append([]string{"run", "--in-process", "--fail-fast"}, args...), dir: b.program.Root,
		},
		tools: b.tools, reached: map[int]bool{},
	}
}

// whole learns which mutants all features together execute.
func (w *world) whole(ctx context.Context, b *Build) error {
	note := filepath.Join(b.dir, "reach")
	if _, err := w.green(ctx, w.tools, on.Reach+"="+note); err != nil {
		return err
	}
	numbers, err := readReach(note)
	for _, n := range numbers {
		w.reached[n] = true
	}
	return err
}

// fileByFile learns which mutants each file executes. A file that fails without a
// mutant judges none.
func (w *world) fileByFile(ctx context.Context, b *Build, parallel int) error {
	names, err := filepath.Glob(filepath.Join(b.program.Root, "features", "*", "*.feature"))
	if err != nil {
		return err
	}
	var mu sync.Mutex
	err = each(parallel, names, func(name string) error {
		name, err := filepath.Rel(b.program.Root, name)
		if err != nil {
			return err
		}
		note := filepath.Join(b.dir, strings.ReplaceAll(name, string(filepath.Separator), "_")+".reach")
		o, err := w.run(ctx, w.tools, on.Reach+"="+note, name)
		if err != nil {
			return err
		}
		numbers, err := readReach(note)
		if o.code != 0 {
			return err
		}
		file := unit{names: []string{name}, took: o.took, reached: map[int]bool{}}
		mu.Lock()
		defer mu.Unlock()
		for _, n := range numbers {
			w.reached[n], file.reached[n] = true, true
		}
		w.files = append(w.files, file)
		return err
	})
	slices.SortFunc(w.files, func(a, b unit) int {
		return cmp.Or(cmp.Compare(len(a.reached), len(b.reached)), cmp.Compare(a.names[0], b.names[0]))
	})
	return err
}

// readReach returns the numbers in a file of [on.Reach], and removes it.
func readReach(note string) ([]int, error) {
	data, err := os.ReadFile(note)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // nothing was executed
	}
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, line := range strings.Fields(string(data)) {
		if n, err := strconv.Atoi(line); err == nil && !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	return numbers, os.Remove(note)
}

// Judge runs the files that execute a mutant.
func (f *Features) Judge(ctx context.Context, number int) (Verdict, string, error) {
	verdict, why, err := f.virtual.try(ctx, number)
	if verdict != Unreached || f.real == nil || err != nil {
		return verdict, why, err
	}
	w, err := f.real()
	if err != nil {
		return "", "", err
	}
	verdict, _, err = w.try(ctx, number)
	if err != nil || verdict != Killed {
		return verdict, "", err
	}
	return w.try(ctx, number) // once may be the weather
}

func names(files []unit) []string {
	var all []string
	for _, f := range files {
		all = append(all, f.names...)
	}
	return all
}

// try runs the files of one world.
func (w *world) try(ctx context.Context, number int) (Verdict, string, error) {
	if !w.reached[number] {
		return Unreached, "", nil
	}
	if w.files == nil {
		return w.judge(ctx, w.tools, number)
	}
	return w.few(ctx, w.tools, number, w.files, names)
}
