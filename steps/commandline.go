package steps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Program is the path of mcpsim for scenarios that run it; empty: this executable.
var Program string

// commandLinePatience is how long a run may take, and how long a port is waited for.
const commandLinePatience = 10 * time.Second

// portsPatience is how long a scenario waits for others that have taken ports.
const portsPatience = 10 * commandLinePatience

// commandLine is a run of mcpsim as its users run it, and the ports that it does not get.
type commandLine struct {
	noun
	taken  []net.Listener
	ports  func() // lets other scenarios take ports of this machine; nil: they may
	stdin  string // of the next run
	code   int
	output string
}

func commandLineSteps() []gherkin.Step {
	return gherkin.Noun("command line", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `port (\d+) of this machine is taken`,
			Manual:  "holds a port of the loopback address until the scenario ends, if no other program does",
			Example: `port 40801 of this machine is taken`, Func: (*commandLine).take},
		{Keyword: gherkin.When, Pattern: `mcpsim runs "([^"]+)"`, Manual: "runs mcpsim with these arguments until it ends",
			Example: `mcpsim runs "control serve"`, Func: (*commandLine).run},
		{Keyword: gherkin.When, Pattern: `mcpsim runs in the project with these arguments:`,
			Manual: "runs mcpsim, one argument per line, with the project's directory and the user's home of this scenario, until it ends",
			Func:   (*commandLine).runInProject},
		{Keyword: gherkin.When, Pattern: `mcpsim runs in the project and reads "(.*)", with these arguments:`,
			Manual:  "does the same with this text on stdin; \\n is a line break, \\r a carriage return, \\xff a byte",
			Example: `mcpsim runs in the project and reads "a\n", with these arguments:`, Func: (*commandLine).runReading},
		{Keyword: gherkin.Then, Pattern: `mcpsim has written "(.*)"(, and then more)?`,
			Manual:  "compares stdout and stderr together, or their beginning, byte by byte, with the same escapes",
			Example: `mcpsim has written "a\n"`, Func: (*commandLine).checkWritten},
		{Keyword: gherkin.Then, Pattern: `mcpsim ends with code (\d+) and says "(.*)"`, Manual: "compares the exit code and looks for a part of its output",
			Example: `mcpsim ends with code 1 and says "listen tcp 127.0.0.1:40801:"`, Func: (*commandLine).check},
		{Keyword: gherkin.Then, Pattern: `mcpsim answers "(list|missing)" with "([^"]*)"`,
			Manual:  "compares each answer to a word of a session: servers and their state or the reason why they are off; answers are separated by |",
			Example: `mcpsim answers "list" with "docs connected, mail needs approval"`, Func: (*commandLine).checkAnswers},
	})
}

// take waits for a port that another program holds: it could let go while mcpsim runs. One
// that stays taken is taken for good. Of all scenarios on this machine one at a time has
// taken ports, as what it runs may need the ports beside its own.
func (p *commandLine) take(port int) error {
	if p.ports == nil {
		var err error
		if p.ports, err = atomicfile.Hold(filepath.Join(os.TempDir(), "mcpsim.ports"), portsPatience); err != nil {
			return err
		}
	}
	for end := p.now().Add(commandLinePatience); p.now().Before(end); {
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			p.taken = append(p.taken, l)
			return nil
		}
		if err := p.ground.sleep(50 * time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func (p *commandLine) run(arguments string) error {
	return p.start(os.TempDir(), nil, strings.Fields(arguments))
}

// runReading runs it with a text on stdin.
func (p *commandLine) runReading(stdin string, text *gherkin.DocString) error {
	var err error
	if p.stdin, err = unescaped(stdin); err != nil {
		return err
	}
	return p.runInProject(text)
}

// checkWritten compares what was written, as a text with escapes.
func (p *commandLine) checkWritten(want string, more bool) error {
	wanted, err := unescaped(want)
	if err != nil {
		return err
	}
	got := p.output
	if more {
		got = got[:min(len(got), len(wanted))]
	}
	return same("what mcpsim has written", strconv.Quote(got), strconv.Quote(wanted))
}

// unescaped is a text with the escapes of Go.
func unescaped(text string) (string, error) {
	said, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	if err != nil {
		return "", fmt.Errorf("the text %q: %w", text, err)
	}
	return said, nil
}

func (p *commandLine) runInProject(text *gherkin.DocString) error {
	home := nounOf[workspace](p.World).home()
	env := []string{"HOME=" + home, "QWEN_CODE_SYSTEM_SETTINGS_PATH=" + path.Join(home, "none.json")}
	if g, ok := p.ground.(*realGround); ok {
		programs, err := g.programs()
		if err != nil {
			return err
		}
		env = append(env, "PATH="+programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	return p.start(p.ground.hostEnv().Dir, append(os.Environ(), env...), linesOf(text.Content))
}

// start runs mcpsim in a directory with an environment, this process's if nil, until it ends.
func (p *commandLine) start(dir string, env, arguments []string) error {
	program := Program
	if program == "" {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		program = self
	}
	ctx, cancel := clock.WithTimeout(p.life, p.ground.clock(), commandLinePatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, arguments...)
	var output bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Dir, cmd.Env = strings.NewReader(p.stdin), &output, &output, dir, env
	_ = cmd.Run()
	if cmd.ProcessState == nil {
		return fmt.Errorf("mcpsim %s was not started", strings.Join(arguments, " "))
	}
	p.code, p.output = cmd.ProcessState.ExitCode(), output.String()
	return nil
}

func (p *commandLine) check(code int, part string) error {
	if !strings.Contains(p.output, part) {
		return fmt.Errorf("mcpsim ended with code %d and said %q", p.code, p.output)
	}
	return same("the exit code", p.code, code)
}

func (p *commandLine) checkAnswers(word, want string) error {
	var got []string
	for line := range strings.Lines(p.output) {
		var answer struct {
			Do     string
			Result struct {
				Servers, Missing []struct{ Name, State, Reason string }
			}
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			return fmt.Errorf("mcpsim wrote %q: %w", line, err)
		}
		if answer.Do != word {
			continue
		}
		var servers []string
		for _, s := range append(answer.Result.Servers, answer.Result.Missing...) {
			servers = append(servers, s.Name+" "+s.State+s.Reason)
		}
		got = append(got, strings.Join(servers, ", "))
	}
	return same("the answers to "+word, strings.Join(got, " | "), want)
}

func (p *commandLine) close() {
	if p.ports != nil {
		defer p.ports()
	}
	for _, l := range p.taken {
		_ = l.Close()
	}
}
