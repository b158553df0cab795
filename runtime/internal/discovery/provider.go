package discovery

import (
	"github.com/mcpsim/mcpsim/runtime/config"
)

// provider is a program whose servers are found, and where.
type provider struct {
	id, name string
	format   config.Format
	sources  []source // in the order in which they are read
}

// source is one place of a provider. Only the first of its files that defines a
// server counts.
type source struct {
	level string // also says what the files are relative to: home or project
	files []string
	more  bool           // only read for [Options.EveryProgram]
	other *config.Format // of these files; nil: the provider's
	// own: the servers are those of the member of "projects" that is named like the
	// project's directory.
	own bool
}

func user(files ...string) source    { return source{level: config.LevelUser, files: files} }
func project(files ...string) source { return source{level: config.LevelProject, files: files} }

// also is a source that oh-my-pi does not read.
func also(s source) source {
	s.more = true
	return s
}

// in is a source with a format of its own.
func (s source) in(f config.Format) source {
	s.other = &f
	return s
}

// ofProject is a source in which each project has its part.
func (s source) ofProject() source {
	s.own = true
	return s
}

// nativeUserFile also holds the list of disabled servers (F-05).
const nativeUserFile = ".omp/agent/mcp.json"

// clineFile and rooFile are relative to the data of VS Code.
const (
	clineFile = "{data}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
	rooFile   = "{data}/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"
)

// providers are all programs, the highest priority first (F-01, F-02). Of equal
// ones the first to be registered is the first here. The programs' own files
// come before those of the project, OMP's after them (F-03). What only
// [Options.EveryProgram] reads is marked; the programs from Copilot CLI on are those
// that oh-my-pi does not know.
var providers = []provider{
	{"native", "OMP", config.OhMyPi, []source{
		project(".omp/mcp.json"), project(".omp/.mcp.json"), user(nativeUserFile), user(".omp/agent/.mcp.json"),
	}},
	{"claude", "Claude Code", config.ClaudeCode, []source{
		also(user(".claude.json").ofProject()),
		user(".claude.json", ".claude/mcp.json"), project(".claude/.mcp.json", ".claude/mcp.json"),
	}},
	{"codex", "Codex", config.Codex, []source{user(".codex/config.toml"), project(".codex/config.toml")}},
	{"gemini", "Gemini CLI", config.Gemini, []source{user(".gemini/settings.json"), project(".gemini/settings.json")}},
	{"opencode", "OpenCode", config.OpenCode, []source{
		user(".config/opencode/opencode.json"), project("opencode.json"),
	}},
	{"cursor", "Cursor", config.Cursor, []source{user(".cursor/mcp.json"), project(".cursor/mcp.json")}},
	{"windsurf", "Windsurf", config.Windsurf, []source{
		user(".codeium/windsurf/mcp_config.json"), project(".windsurf/mcp_config.json"),
	}},
	{"vscode", "VS Code", config.VSCode, []source{
		project(".vscode/mcp.json"), also(project(".vscode/settings.json").in(config.VSCodeSettings)),
		also(user("{data}/Code/User/mcp.json")), also(user("{data}/Code/User/settings.json").in(config.VSCodeSettings)),
	}},
	{"mcp-json", "MCP Config", config.MCPJSON, []source{project("mcp.json"), project(".mcp.json")}},
	{"copilot", "Copilot CLI", config.Copilot, []source{also(project(".github/mcp.json")), also(user("{copilot}/mcp-config.json"))}},
	{"claude-desktop", "Claude Desktop", config.ClaudeCode, []source{also(user("{data}/Claude/claude_desktop_config.json"))}},
	{"zed", "Zed", config.Zed, []source{also(project(".zed/settings.json")), also(user("{config}/zed/settings.json"))}},
	{"cline", "Cline", config.Cline, []source{also(user(clineFile, ".cline/data/settings/cline_mcp_settings.json"))}},
	{"roo", "Roo Code", config.Roo, []source{also(project(".roo/mcp.json")), also(user(rooFile))}},
	{"goose", "Goose", config.Goose, []source{
		also(user("{config}/goose/config.yaml", "{config}/Block/goose/config/config.yaml")),
	}},
	{"lmstudio", "LM Studio", config.Cursor, []source{also(user(".lmstudio/mcp.json"))}},
}

// Programs are the display names of all programs whose files are read, in the order
// of their priority.
func Programs() []string {
	out := make([]string, len(providers))
	for i, p := range providers {
		out[i] = p.name
	}
	return out
}
