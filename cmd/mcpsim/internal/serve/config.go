package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// ClientEntry is how settings of a client name one server: a command or a URL.
type ClientEntry struct {
	Type    string   `json:"type,omitempty" toml:"type,omitempty"`
	Command string   `json:"command,omitempty" toml:"command,omitempty"`
	Args    []string `json:"args,omitempty" toml:"args,omitempty"`
	URL     string   `json:"url,omitempty" toml:"url,omitempty"`
}

// clientFormat writes the settings of one client. Entries come with their type.
type clientFormat func(name string, e ClientEntry) ([]byte, error)

// clientFormats are the clients of --print-config.
var clientFormats = map[string]clientFormat{
	"claude": func(name string, e ClientEntry) ([]byte, error) { // .mcp.json; stdio is the default
		if e.Type == "stdio" {
			e.Type = ""
		}
		return jsonSettings("mcpServers", name, e)
	},
	"cursor": func(name string, e ClientEntry) ([]byte, error) { // .cursor/mcp.json tells them apart itself
		e.Type = ""
		return jsonSettings("mcpServers", name, e)
	},
	"vscode": func(name string, e ClientEntry) ([]byte, error) { // .vscode/mcp.json
		return jsonSettings("servers", name, e)
	},
	"codex": func(name string, e ClientEntry) ([]byte, error) { // ~/.codex/config.toml
		if e.Type == "sse" || e.Type == "ws" {
			return nil, fmt.Errorf("codex does not speak --%s: want --stdio or --http", e.Type)
		}
		e.Type = ""
		text, err := toml.Marshal(map[string]map[string]ClientEntry{"mcp_servers": {name: e}})
		return bytes.TrimPrefix(text, []byte("[mcp_servers]\n")), err // the file may have that table already
	},
}

func jsonSettings(section, name string, e ClientEntry) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // a path may hold an ampersand
	enc.SetIndent("", "  ")
	err := enc.Encode(map[string]map[string]ClientEntry{section: {name: e}})
	return b.Bytes(), err
}

// showConfig prints the settings that make a client use this server.
func (c *command) showConfig(s subject) error {
	self, err := os.Executable()
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("finding this program: %w", err))
	}
	text, err := clientConfig(c.flags, s, self)
	if err != nil {
		return ui.Usage(err)
	}
	_, err = io.WriteString(c.ui.Out, text)
	return ui.Written(err)
}

// clientConfig is the text of --print-config, in which program is this one.
func clientConfig(f flags, s subject, program string) (string, error) {
	if err := knownClient(f.printConfig); err != nil {
		return "", err
	}
	entry, err := f.clientEntry(s, program)
	if err != nil {
		return "", err
	}
	return ClientSettings(f.printConfig, s.name, entry)
}

// Clients are the clients whose settings are known.
func Clients() []string { return slices.Sorted(maps.Keys(clientFormats)) }

func knownClient(client string) error {
	if clientFormats[client] != nil {
		return nil
	}
	text := fmt.Sprintf("--print-config %s: want one of %s", client, strings.Join(Clients(), ", "))
	return errors.New(text + ui.DidYouMean("", client, Clients()))
}

// ClientSettings is the text of --print-config for a client and a server of that name. Its
// entry comes with its type: stdio, http, sse or ws.
func ClientSettings(client, name string, e ClientEntry) (string, error) {
	if err := knownClient(client); err != nil {
		return "", err
	}
	text, err := clientFormats[client](name, e)
	return string(text), err
}

// clientEntry is the server as a client finds it; stdio unless told otherwise.
func (f flags) clientEntry(s subject, program string) (ClientEntry, error) {
	if !f.listens() {
		f.stdio = true
	}
	if err := f.checkTransport(); err != nil {
		return ClientEntry{}, err
	}
	if f.stdio {
		args, err := f.clientArguments(s)
		return ClientEntry{Type: "stdio", Command: program, Args: args}, err
	}
	addr, err := f.address()
	if err != nil {
		return ClientEntry{}, err
	}
	if strings.HasSuffix(addr, ":0") {
		return ClientEntry{}, fmt.Errorf("--print-config with --%s needs a port that stays: --%[1]s 127.0.0.1:8080", f.transport())
	}
	return ClientEntry{Type: f.transport(), URL: f.url(addr, s.script)}, nil
}

// clientArguments are the arguments with which a client starts this program. It
// may do so in another folder, so files get absolute names.
func (f flags) clientArguments(s subject) ([]string, error) {
	args := []string{"serve"}
	if f.fixture != "" {
		args = append(args, "--fixture", f.fixture)
	}
	if f.replay != "" {
		replay, err := filepath.Abs(f.replay)
		if err != nil {
			return nil, fmt.Errorf("finding the recording: %w", err)
		}
		args = append(args, "--replay", replay)
		if f.of != "" {
			args = append(args, "--of", f.of)
		}
	}
	if f.strict {
		args = append(args, "--strict")
	}
	if f.timeScale != 1 && f.timeScale != 0 {
		args = append(args, "--time-scale", strconv.FormatFloat(f.timeScale, 'g', -1, 64))
	}
	if s.argument != "" {
		argument := s.argument
		if s.specimen == nil {
			absolute, err := filepath.Abs(argument)
			if err != nil {
				return nil, fmt.Errorf("finding the script: %w", err)
			}
			argument = absolute
		}
		args = append(args, argument)
	}
	args = append(args, "--stdio")
	if s.random() {
		args = append(args, "--seed", strconv.FormatUint(f.seed, 10))
	}
	if f.record != "" {
		record, err := filepath.Abs(f.record)
		if err != nil {
			return nil, fmt.Errorf("finding the record: %w", err)
		}
		args = append(args, "--record", record)
	}
	return args, nil
}
