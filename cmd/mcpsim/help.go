package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/steps"
)

// topics are the pages of `mcpsim help` that belong to no command.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "exit-codes", Short: "What the exit codes mean", Long: exitCodesHelp},
		{Use: "targets", Short: "How to name a server", Long: targetsHelp},
		{Use: "tags", Short: "Tags and tag expressions", Long: tagsHelp()},
		{Use: "faults", Short: "Faults of links", Long: faultsHelp()},
		{Use: "scripts", Short: "How fake servers misbehave", Long: scriptsHelp()},
		{Use: "explore", Short: "What exploring varies and checks", Long: exploreHelp},
		{Use: "switches", Short: "Documented versions of the runtime's behaviour", Long: switchesHelp()},
		{Use: "traces", Short: "The format of traces", Long: tracesHelp},
	}
}

const exitCodesHelp = `Exit codes:

  0    everything that was asked for was done and holds
  1    something failed, or a result could not be written
  2    usage, or a bad input file; nothing was run
  3    the target wants authentication
  4    the target is unreachable, died before the handshake, or cannot be used at all
  5    nothing ran
  6    not reproducible: two runs with the same seeds differ (stronger than 1)
  7    stale, if nothing else failed: a failure that a tag or a baseline expects
       is gone; take the tag or the entry away
  70   a bug in mcpsim
  129  the terminal has gone (SIGHUP)
  130  interrupted (SIGINT); what had run is reported
  141  the reader of the output has gone
  143  terminated (SIGTERM)`

const targetsHelp = `A target names a server, in the same way for every command:

  -- COMMAND ARGS...              a server over stdio; no shell is involved
  http://HOST/PATH, https://...   a server over streamable HTTP
  ws://HOST/PATH, wss://...       a server over WebSocket (connect only)
  --config FILE                   all servers of a settings file such as .mcp.json
  --config FILE --server NAME     one of them (repeatable)

Settings files have "mcpServers" (or "servers") objects; comments are allowed.
${NAME} and ${NAME:-default} in them, in --header and in --env are looked up in
the environment, so that no secret need be written down. Values of headers and
variables are never shown.`

func tagsHelp() string {
	var b strings.Builder
	b.WriteString("Tags are a closed set:\n\n")
	for _, t := range gherkin.Tags() {
		fmt.Fprintf(&b, "  %-11s %s\n", t.Name, t.Manual)
	}
	b.WriteString(`  @OMP-LC-63  and the like: the guarantee that a Rule proves. Every Rule has at
              least one, nothing else has any. Besides the documented ones (see
              mcpsim guarantees --missing) there are @FF-nn for field failures,
              @F-nn for facts read in the source of a documented runtime, @D-nn
              for named switches (see mcpsim help switches), @HARNESS-nn for
              mcpsim itself, and @X-nn or @X-NAME-nn for your own.

In the real world processes, sockets, files and the clock are those of this
machine. A Then waits up to 5 s for what it promises; what is due at a moment may
come 2 s late and never early; a moment such as 2999ms, just before something is
due, is looked at a little earlier; and an hour or more is half a second.

A tag expression combines them with and, or, not and parentheses:

  mcpsim run --tags '@omp and not (@real or @expected-failure)'`)
	return b.String()
}

func faultsHelp() string {
	return `A fault is put on the link between the runtime and a server, in both directions
or in one (up is towards the server):

  Given the link to "docs" has latency 20ms jitter 5ms down
  When the link to "docs" gets reset_peer
  And the link to "docs" recovers

The first value may stand without its name. A fault that has changed nothing when
the scenario ends fails it, unless ", which may not happen" stands behind it. On a
real wire the same faults stand between a client and a server of yours:

  mcpsim proxy --fault 'latency 20ms jitter 5ms down' -- ./my-server

The faults and their values:

` + steps.FaultHelp() + `
The names are those of toxiproxy and tc netem. mcpsim steps network shows the
steps; a random decision depends on the seed and on what it is about.`
}

func scriptsHelp() string {
	return `A fake server without a script is a correct one. Rules make it depart from that;
in a scenario they stand below a step:

  Given server "docs" follows these rules:
    """yaml
    - when: {method: tools/call, tool: bump, nth: 2}
      do: [{delay: 2s}, {exit: 137}]
    """

when   phase, method, tool, verb, connection, state say which moment is meant;
       nth, first, every, after, until, probability say which of those.
times  how often it acts; absent = without end.
do     a list of actions, done in order. A scenario fails if one was never done,
       unless the rule has mayNotHappen: true. The actions:

` + columns(fakeserver.Actions()) + `
An unknown key or action is an error with file, line, column and the nearest
known word. Ready-made scripts, to serve or to copy: mcpsim serve --list`
}

