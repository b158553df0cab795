package config

import "slices"

// commonKeys are understood in every JSON file. "disabled" is the off-switch of some
// programs; it counts in the files of all, since who wrote it wants the server off
// . "transport" is VS Code's word for "type" (F-02).
var commonKeys = []key{
	{"type", fieldType}, {"transport", fieldType}, {"command", fieldCommand}, {"args", fieldArgs}, {"env", fieldEnv}, {"cwd", fieldCwd},
	{"url", fieldURL}, {"headers", fieldHeaders}, {"timeout", fieldTimeout}, {"enabled", fieldEnabled}, {"auth", fieldAuth}, {"oauth", fieldOAuth},
	{"era", fieldEra}, {"disabled", fieldDisabled},
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
	// ClaudeCode is .claude.json; Claude Desktop and others write the same.
	ClaudeCode = Format{
		sections: []string{"mcpServers"}, keys: commonKeys, optional: true, foreign: true,
		types: map[string]string{"streamable-http": HTTP},
	}
	// Cursor is .cursor/mcp.json, and mcp.json of LM Studio.
	Cursor = ClaudeCode.with(editorVariables)
	// Gemini is the settings.json of Gemini CLI.
	Gemini = Format{
		sections: []string{"mcpServers"}, keys: withKeys(key{"httpUrl", fieldURL}), optional: true, foreign: true,
		variables: shellVariables,
	}
	// Windsurf is mcp_config.json.
	Windsurf = Format{
		sections: []string{"mcpServers"}, keys: withKeys(key{"serverUrl", fieldURL}), optional: true, foreign: true,
		variables: editorVariables,
	}
	// VSCode is .vscode/mcp.json, and mcp.json of the user.
	VSCode = Format{
		sections: []string{"mcp.servers", "servers"}, keys: commonKeys, optional: true, foreign: true,
		variables: editorVariables,
	}
	// VSCodeSettings is settings.json, where servers stood before there was an mcp.json.
	VSCodeSettings = Format{
		sections: []string{"mcp.servers"}, keys: commonKeys, optional: true, foreign: true, variables: editorVariables,
	}
	// Zed is settings.json, in which "source": "extension" is a server that an
	// extension brings. "command" was an object once.
	Zed = Format{
		sections: []string{"context_servers"}, optional: true, foreign: true,
		types: map[string]string{"extension": BuiltIn},
		keys: []key{
			{"source", fieldOrigin}, {"command", fieldProgram}, {"args", fieldArgs}, {"env", fieldEnv},
			{"url", fieldURL}, {"headers", fieldHeaders}, {"timeout", fieldTimeout}, {"enabled", fieldEnabled}, {"disabled", fieldDisabled},
		},
	}
	// Cline is cline_mcp_settings.json: a URL alone is one of the old transport, and
	// time is counted in seconds.
	Cline = Format{
		sections: []string{"mcpServers"}, keys: inSeconds, optional: true, foreign: true, variables: editorVariables,
		types: map[string]string{"streamableHttp": HTTP}, remote: SSE,
	}
	// Roo is mcp_settings.json and .roo/mcp.json of Roo Code, which grew out of Cline.
	Roo = Format{
		sections: []string{"mcpServers"}, keys: inSeconds, optional: true, foreign: true, variables: editorVariables,
		types: map[string]string{"streamable-http": HTTP},
	}
	// Copilot is mcp-config.json of GitHub Copilot CLI.
	Copilot = Format{
		sections: []string{"mcpServers"}, keys: commonKeys, optional: true, foreign: true, variables: shellVariables,
		types: map[string]string{"local": Stdio},
	}
	// Goose is config.yaml. Extensions of other types than these are parts of Goose.
	Goose = Format{
		parse: parseYAML, sections: []string{"extensions"}, optional: true, foreign: true,
		types: map[string]string{
			"streamable_http": HTTP, "builtin": BuiltIn, "platform": BuiltIn, "frontend": BuiltIn, "inline_python": BuiltIn,
		},
		keys: []key{
			{"type", fieldType}, {"cmd", fieldCommand}, {"args", fieldArgs}, {"envs", fieldEnv}, {"env_keys", fieldForwarded}, {"cwd", fieldCwd},
			{"uri", fieldURL}, {"headers", fieldHeaders}, {"timeout", fieldSeconds}, {"enabled", fieldEnabled}, {"disabled", fieldDisabled},
		},
	}
	// OpenCode is opencode.json.
	OpenCode = Format{
		sections: []string{"mcp"}, optional: true, foreign: true,
		types:     map[string]string{"local": Stdio, "remote": HTTP},
		variables: braceVariables,
		keys: []key{
			{"type", fieldType}, {"command", fieldArgv}, {"args", fieldArgs}, {"environment", fieldEnv}, {"env", fieldEnv}, {"cwd", fieldCwd},
			{"url", fieldURL}, {"headers", fieldHeaders}, {"timeout", fieldTimeout}, {"enabled", fieldEnabled}, {"disabled", fieldDisabled}, {"oauth", fieldOAuth},
		},
	}
	// Codex is config.toml.
	Codex = Format{
		parse: parseTOML, sections: []string{"mcp_servers"}, optional: true, foreign: true,
		keys: []key{
			{"command", fieldCommand}, {"args", fieldArgs}, {"env", fieldEnv}, {"env_vars", fieldForwarded}, {"cwd", fieldCwd},
			{"url", fieldURL}, {"http_headers", fieldHeaders}, {"env_http_headers", fieldLookedUp},
			{"bearer_token_env_var", fieldBearerName}, {"tool_timeout_sec", fieldSeconds}, {"enabled", fieldEnabled},
			{"disabled", fieldDisabled},
		},
	}
)

// inSeconds are the keys of programs that count the timeout in seconds.
var inSeconds = append(slices.DeleteFunc(slices.Clone(commonKeys), func(k key) bool { return k.field == fieldTimeout }),
	key{"timeout", fieldSeconds}, key{"transportType", fieldType})

func (f Format) with(v *variables) Format {
	f.variables = v
	return f
}

func withKeys(more ...key) []key { return slices.Concat(commonKeys, more) }
