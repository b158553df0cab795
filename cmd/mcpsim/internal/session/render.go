package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
)

// painter colours a text.
type painter func(role tell.Role, text string) string

// What a table wants of its screen.
const (
	nameWidth   = 24 // at most, in columns of the screen
	sourceWidth = 12 // at least, or there is no such column
	textWidth   = 10 // of states and names at least
	logHeight   = 4  // lines that the servers leave to the log, if that is not more than half
	gap         = 2  // between two columns
)

// frame draws the table for a screen of this size: at most height lines, none of
// them wider than width. What needs an answer or a correction is never pushed out
// by servers or by the log.
func (m *model) frame(width, height int, paint painter) []string {
	p := page{width: width, paint: paint}
	if m.help {
		p.help()
		return p.lines[:min(len(p.lines), height)]
	}
	top := p.part(func() { p.head(m) })
	news := p.part(func() { p.files(m.broken); p.ask(m) })
	foot := p.part(func() { p.foot(m) })
	servers := p.part(func() { p.servers(m.rows) })
	log := p.part(func() { p.log(m.log) })

	room := max(0, height-len(top)-len(news)-len(foot))
	servers = atMost(servers, max(room-min(logHeight, len(log)), room/2), width)
	room -= len(servers)
	if len(log) > room { // the newest ones, below the empty line
		log = slices.Concat(log[:min(1, room)], log[len(log)-max(0, room-1):])
	}
	all := slices.Concat(top, servers, news, log, foot)
	return all[:min(len(all), height)]
}

// atMost cuts a list of lines and says how many are missing.
func atMost(lines []string, n, width int) []string {
	if len(lines) <= n {
		return lines
	}
	if n == 0 {
		return nil
	}
	return append(slices.Clone(lines[:n-1]), ansi.Truncate(fmt.Sprintf("and %d more lines", len(lines)-n+1), width, "…"))
}

// page collects lines that fit.
type page struct {
	width int
	paint painter
	lines []string
}

// part returns the lines that draw adds.
func (p *page) part(draw func()) []string {
	p.lines = nil
	draw()
	return p.lines
}

// put adds a line, cut to the width; the role colours all of it.
func (p *page) put(role tell.Role, format string, args ...any) {
	text := ansi.Truncate(words.Printable(fmt.Sprintf(format, args...)), p.width, "…")
	p.lines = append(p.lines, p.paint(role, text))
}

// wrap adds as many lines as it takes, for what must not be cut.
func (p *page) wrap(role tell.Role, format string, args ...any) {
	for line := range strings.SplitSeq(ansi.Wrap(words.Printable(fmt.Sprintf(format, args...)), p.width, ""), "\n") {
		p.put(role, "%s", line)
	}
}

func (p *page) head(m *model) {
	p.put(tell.Heading, "mcpsim connect --watch %s", m.dir)
	line := m.summary(p.paint)
	if m.doing != "" {
		line += ", " + m.doing
	}
	p.lines = append(p.lines, ansi.Truncate(line, p.width, "…"), "")
}

// files shows which settings files cannot be used: place and reason, then the
// line with a caret.
func (p *page) files(broken []string) {
	for _, text := range broken {
		p.lines = append(p.lines, "")
		what, excerpt, _ := strings.Cut(strings.TrimRight(text, "\n"), "\n")
		p.wrap(tell.Bad, "%s", what)
		for line := range strings.Lines(excerpt) {
			p.put(tell.Quiet, "%s", strings.TrimRight(line, "\n"))
		}
		p.put(tell.Quiet, "what this file said before stays in force")
	}
}

// ask shows the question that a key answers.
func (p *page) ask(m *model) {
	q := m.question()
	if q == nil {
		return
	}
	p.lines = append(p.lines, "")
	p.wrap(tell.Doubtful, "Approve server %q?  %s, from %s", q.Name, q.Transport, q.Source)
	for _, names := range []struct {
		what  string
		names []string
	}{{"env", q.Env}, {"headers", q.Headers}} {
		if len(names.names) > 0 {
			p.wrap(tell.Plain, "  %-8s %s", names.what, strings.Join(names.names, ", "))
		}
	}
	var others []string
	for _, other := range m.questions {
		if other.Name != q.Name {
			others = append(others, other.Name)
		}
	}
	all := ""
	if len(others) > 0 {
		p.put(tell.Plain, "  then     %s", strings.Join(others, ", "))
		all = fmt.Sprintf("   %c approve all %d", keyApproveAll, len(m.questions))
	}
	p.put(tell.Heading, "  %c approve%s   %c reject", keyApprove, all, keyReject)
}

func (p *page) foot(*model) {
	p.lines = append(p.lines, "")
	p.put(tell.Quiet, "%c quit   %c reload   %c help", keyQuit, keyReload, keyHelp)
}

