package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// settingsFiles are the settings of a workspace as the program knows them. What it
// writes itself it knows before the file says so, which is why it is no news
// (QWEN-13).
type settingsFiles struct {
	files   hotreload.Files
	paths   []hotreload.File // of all scopes that have a file, the lowest first
	project hotreload.File   // .mcp.json, which is no layer; known only if it is watched
	warn    func(config.Problem)

	mu    sync.Mutex
	known map[string]knownFile // by scope
}

// knownFile is a file as it was last understood.
type knownFile struct {
	settings.File
	exists bool
	text   []byte // of a settings file, for keep
}

// The scopes that have files. Those of definitions are another matter, see
// [settings.Scope].
const (
	scopeSystemDefaults = "system defaults"
	scopeUser           = "user"
	scopeWorkspace      = "workspace"
	scopeSystem         = "system"
)

var _ hotreload.Contents = (*settingsFiles)(nil)

func newSettingsFiles(o Options, dir string, warn func(config.Problem)) *settingsFiles {
	f := &settingsFiles{
		files: o.Files, warn: warn, known: map[string]knownFile{},
		project: hotreload.File{Scope: string(settings.Project), Path: filepath.Join(dir, settings.ProjectFile)},
	}
	for _, file := range []hotreload.File{
		{Scope: scopeSystemDefaults, Path: o.SystemDefaults},
		{Scope: scopeUser, Path: filepath.Join(o.Home, ".qwen", "settings.json")},
		{Scope: scopeWorkspace, Path: filepath.Join(dir, ".qwen", "settings.json")},
		{Scope: scopeSystem, Path: o.System},
	} {
		f.paths = append(f.paths, file) // one without a name does not exist
	}
	return f
}

// watched are the files of the user and of the workspace, and .mcp.json if a policy
// wants that; the system's count from the next start on (S-QWEN-05).
func (f *settingsFiles) watched(project bool) []hotreload.File {
	var out []hotreload.File
	for _, file := range f.paths {
		if file.Scope == scopeUser || file.Scope == scopeWorkspace {
			out = append(out, file)
		}
	}
	if project {
		out = append(out, f.project)
	}
	return out
}

// load reads all files and returns what is wrong with them. A broken one changes
// nothing.
func (f *settingsFiles) load() (broken map[string]error) {
	broken = map[string]error{}
	for _, file := range f.paths {
		if _, err := f.Reload(file.Scope); err != nil {
			broken[file.Scope] = err
		}
	}
	_, _ = f.Reload(f.project.Scope) // what is wrong with it is told when servers are put together
	return broken
}

// Reload reads the file of a scope again. A file that is gone has no settings
// (A-Q23), one that cannot be read or parsed keeps those it had (A-Q22).
func (f *settingsFiles) Reload(scope string) (hotreload.Difference, error) {
	now, err := f.now(scope)
	if err != nil {
		return hotreload.Difference{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.known[scope]
	f.known[scope] = now
	return hotreload.Difference{
		Keys: settings.Diff(before.Values, now.Values), Existed: before.exists, Exists: now.exists,
	}, nil
}

func (f *settingsFiles) now(scope string) (knownFile, error) {
	if scope == f.project.Scope {
		return f.readProject()
	}
	return f.read(f.path(scope))
}

// readProject is what .mcp.json says, as far as it tells whether the file has
// changed: what is wrong with single servers is reported when they are put together.
func (f *settingsFiles) readProject() (knownFile, error) {
	data, err := f.content(f.project.Path)
	if err != nil || data == nil {
		return knownFile{}, err
	}
	servers, _, err := settings.ParseServers(f.project.Path, data)
	definitions := map[string]any{}
	for _, e := range servers {
		definitions[e.Name] = e.Definition
	}
	return knownFile{settings.File{Values: map[string]any{"mcpServers": definitions}}, true, nil}, err
}

func (f *settingsFiles) path(scope string) string {
	for _, file := range f.paths {
		if file.Scope == scope {
			return file.Path
		}
	}
	return ""
}

func (f *settingsFiles) read(path string) (knownFile, error) {
	data, err := f.content(path)
	if err != nil || data == nil {
		return knownFile{}, err
	}
	file, err := settings.Parse(path, data)
	for _, p := range file.Problems {
		f.warn(p)
	}
	return knownFile{file, true, data}, err
}

// content is nil for a file that does not exist.
func (f *settingsFiles) content(path string) ([]byte, error) {
	data, err := f.files.ReadFile(path, config.ReadLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return append([]byte{}, data...), err
}

// keep takes note of a setting that the program is about to write, and of that one
// alone: what else is new in the file was written by others, and is yet to be told.
func (f *settingsFiles) keep(scope, path string, key settings.Path, value any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, err := jsonc.Source{File: path, Data: f.known[scope].text}.Set(key, value)
	if err != nil {
		return err
	}
	file, err := settings.Parse(path, text)
	if err == nil {
		f.known[scope] = knownFile{file, true, text}
	}
	return err
}

// layers are the settings as they are known.
func (f *settingsFiles) layers(trusted bool) settings.Layers {
	f.mu.Lock()
	defer f.mu.Unlock()
	return settings.Layers{
		SystemDefaults:     f.known[scopeSystemDefaults].File,
		User:               f.known[scopeUser].File,
		Workspace:          f.known[scopeWorkspace].File,
		System:             f.known[scopeSystem].File,
		WorkspaceUntrusted: !trusted,
	}
}
