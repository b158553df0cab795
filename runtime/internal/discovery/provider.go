package discovery

import (
	"path/filepath"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// provider is a program whose servers are found, and where.
type provider struct {
	id, name string
	priority int
	format   config.Format
	sources  []source // in the order in which they are read
}

// source is one place of a provider. Only the first of its files that defines a
// server counts.
type source struct {
	level string // also says what the files are relative to: home or project
	files []string
}

func user(files ...string) source    { return source{config.LevelUser, files} }
func project(files ...string) source { return source{config.LevelProject, files} }

// nativeUserFile also holds the list of disabled servers (F-05).
const nativeUserFile = ".omp/agent/mcp.json"

// providers are all programs, the highest priority first (F-01, F-02). Of equal
// ones the first to be registered is the first here. The programs' own files
// come before those of the project, OMP's after them (F-03).
var providers = []provider{
	{"native", "OMP", 100, config.OhMyPi, []source{
		project(".omp/mcp.json"), project(".omp/.mcp.json"), user(nativeUserFile), user(".omp/agent/.mcp.json"),
	}},
	{"claude", "Claude Code", 80, config.ClaudeCode, []source{
		user(".claude.json", ".claude/mcp.json"), project(".claude/.mcp.json", ".claude/mcp.json"),
	}},
	{"codex", "Codex", 70, config.Codex, []source{user(".codex/config.toml"), project(".codex/config.toml")}},
	{"gemini", "Gemini CLI", 60, config.Gemini, []source{user(".gemini/settings.json"), project(".gemini/settings.json")}},
	{"opencode", "OpenCode", 55, config.OpenCode, []source{
		user(".config/opencode/opencode.json"), project("opencode.json"),
	}},
	{"cursor", "Cursor", 50, config.ClaudeCode, []source{user(".cursor/mcp.json"), project(".cursor/mcp.json")}},
	{"windsurf", "Windsurf", 50, config.Windsurf, []source{
		user(".codeium/windsurf/mcp_config.json"), project(".windsurf/mcp_config.json"),
	}},
	{"vscode", "VS Code", 20, config.VSCode, []source{project(".vscode/mcp.json")}},
	{"mcp-json", "MCP Config", 5, config.MCPJSON, []source{project("mcp.json"), project(".mcp.json")}},
}

// path is the absolute path of a file, empty if there is no such directory.
func (o Options) path(level, file string) string {
	base := o.Home
	if level == config.LevelProject {
		base = o.Dir
	}
	if base == "" {
		return ""
	}
	return filepath.Join(base, filepath.FromSlash(file))
}