// servers is the table. On a narrow screen the last columns give way.
func (p *page) servers(rows []row) {
	if len(rows) == 0 {
		p.put(tell.Quiet, "no server is configured; see ? for the files that are read")
		return
	}
	cells := [][]string{{"SERVER", "STATE", "TOOLS", "TRANSPORT", "SOURCE"}}
	for _, r := range rows {
		tools := "-"
		if r.connected() {
			tools = fmt.Sprint(r.Tools)
		}
		name := ansi.Truncate(words.Printable(r.Name), nameWidth, "…")
		cells = append(cells, []string{name, words.Printable(r.State), tools, cmp.Or(words.Printable(r.Transport), "-"), words.Printable(r.Source)})
	}
	widths := p.columns(cells)
	p.row(widths, cells[0], tell.Heading, tell.Heading)
	for i, r := range rows {
		p.row(widths, cells[i+1], tell.Plain, styleRoles[r.Style])
		if r.Why != "" && !r.connected() {
			for line := range strings.SplitSeq(strings.TrimRight(r.Why, "\n"), "\n") {
				p.put(tell.Quiet, "  %s", line)
			}
		}
	}
}

// columns are the widths of the columns that fit: the source as far as there is
// room, then none of it, then no transport either, then less of the names
// and states.
func (p *page) columns(cells [][]string) []int {
	var widths []int
	for column := range cells[0] {
		w := 0
		for _, row := range cells {
			w = max(w, ansi.StringWidth(row[column]))
		}
		widths = append(widths, w)
	}
	source := len(widths) - 1
	over := total(widths) - p.width
	if over > 0 && widths[source]-over >= sourceWidth {
		widths[source] -= over
		return widths
	}
	for len(widths) > 3 && total(widths) > p.width {
		widths = widths[:len(widths)-1]
	}
	for _, column := range []int{0, 1} {
		least := min(widths[column], textWidth)
		widths[column] = max(least, widths[column]-max(0, total(widths)-p.width))
	}
	return widths
}

// total is how wide a row is.
func total(widths []int) int {
	n := gap * (len(widths) - 1)
	for _, w := range widths {
		n += w
	}
	return n
}

// row adds a row; the second cell, the state, has a colour of its own. Numbers
// stand on the right. The end of a source says more than its beginning.
func (p *page) row(widths []int, cells []string, role, state tell.Role) {
	var line strings.Builder
	for i, w := range widths {
		text, pad := cells[i], ""
		switch over := ansi.StringWidth(text) - w; {
		case over > 0 && i == len(cells)-1:
			text = ansi.TruncateLeft(text, over+1, "…")
		case over > 0:
			text = ansi.Truncate(text, w, "…")
		}
		if i < len(widths)-1 || i == 2 {
			pad = strings.Repeat(" ", max(0, w-ansi.StringWidth(text)))
		}
		colour := role
		if i == 1 {
			colour = state
		}
		switch {
		case i == 2:
			line.WriteString(pad + p.paint(colour, text))
		default:
			line.WriteString(p.paint(colour, text) + pad)
		}
		if i < len(widths)-1 {
			line.WriteString(strings.Repeat(" ", gap))
		}
	}
	p.lines = append(p.lines, ansi.Truncate(strings.TrimRight(line.String(), " "), p.width, "…"))
}

// log shows entries below an empty line, one line each.
func (p *page) log(entries []entry) {
	if len(entries) == 0 {
		return
	}
	p.lines = append(p.lines, "")
	for _, e := range entries {
		p.put(levelRoles[e.Level], "%s", e.line())
	}
}

var levelRoles = map[string]tell.Role{levelWarn: tell.Doubtful, levelError: tell.Bad}

// line is an entry as one line: time of day, kind, server, text.
func (e entry) line() string {
	text, _, _ := strings.Cut(strings.TrimSpace(e.Text), "\n")
	if e.Server != "" {
		text = e.Server + ": " + text
	}
	return fmt.Sprintf("%s  %-9s  %s", e.At.Format("15:04:05.000"), e.Kind, text)
}

const keysHelp = `Keys
  a   approve the server that is asked about, as it is now, and connect it
  A   approve all servers that wait
  x   reject the server that is asked about: it is not asked about again before
      its definition changes
  r   read all files again, .mcp.json among them, and reconcile
  ?   this page, and back
  q   disconnect everything and quit; so does Ctrl-C

Files, the later ones win for servers of one name
  ~/.qwen/settings.json         yours; followed
  DIR/.mcp.json                 the project's; read with r, or when one of the
                                files that are followed changes
  DIR/.qwen/settings.json       the workspace's; followed
  /etc/qwen-code/settings.json  the system's; read at the start and with r

Servers of DIR wait for approval. Decisions are kept in
~/.qwen/mcpApprovals.json and hold until the definition changes.`

func (p *page) help() {
	for line := range strings.SplitSeq(keysHelp, "\n") {
		p.put(tell.Plain, "%s", line)
	}
}