func switchesHelp() string {
	var b strings.Builder
	b.WriteString(`A switch makes the runtime behave like another documented version of itself. The
first value of each is the default. In a scenario, before the runtime starts:

  Given the switch "startup.uncached" is "return"

with real servers: mcpsim connect --switch startup.uncached=return

The runtime "hardened" has the safe value of each, marked with a star: it never
repeats a call that may have run, keeps old tools whatever is wrong with new
ones, and bounds everything (mcpsim connect --hardened).
`)
	for _, s := range host.Switches() {
		fmt.Fprintf(&b, "\n%s  (%s)  %s\n", s.Name, s.ID, s.Manual)
		for _, v := range s.Values {
			fmt.Fprintf(&b, "  %-18s  %s\n", v.Name+star(v.Name == s.Safe), v.Manual)
		}
		if s.Form != "" {
			fmt.Fprintf(&b, "  %s\n", s.Form)
		}
		if s.Safe != "" && !slices.ContainsFunc(s.Values, func(v host.SwitchValue) bool { return v.Name == s.Safe }) {
			fmt.Fprintf(&b, "  %s*\n", s.Safe)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// star marks the value of the profile hardened.
func star(marked bool) string {
	if marked {
		return "*"
	}
	return ""
}

// columns lays words out in lines of at most 76 characters, indented by two.
func columns(words []string) string {
	var b strings.Builder
	line := " "
	for _, w := range words {
		if len(line)+1+len(w) > 76 {
			b.WriteString(line + "\n")
			line = " "
		}
		line += " " + w
	}
	b.WriteString(line + "\n")
	return b.String()
}

const tracesHelp = `A trace is a file of JSON Lines. The first line is a header:

  format         "mcpsim-trace"
  version        1
  mcpsim, go     versions that wrote it
  scenario       uri, line, rule, name
  world          virtual or real
  seed           of faults and latencies, a decimal string
  schedule_seed  of the order at one instant, a decimal string
  begin          the instant that at_ns counts from

Every further line is one event. Keys come in this order; those after kind are
left out if they do not apply:

  at_ns     nanoseconds since begin
  cause     number of the stimulus that it happened in; 0 in real time
  actor     who observed it
  kind      what it is, noun first: server.state, call.start, step.fail
  server    configured name
  conn      ordinal of the server's connection, from 1
  name      tool, method, timer
  id        JSON-RPC id as its raw token
  from, to  states
  after_ns  delay, timeout or duration
  n         attempt, count or size in bytes
  err       class or text of an error
  text      anything a person reads
  raw       copy of wire bytes, or raw_base64 if they are not UTF-8

The order is by cause, instant, actor, and as each actor told it. With the same
scenario, seeds and versions a virtual trace is the same, byte for byte. Secrets
are replaced by [redacted].

wire.received and wire.sent are what servers got and sent; wire.arrived is what the
runtime has read, after all faults of the wire.

  mcpsim run --trace DIR             writes DIR/<feature file>/<line>.<world>.jsonl
  mcpsim run --trace-on-failure DIR  only those of runs that do not pass
  mcpsim timeline FILE --open        shows one in a browser`

// helpCommand is cobra's, but that a word which is no topic is a mistake with a
// proposal.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [TOPIC | COMMAND]",
		Short: "Explain a command or a topic",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return helpWords(root, args, true), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: ui.Run(func(_ *cobra.Command, args []string) error {
			page, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				word := strings.Join(args, " ")
				return ui.Usage(fmt.Errorf("%s is neither a command nor a topic%s\nsee: mcpsim --help",
					word, ui.DidYouMean("mcpsim help ", word, helpWords(root, nil, false))))
			}
			page.InitDefaultHelpFlag()
			return ui.Written(page.Help())
		}),
	}
}

// helpWords are the names of the pages below a command, with what they are about
// for completion.
func helpWords(root *cobra.Command, below []string, described bool) []string {
	page, rest, err := root.Find(below)
	if err != nil || len(rest) > 0 {
		return nil
	}
	var words []string
	for _, c := range page.Commands() {
		switch {
		case c.Hidden:
		case described:
			words = append(words, c.Name()+"\t"+c.Short)
		default:
			words = append(words, c.Name())
		}
	}
	return words
}
