package config

import (
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// Format is how one program writes servers into its settings. What a format says
// is data: where the servers are, what their fields are called, how strict the
// program is. The zero value finds no servers; the formats below are all there
// are. They must not be assigned to.
type Format struct {
	toml     bool              // else JSON
	sections []string          // dotted paths of the objects that hold servers
	keys     []key             // what may be written about a server
	types    map[string]string // the program's words for transports
	// optional: the file has other uses, so that one without servers is normal.
	optional bool
	// foreign: the program has keys of its own, so that an unknown one is only
	// worth a word if it looks like a slip.
	foreign bool
	// loose: "enabled" and "timeout" may be written as strings (F-08).
	loose bool
}

// key is a word of a format and the field that it sets.
type key struct{ name, field string }

// The fields that can be ignored, and those that are not simply called like a key.
const (
	fieldTimeout    = "timeout"
	fieldEnabled    = "enabled"
	fieldArgv       = "argv"        // the command alone, or with its arguments in a list
	fieldSeconds    = "seconds"     // the timeout in seconds
	fieldForwarded  = "forwarded"   // names of variables that the server gets
	fieldLookedUp   = "looked up"   // headers whose values are names of variables
	fieldBearerName = "bearer name" // name of the variable with the bearer token
)

// commonKeys are understood in every JSON file. "transport" is VS Code's word for
// "type" (F-02).
var commonKeys = []key{
	{"type", "type"}, {"transport", "type"}, {"command", "command"}, {"args", "args"}, {"env", "env"}, {"cwd", "cwd"},
	{"url", "url"}, {"headers", "headers"}, {"timeout", "timeout"}, {"enabled", "enabled"}, {"auth", "auth"}, {"oauth", "oauth"},
}

// The formats (F-02, F-08, F-11).
var (
	// MCPJSON is .mcp.json and everything of its shape, VS Code's included.
	MCPJSON = Format{
		sections: []string{"mcpServers", "servers", "mcp.servers"}, keys: commonKeys,
	}
	// OhMyPi is .omp/mcp.json.
	OhMyPi = Format{
		sections: []string{"mcpServers"}, keys: commonKeys, optional: true, loose: true,
	}
	// ClaudeCode is .claude.json; Cursor writes the same.
	ClaudeCode = Format{
		sections: []string{"mcpServers"}, keys: commonKeys, optional: true, foreign: true,
	}
	// Gemini is the settings.json of Gemini CLI.
	Gemini = Format{
		sections: []string{"mcpServers"}, keys: withKeys(key{"httpUrl", "url"}), optional: true, foreign: true,
	}
	// Windsurf is mcp_config.json.
	Windsurf = Format{
		sections: []string{"mcpServers"}, keys: withKeys(key{"serverUrl", "url"}), optional: true, foreign: true,
	}
	// VSCode is .vscode/mcp.json.
	VSCode = Format{
		sections: []string{"mcp.servers", "servers"}, keys: commonKeys, optional: true, foreign: true,
	}
	// OpenCode is opencode.json.
	OpenCode = Format{
		sections: []string{"mcp"}, optional: true, foreign: true,
		types: map[string]string{"local": Stdio, "remote": HTTP},
		keys: []key{
			{"type", "type"}, {"command", fieldArgv}, {"args", "args"}, {"environment", "env"}, {"env", "env"}, {"cwd", "cwd"},
			{"url", "url"}, {"headers", "headers"}, {"timeout", "timeout"}, {"enabled", "enabled"}, {"oauth", "oauth"},
		},
	}
	// Codex is config.toml.
	Codex = Format{
		toml: true, sections: []string{"mcp_servers"}, optional: true, foreign: true,
		keys: []key{
			{"command", "command"}, {"args", "args"}, {"env", "env"}, {"env_vars", fieldForwarded}, {"cwd", "cwd"},
			{"url", "url"}, {"http_headers", "headers"}, {"env_http_headers", fieldLookedUp},
			{"bearer_token_env_var", fieldBearerName}, {"tool_timeout_sec", fieldSeconds}, {"enabled", "enabled"},
		},
	}
)

func withKeys(more ...key) []key { return slices.Concat(commonKeys, more) }

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
	parse := source.Parse
	if f.toml {
		parse = func() (*jsonc.Document, error) { return parseTOML(source) }
	}
	doc, err := parse()
	if err != nil {
		return nil, nil, err
	}
	d := &decoder{format: f, file: file, index: map[string]int{}}
	if !d.sections(doc.Root) {
		d.noSection(doc.Root)
	}
	return d.result(), doc.Problems(), nil
}

// ParseNames reads the list of names in the member key of a settings file in
// JSON, such as OMP's "disabledServers" (F-05). A file without it has none. What
// is in the list and no string is a [Problem]; a file that is no JSON is an
// error.
func ParseNames(file, key string, data []byte) ([]string, []Problem, error) {
	doc, err := jsonc.Source{File: file, Data: data, Shown: formatWords}.Parse()
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, element := range doc.Root.Get(key).List("a list of names") {
		if element.Kind() == jsonc.String {
			names = append(names, element.Text())
			continue
		}
		element.Report("an entry of %q is ignored: it must be a name, not %s", key, element.Kind())
	}
	for _, m := range doc.Mistakes() {
		m.Value.Report("%q is ignored: it %s", key, m)
	}
	return names, doc.Problems(), nil
}

// field is what a key of a server sets.
func (f Format) field(name string) (field string, ok bool) {
	for _, k := range f.keys {
		if k.name == name {
			return k.field, true
		}
	}
	return "", false
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
	for _, f := range []Format{MCPJSON, Gemini, Windsurf, OpenCode, Codex} {
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
