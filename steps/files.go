package steps

import (
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// The directories of a scenario: what "~" stands for, and the project's.
const (
	homeDir    = "/home/user"
	projectDir = "/project"
)

// files are the configuration files of a scenario and what they yielded. They are in
// memory unless a scenario is about the disk.
type files struct {
	noun
	root     string // of what is on disk, see disk.go; empty: nothing is
	machine  bool   // programs are those of this machine
	contents host.DiscoveryMemory
	asked    host.DiscoveryFilter
	every    bool              // programs that oh-my-pi does not know count as well
	lookIn   map[string]string // "home" and "project", where the scenario says where they are
	system   string            // the operating system that decides where files are
	err      error
	result   *host.DiscoveryResult // guarded by World.mu: a start discovers in the background
}

func filesSteps() []gherkin.Step {
	return gherkin.Noun("files", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" holds:`,
			Manual:  "writes a configuration file: ~/ is the user's home, what does not begin with / belongs to the project",
			Example: `the file "~/.claude.json" holds:`, Func: (*files).writeFile},
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" holds "((?s:.*))", (\d+) times "([^"]+)" and "(.*)"`,
			Manual:  "writes a configuration file that tries a limit",
			Example: `the file ".mcp.json" holds "{x: ", 100 times "[" and "]"`, Func: (*files).writeMany},
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" holds a byte order mark and:`, Manual: "writes a configuration file as some editors do",
			Example: `the file ".mcp.json" holds a byte order mark and:`, Func: (*files).writeMarked},
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" is gone`, Manual: "removes a configuration file", Example: `the file ".mcp.json" is gone`,
			Func: (*files).removeFile},
		{Keyword: gherkin.Given, Pattern: `discovery's option "([^"]+)" is "([^"]*)"`,
			Manual: "sets enableProjectConfig, filterExa, filterBrowser or everyProgram to true, false or \"not set\", which they are anyway, " +
				"system, linux anyway, to darwin or windows, home and project to other directories, or none if empty",
			Example: `discovery's option "filterBrowser" is "true"`, Func: (*files).set},
		{Keyword: gherkin.When, Pattern: `the file "([^"]+)" is saved with:`, Manual: "writes a configuration file while everything runs",
			Example: `the file ".lsp.json" is saved with:`, Func: (*files).saveFile},
	})
}

// absolute is where a file is that scenarios name.
func (n *files) absolute(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return n.ground.path(path.Join(homeDir, rest))
	}
	if path.IsAbs(name) {
		return n.ground.path(name)
	}
	return n.ground.path(path.Join(projectDir, name))
}

// shortened is a path as scenarios name it.
func (n *files) shortened(name string) string {
	name = n.asWritten(strings.TrimPrefix(name, n.root))
	if rest, ok := strings.CutPrefix(name, homeDir+"/"); ok {
		return "~/" + rest
	}
	return strings.TrimPrefix(name, projectDir+"/")
}

func (n *files) writeFile(name string, text *gherkin.DocString) error {
	if n.root != "" {
		if err := n.writeOnDisk(name, text.Content); err != nil {
			return err
		}
	}
	if n.contents == nil {
		n.contents = host.DiscoveryMemory{}
	}
	n.contents[n.absolute(name)] = text.Content
	if n.scenario.World == gherkin.Real {
		return saveIn(host.OSFiles{}, n.absolute(name), []byte(text.Content))
	}
	nounOf[workspace](n.World).memory.WriteFile(n.absolute(name), text.Content)
	return nil
}

func (n *files) writeMarked(name string, text *gherkin.DocString) error {
	return n.writeFile(name, &gherkin.DocString{Content: "\ufeff" + text.Content})
}

func (n *files) writeMany(name, begin string, times int, text, end string) error {
	return n.writeFile(name, &gherkin.DocString{Content: begin + strings.Repeat(text, times) + end})
}

func (n *files) saveFile(name string, text *gherkin.DocString) error {
	if err := n.writeFile(name, text); err != nil {
		return err
	}
	return n.ground.settle()
}

func (n *files) removeFile(name string) error {
	if n.root != "" {
		if err := os.Remove(n.onDisk(name)); err != nil {
			return err
		}
	}
	if _, ok := n.contents[n.absolute(name)]; !ok {
		return fmt.Errorf("there is no file %q in this scenario", name)
	}
	delete(n.contents, n.absolute(name))
	return nounOf[workspace](n.World).removePath(n.absolute(name))
}

func (n *files) set(name, value string) error {
	switch name {
	case "system":
		n.system = value
		return nil
	case "home", "project":
		if n.lookIn == nil {
			n.lookIn = map[string]string{}
		}
		n.lookIn[name] = value
		return nil
	}
	on, err := parseSwitch(value)
	if err != nil {
		return err
	}
	switch name {
	case "enableProjectConfig":
		n.asked.EnableProjectConfig = on
	case "filterExa":
		n.asked.FilterExa = on
	case "filterBrowser":
		n.asked.FilterBrowser = on != nil && *on
	case "everyProgram":
		n.every = on != nil && *on
	default:
		return fmt.Errorf("unknown option %q; there are enableProjectConfig, filterExa, filterBrowser, everyProgram, system, home, project", name)
	}
	return nil
}
