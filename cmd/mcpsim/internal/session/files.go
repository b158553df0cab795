package session

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// files are the settings files as the runtime reads them. It looks at each
// first: the secrets in it are known before anything can be said about them, and
// which files are broken right now is known, too.
type files struct {
	host.Files
	redact *outside.Redactor
	env    config.Lookup
	events event.Sink

	mu     sync.Mutex
	broken map[string]string // why a file cannot be used, by path
	hidden map[string]bool   // secrets
}

func newFiles(from host.Files, redact *outside.Redactor, env config.Lookup, events event.Sink) *files {
	return &files{Files: from, redact: redact, env: env, events: events, broken: map[string]string{}, hidden: map[string]bool{}}
}

// ReadFile reads a settings file.
func (f *files) ReadFile(name string, limit int) ([]byte, error) {
	data, err := f.Files.ReadFile(name, limit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.found(name, nil)
	case err != nil:
		f.found(name, err)
	default:
		f.found(name, f.look(name, data))
	}
	return data, err
}

// found notes why a file cannot be used, nil if it can.
func (f *files) found(name string, err error) {
	f.mu.Lock()
	_, was := f.broken[name]
	if err != nil {
		f.broken[name] = err.Error()
	} else {
		delete(f.broken, name)
	}
	f.mu.Unlock()
	if was && err == nil {
		f.events.Emit(event.Event{At: time.Now(), Actor: "watch", Kind: settingsRepaired, Text: name})
	}
}

// look parses a file and hides its secrets. It returns why it cannot be used.
func (f *files) look(name string, data []byte) error {
	var servers host.SettingsMap
	var err error
	if filepath.Base(name) == ".mcp.json" {
		servers, _, err = host.ParseSettingsServers(name, data)
	} else {
		var file host.SettingsFile
		file, err = host.ParseSettings(name, data)
		servers = file.Servers
	}
	f.hideIn(servers)
	return err
}

// hideIn hides the secrets of definitions.
func (f *files) hideIn(servers host.SettingsMap) {
	var known []config.Server
	for _, e := range servers {
		known = append(known, secretFields(e))
	}
	f.hide(outside.Secrets(known, f.env))
}

// hide hides what is not hidden yet. What was a secret stays one.
func (f *files) hide(secrets []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, secret := range secrets {
		if !f.hidden[secret] {
			f.hidden[secret] = true
			f.redact.Add(secret)
		}
	}
}

// problems are what is wrong with the files now, in the order of their paths.
func (f *files) problems() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, path := range slices.Sorted(maps.Keys(f.broken)) {
		out = append(out, f.redact.Own(f.broken[path]))
	}
	return out
}

// secretFields is a definition as far as it can hold secrets. It is made from
// what is written, whichever transport is used and whatever else is wrong.
func secretFields(e host.SettingsEntry) config.Server {
	s := config.Server{Name: e.Name, Env: textsIn(e.Definition["env"]), Headers: textsIn(e.Definition["headers"])}
	s.Command, _ = e.Definition["command"].(string)
	s.Cwd, _ = e.Definition["cwd"].(string)
	args, _ := e.Definition["args"].([]any)
	for _, arg := range args {
		if text, ok := arg.(string); ok {
			s.Args = append(s.Args, text)
		}
	}
	for _, key := range []string{"httpUrl", "url", "tcp"} {
		if text, _ := e.Definition[key].(string); text != "" {
			s.URL = text
			break
		}
	}
	if login, ok := e.Definition["oauth"].(map[string]any); ok {
		s.Headers["oauth"], _ = login["clientSecret"].(string)
	}
	return s
}

// textsIn are the members of an object that are texts.
func textsIn(v any) map[string]string {
	object, _ := v.(map[string]any)
	out := map[string]string{}
	for name, value := range object {
		if text, ok := value.(string); ok {
			out[name] = text
		}
	}
	return out
}
