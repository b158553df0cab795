package steps

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Where programs of a scenario keep what they store on disk.
const (
	credentialsDir = homeDir + "/.credentials"
	cacheDir       = homeDir + "/.cache"
)

func diskSteps() []gherkin.Step {
	return gherkin.Noun("disk", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `files are kept on disk`,
			Manual: "uses real files, in a directory that goes with the scenario, for discovery, for stored credentials (in ~/.credentials), " +
				"cached tools (in ~/.cache) and approvals (in ~/.qwen); it comes before what is stored",
			Virtual: true, Func: (*files).keepOnDisk},
		{Keyword: gherkin.Given, Pattern: `programs are those of this machine`,
			Manual: "starts real programs in a project that is kept on disk; in the virtual world time stands still meanwhile, so they must end by themselves",
			Func:   (*files).useMachine},
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" is (a directory|a link to "[^"]+")`,
			Manual: "puts something else on disk where a file is expected", Example: `the file "~/.claude.json" is a link to "~/mine.json"`,
			Func: (*files).putInstead},
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" is filled up to (\d+) bytes`, Manual: "adds blanks to the end of a file on disk",
			Example: `the file "~/.cache/docs.json" is filled up to 100 bytes`, Func: (*files).fillUp},
		{Keyword: gherkin.When, Pattern: `the file "([^"]+)" becomes a directory`, Manual: "puts a directory in the place of a file on disk",
			Example: `the file "~/.cache/docs.json" becomes a directory`, Func: (*files).becomeDirectory},
		{Keyword: gherkin.Given, Pattern: `in the file "([^"]+)", (.+) becomes (.+)`, Manual: "replaces each occurrence of a text in a file on disk",
			Example: `in the file "~/.cache/docs.json", "version":1 becomes "version":2`, Func: (*files).damage},
		{Keyword: gherkin.Then, Pattern: `the file "([^"]+)" is this text:`,
			Manual:  "compares a file on disk, character by character but for parts of a second",
			Example: `the file "~/.cache/docs.json" is this text:`, Func: (*files).checkText},
		{Keyword: gherkin.Then, Pattern: `the file "([^"]+)" holds:`, Manual: "compares a file on disk, as JSON", Example: `the file "~/.cache/docs.json" holds:`,
			Func: (*files).checkContent},
		{Keyword: gherkin.Then, Pattern: `the directory "([^"]+)" holds these files:`,
			Manual:  "compares what a directory on disk holds, by name; columns name and mode, as ls prints it",
			Example: `the directory "~/.cache" holds these files:`, Func: (*files).checkDirectory},
	})
}

// keepOnDisk makes the directory. Its name is random, so it is kept out of traces.
func (n *files) keepOnDisk() (err error) {
	if n.root, err = os.MkdirTemp("", "mcpsim-disk-"); err != nil {
		return err
	}
	n.hide(n.root)
	nounOf[auth](n.World).stored = host.NewDiskCredentials(n.root + credentialsDir)
	nounOf[cache](n.World).Cache = host.NewDiskCache(n.root+cacheDir, n.ground.clock())
	return os.MkdirAll(n.onDisk("."), 0o700)
}

// useMachine lets the runtime start real programs, in a project on disk. Time stands
// still for as long as one runs, so it must end by itself.
func (n *files) useMachine() error {
	n.machine = true
	return n.keepOnDisk()
}

// env is where the runtime finds files and programs.
func (n *files) env(s *host.Env) {
	if n.machine {
		s.Starter = process.OS()
		s.Dir = n.onDisk(".")
	}
}

// remove takes the directory away, once there are no writers left.
func (n *files) remove() error {
	if n.root == "" {
		return nil
	}
	return os.RemoveAll(n.root)
}

// onDisk is where a file is that a scenario names.
func (n *files) onDisk(name string) string { return n.root + n.absolute(name) }

func (n *files) writeOnDisk(name, content string) error {
	if err := os.MkdirAll(filepath.Dir(n.onDisk(name)), 0o700); err != nil {
		return err
	}
	return os.WriteFile(n.onDisk(name), []byte(content), 0o600)
}

func (n *files) putInstead(name, what string) error {
	if n.root == "" {
		return fmt.Errorf(`%q is in memory: say "files are kept on disk" first`, name)
	}
	if err := n.writeOnDisk(name, ""); err != nil {
		return err
	}
	if err := os.Remove(n.onDisk(name)); err != nil {
		return err
	}
	var target string
	if k, _ := fmt.Sscanf(what, "a link to %q", &target); k == 1 {
		return os.Symlink(n.onDisk(target), n.onDisk(name))
	}
	return os.Mkdir(n.onDisk(name), 0o700)
}

func (n *files) becomeDirectory(name string) error { return n.putInstead(name, "a directory") }

func (n *files) fillUp(name string, size int) error {
	data, err := os.ReadFile(n.onDisk(name))
	if err != nil {
		return err
	}
	return os.WriteFile(n.onDisk(name), append(data, bytes.Repeat([]byte(" "), size-len(data))...), 0o600)
}

func (n *files) damage(name, from, to string) error {
	data, err := os.ReadFile(n.onDisk(name))
	if err != nil {
		return err
	}
	if !strings.Contains(string(data), from) {
		return fmt.Errorf("%s is not in %s", from, data)
	}
	return n.writeOnDisk(name, strings.ReplaceAll(string(data), from, to))
}

func (n *files) checkContent(name string, want *gherkin.DocString) error {
	data, err := os.ReadFile(n.onDisk(name))
	if err != nil {
		return err
	}
	return sameJSON("the file "+path.Base(name), data, want.Content)
}

// fraction is that of the second in which a file was saved: what the events of one
// instant cost.
var fraction = words.Pattern(`\.\d+Z`)

func (n *files) checkText(name string, want *gherkin.DocString) error {
	data, err := os.ReadFile(n.onDisk(name))
	if err != nil {
		return err
	}
	return same("the file "+path.Base(name), fraction().ReplaceAllString(strings.TrimSuffix(string(data), "\n"), "Z"), strings.TrimSpace(want.Content))
}

func (n *files) checkDirectory(name string, t *gherkin.Table) error {
	entries, err := os.ReadDir(n.onDisk(name))
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err
		}
		got = append(got, map[string]string{"name": e.Name(), "mode": info.Mode().String()})
	}
	return sameTable("the directory "+name, t, got, "name", "mode")
}
