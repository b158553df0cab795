package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
)

// word is one command of a session. Help, completion and dispatch come from tables of
// them: one for each profile, and one of what all have in common.
type word struct {
	name string
	// args are the arguments as help shows them: NAME must be there, [NAME] may be, NAME...
	// may be repeated. JSON, always the last, is an object and needs no quotes.
	args  string
	about string
	// values are candidates for the next argument, given those before it; nil: none are
	// known.
	values func(before []string) []string
	run    func(ctx context.Context, args []string) (shown, error)
}

// shown is what a word has to say: lines for people, and the same for programs, which
// encoding/json must take. The lines are the program's own unless a server said all of
// them; its texts in other lines have no secrets any more. Data needs not be free of any.
type shown struct {
	text    string
	data    any
	foreign bool // a server said the text
}

// said is what a server said.
func said(text string, data any) shown { return shown{text, data, true} }

// saidError is a failure that a server put into words.
type saidError struct{ text string }

func (e *saidError) Error() string { return e.text }

// errUsage marks what is wrong with a request rather than with what it did.
var errUsage = errors.New("usage")

// misused is an error about a request.
func misused(format string, args ...any) error {
	return fmt.Errorf("%w%w", silent{errUsage}, fmt.Errorf(format, args...))
}

// silent is an error that is found by errors.Is and adds no text.
type silent struct{ error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.error }

// usage is how the word is written.
func (w word) usage() string { return strings.TrimSpace(w.name + " " + w.args) }

// takesObject reports whether the last argument is a JSON object.
func (w word) takesObject() bool { return strings.Contains(w.args, "JSON") }

// counts are how many arguments the word takes; most is negative if there is no limit.
func (w word) counts() (least, most int) {
	for _, arg := range strings.Fields(w.args) {
		if !strings.HasPrefix(arg, "[") {
			least++
		}
		if most++; strings.Contains(arg, "...") {
			return least, -1
		}
	}
	return least, most
}

// request is a word with its arguments.
type request struct {
	line string
	word word
	args []string
}

// parse finds the word that a line means. The prefix /mcp of coding agents does not
// count.
func parse(table []word, line string) (request, error) {
	text := strings.TrimSpace(line)
	for _, prefix := range []string{"/mcp ", "/"} {
		text = strings.TrimSpace(strings.TrimPrefix(text, prefix))
	}
	if text == "mcp" {
		text = "help"
	}
	name, rest, _ := strings.Cut(text, " ")
	i := slices.IndexFunc(table, func(w word) bool { return w.name == name })
	if i < 0 {
		return request{line: line}, misused("%q is no word here%s\nhelp lists the words", name, ui.DidYouMean("", name, wordNames(table)))
	}
	w := table[i]
	args, err := w.split(rest)
	if err != nil {
		return request{line: line, word: w}, misused("%s: %w\nusage: %s", name, err, w.usage())
	}
	return request{line, w, args}, nil
}

// split makes arguments of what follows the word.
func (w word) split(rest string) ([]string, error) {
	object := ""
	if i := strings.Index(" "+rest, " {"); i >= 0 && w.takesObject() {
		rest, object = rest[:i], rest[i:]
	}
	args, err := words.Split(rest)
	if err != nil {
		return nil, err
	}
	if object != "" {
		args = append(args, object)
	}
	switch least, most := w.counts(); {
	case len(args) < least:
		return nil, fmt.Errorf("want %s", strings.Fields(w.args)[len(args)])
	case most >= 0 && len(args) > most:
		return nil, fmt.Errorf("%s too many", words.Count(len(args)-most, "argument"))
	}
	return args, nil
}

// arguments are those of a call: an object, none if text is empty.
func arguments(text string) (json.RawMessage, error) {
	if text == "" {
		return nil, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil || object == nil {
		return nil, misused(`want a JSON object, such as {"name": "value"}`) // the text may hold secrets
	}
	return json.RawMessage(text), nil
}

// textArguments are those of a prompt: an object of texts.
func textArguments(text string) (map[string]string, error) {
	if text == "" {
		return nil, nil
	}
	var object map[string]string
	if json.Unmarshal([]byte(text), &object) != nil {
		return nil, misused(`want a JSON object of texts, such as {"name": "value"}`)
	}
	return object, nil
}

// optional is an argument that may be missing.
func optional(args []string, n int) string {
	if n < len(args) {
		return args[n]
	}
	return ""
}

func wordNames(table []word) []string {
	var out []string
	for _, w := range table {
		out = append(out, w.name)
	}
	return out
}

// helpOf is the table as help shows it.
func helpOf(table []word) string {
	width := 0
	for _, w := range table {
		width = max(width, len(w.usage()))
	}
	var b strings.Builder
	for _, w := range table {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, w.usage(), w.about)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// completion proposes words and arguments for a line that ends at the cursor.
func completion(table []word, line string) (from int, candidates []string) {
	prefix := len(line) - len(strings.TrimLeft(line, " /"))
	if strings.HasPrefix(line, "/mcp ") {
		prefix = len("/mcp ")
	}
	from = strings.LastIndex(line, " ") + 1
	before := strings.Fields(line[prefix:max(prefix, from)])
	if from <= prefix {
		from = prefix
	}
	var all []string
	if len(before) == 0 {
		all = wordNames(table)
	} else if i := slices.IndexFunc(table, func(w word) bool { return w.name == before[0] }); i >= 0 && table[i].values != nil {
		all = table[i].values(before[1:])
	}
	for _, value := range all {
		if strings.HasPrefix(value, line[from:]) {
			candidates = append(candidates, words.Quote(value))
		}
	}
	slices.Sort(candidates)
	return from, slices.Compact(candidates)
}

// first completes the first argument only.
func first(values func() []string) func([]string) []string {
	return func(before []string) []string {
		if len(before) > 0 {
			return nil
		}
		return values()
	}
}

// every completes all arguments with the same values.
func every(values func() []string) func([]string) []string {
	return func([]string) []string { return values() }
}
