package config

import (
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// Format is how one program writes servers into its settings. What a format says
// is data: where the servers are, what their fields are called, how strict the
// program is. The zero value finds no servers. The formats of this package must not
// be assigned to.
type Format struct {
	parse    func(jsonc.Source) (*jsonc.Document, error) // nil: JSON
	within   []string                                    // the keys that lead to the object with the sections
	sections []string                                    // dotted paths of the objects that hold servers
	keys     []key                                       // what may be written about a server
	types    map[string]string                           // the program's words for transports
	remote   string                                      // the transport of a URL without a type; empty: by its scheme
	// variables are those of the program; nil: it has no others than [Expand].
	variables *variables
	// optional: the file has other uses, so that one without servers is normal.
	optional bool
	// foreign: the program has keys of its own, so that an unknown one is only
	// worth a word if it looks like a slip.
	foreign bool
	// loose: "enabled" and "timeout" may be written as strings (F-08).
	loose bool
}

// Within is the format of files in which the sections are not at the root but in
// the object that these keys lead to.
func (f Format) Within(keys ...string) Format {
	f.within = keys
	return f
}

// key is a word of a format and the field that it sets.
type key struct {
	name  string
	field field
}

// field is what a word of a definition sets.
type field int

// The fields of all formats, and those that only some of them have.
const (
	fieldType field = iota
	fieldCommand
	fieldArgs
	fieldEnv
	fieldCwd
	fieldURL
	fieldHeaders
	fieldTimeout
	fieldEnabled
	fieldEra
	fieldAuth
	fieldOAuth
	fieldDisabled   // the opposite of enabled
	fieldProgram    // the command, or an object with its path, args and env
	fieldOrigin     // who runs the server
	fieldArgv       // the command alone, or with its arguments in a list
	fieldSeconds    // the timeout in seconds
	fieldForwarded  // names of variables that the server gets
	fieldLookedUp   // headers whose values are names of variables
	fieldBearerName // name of the variable with the bearer token
)

// Parse reads the servers of a settings file. Comments and trailing commas are
// allowed in JSON. The order of the file is kept. A missing type is inferred:
// command means stdio, else url means http, else stdio (F-07). Nothing is
// expanded, resolved or validated; a value that the format keeps in a variable
// becomes a placeholder (F-11).
//
// What is wrong with one entry is a [Problem] and harms no other entry. A field
// that says what is run or contacted and has the wrong type leaves its server
// out; a wrong timeout or "enabled" is ignored (F-08); of two definitions of one
// name the later one is used, as in every reader of JSON. A file that cannot be
// read as the format's syntax, is too large or nested too deep is an error, a
// *[SyntaxError] where a place can be named, and yields nothing. file is only
// used to name the file; it becomes the servers' Source.Path.
func (f Format) Parse(file string, data []byte) ([]Server, []Problem, error) {
	source := jsonc.Source{File: file, Data: data, Shown: formatWords}
	parse := f.parse
	if parse == nil {
		parse = jsonc.Source.Parse
	}
	doc, err := parse(source)
	if err != nil {
		return nil, nil, err
	}
	root := doc.Root
	for _, key := range f.within {
		root = root.Get(key)
	}
	d := &decoder{format: f, file: file, index: map[string]int{}}
	if !d.sections(root) {
		d.noSection(root)
	}
	return d.result(), doc.Problems(), nil
}

// ParseNames reads the list of names that these keys lead to in a settings file in
// JSON, such as OMP's "disabledServers" (F-05). A file without it has none. What is
// in the list and no string is a [Problem]; a file that is no JSON is an error.
func ParseNames(file string, data []byte, keys ...string) ([]string, []Problem, error) {
	doc, err := jsonc.Source{File: file, Data: data, Shown: formatWords}.Parse()
	if err != nil {
		return nil, nil, err
	}
	value := doc.Root
	for _, key := range keys {
		value = value.Get(key)
	}
	key := keys[len(keys)-1]
	var names []string
	for _, element := range value.List("a list of names") {
		if element.Kind() == jsonc.String {
			names = append(names, element.Text())
			continue
		}
		element.Report("an entry of %q is ignored: it must be a name, not %s", key, element.Kind())
	}
	for _, m := range doc.Mistakes() {
		m.Value.Report("%q is ignored: it %s", m.Value.Path(), m)
	}
	return names, doc.Problems(), nil
}

// field is what a key of a server sets.
func (f Format) field(name string) (sets field, ok bool) {
	for _, k := range f.keys {
		if k.name == name {
			return k.field, true
		}
	}
	return sets, false
}

// names lists the keys of a server.
func (f Format) names() []string {
	out := make([]string, len(f.keys))
	for i, k := range f.keys {
		out[i] = k.name
	}
	return out
}

// formatWords are the words that may be shown of a broken file: they belong to a
// format and are no secret.
var formatWords = func() map[string]bool {
	words := map[string]bool{}
	for _, f := range []Format{MCPJSON, Gemini, Windsurf, OpenCode, Codex, Zed, Goose} {
		for _, section := range f.sections {
			for word := range strings.SplitSeq(section, ".") {
				words[word] = true
			}
		}
		for _, name := range f.names() {
			words[name] = true
		}
	}
	return words
}()
