package steps

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// settingsProgramSteps are about programs that follow settings, and files that fail them.
func settingsProgramSteps() []gherkin.Step {
	const does = `(?: and (?:takes (\S+)|fails with "([^"]*)"))?`
	return gherkin.InVirtual(gherkin.Noun("settings", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the program listens to settings` + does,
			Manual:  "has the program told of changed settings, which may take it long or fail",
			Example: `the program listens to settings and takes 40s`, Func: (*workspace).listen},
		{Keyword: gherkin.When, Pattern: `the program listens to settings no more`, Manual: "takes all of the program's listeners off",
			Func: (*workspace).listenNoMore},
		{Keyword: gherkin.Then, Pattern: `the program was told of these settings:`,
			Manual: "compares what all of its listeners were told, in order; columns at, notice (a number: changes with the same one were told together), scope, change, path", Func: (*workspace).checkHeard},
		{Keyword: gherkin.Given, Pattern: `the (user settings|workspace settings|project settings|approvals file) cannot be (read|written|watched)`,
			Manual:  "makes the system refuse that from now on; a directory that is not there is refused like its parent",
			Example: `the user settings cannot be watched`, Func: (*workspace).breakFile},
		{Keyword: gherkin.Then, Pattern: `the runtime has these lists and servers of the settings:`,
			Manual: "compares what counts now; columns what (allowed, excluded, pending, servers) and names, \"absent\" for no list", Func: checkLists},
		{Keyword: gherkin.Then, Pattern: `the connection of server "([^"]+)" is known as "([^"]+)"`,
			Manual:  "compares the identity of the connection that settings define, which is what the pool shares it by",
			Example: `the connection of server "docs" is known as "docs::0123456789abcdef"`, Func: checkConnectionID},
		{Keyword: gherkin.Then, Pattern: `the program was told (\d+) times? that servers may wait for a decision`,
			Manual:  "counts calls of the program, whose business it is to look whether any do",
			Example: `the program was told 1 time that servers may wait for a decision`, Func: (*workspace).checkAsked},
	}))
}

// heardChange is one change that a listener was told of.
type heardChange struct {
	at     time.Time
	notice int // ordinal of what told of it, from 1
	host.SettingsChange
}

func (n *workspace) listen(ws *host.Workspace, takes, failure string) error {
	var wait time.Duration
	if takes != "" {
		var err error
		if wait, err = time.ParseDuration(takes); err != nil {
			return err
		}
	}
	n.disposers = append(n.disposers, ws.OnSettings(func(ctx context.Context, changes []host.SettingsChange) error {
		n.mu.Lock()
		n.notices++
		for _, c := range changes {
			n.heard = append(n.heard, heardChange{n.now(), n.notices, c})
		}
		n.mu.Unlock()
		if failure != "" {
			return errors.New(failure)
		}
		return clock.Sleep(ctx, clock.Named(n.ground.clock(), "program/listener"), wait)
	}))
	return nil
}

func (n *workspace) listenNoMore() error {
	for _, dispose := range n.disposers {
		dispose()
	}
	return nil
}

func (n *workspace) checkHeard(t *gherkin.Table) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	var got []map[string]string
	for _, c := range n.heard {
		got = append(got, map[string]string{
			"at": n.since(c.at).String(), "notice": strconv.Itoa(c.notice), "scope": c.Scope, "change": string(c.Type), "path": c.Path,
		})
	}
	return sameTable("what the program was told of settings", t, got, "at", "notice", "scope", "change", "path")
}

// noteApproval is the program's OnApproval.
func (n *workspace) noteApproval() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked++
}

func (n *workspace) checkAsked(times int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return same("how often the program was told that servers may wait", n.asked, times)
}

func checkLists(ws *host.Workspace, t *gherkin.Table) error {
	names := func(list []string) string {
		if list == nil {
			return "absent"
		}
		return strings.Join(list, ", ")
	}
	lists := ws.Gating()
	return sameTable("the lists and the servers of the settings", t, []map[string]string{
		{"what": "allowed", "names": names(lists.Allowed)}, {"what": "excluded", "names": names(lists.Excluded)},
		{"what": "pending", "names": names(lists.Pending)}, {"what": "servers", "names": names(ws.SettingsServers().Names())},
	}, "what", "names")
}

func checkConnectionID(ws *host.Workspace, name, id string) error {
	entry, ok := ws.SettingsServers().Get(name)
	if !ok {
		return fmt.Errorf("the settings define no server %q", name)
	}
	server, err := entry.Server()
	if err != nil {
		return err
	}
	return same("the identity of the connection", server.ConnectionID, id)
}

func (n *workspace) breakFile(file, way string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.broken == nil {
		n.broken = map[string]bool{}
	}
	n.broken[file+" "+way] = true
	return nil
}

// refused is the error of the system for what a step has made impossible.
func (n *workspace) refused(file, way string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.broken[file+" "+way] {
		return fmt.Errorf("%s cannot be %s", file, way)
	}
	return nil
}

// faultyFiles are the files of a workspace as far as its system lets it use them.
type faultyFiles struct {
	host.Files
	n *workspace
}

// watchedFiles are what a workspace is given.
func (n *workspace) watchedFiles() host.Files { return faultyFiles{n.files(), n} }

// what is the settings file that a path belongs to, in the words of the steps.
func (f faultyFiles) what(name string) string {
	if name == path.Join(f.n.ground.hostEnv().Dir, ".mcp.json") {
		return "project settings"
	}
	for _, scope := range []string{"user", "workspace"} {
		if file := f.n.path(scope); name == file || name == path.Dir(file) || name == path.Dir(path.Dir(file)) {
			return scope + " settings"
		}
	}
	return ""
}

func (f faultyFiles) ReadFile(name string, limit int) ([]byte, error) {
	if err := f.n.refused(f.what(name), "read"); err != nil {
		return nil, err
	}
	return f.Files.ReadFile(name, limit)
}

func (f faultyFiles) Change(name string, limit int, change func([]byte) ([]byte, error)) error {
	for _, what := range []string{"read", "written"} {
		if err := f.n.refused(f.what(name), what); err != nil {
			return err
		}
	}
	return f.Files.Change(name, limit, change)
}

func (f faultyFiles) Watch(dir string, changed func(string)) (stop func(), err error) {
	stop, err = f.Files.Watch(dir, changed)
	if refused := f.n.refused(f.what(dir), "watched"); err == nil && refused != nil {
		stop()
		return nil, refused
	}
	return stop, err
}

// faultyApprovals are the decisions as far as the system lets a workspace use them.
type faultyApprovals struct {
	host.ApprovalStorage
	n *workspace
}

func (f faultyApprovals) Read() ([]byte, error) {
	if err := f.n.refused("approvals file", "read"); err != nil {
		return nil, err
	}
	return f.ApprovalStorage.Read()
}

func (f faultyApprovals) Change(change func([]byte) ([]byte, error)) error {
	for _, what := range []string{"read", "written"} {
		if err := f.n.refused("approvals file", what); err != nil {
			return err
		}
	}
	return f.ApprovalStorage.Change(change)
}
