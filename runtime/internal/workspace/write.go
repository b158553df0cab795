package workspace

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Set changes one setting in the file of a scope, "user" or "workspace", and keeps
// everything else there, comments included. The program knows its own change, so
// that no listener is told of it (QWEN-13): it counts from the next change or reload on.
func (w *Workspace) Set(scope string, key settings.Path, value any) error {
	path := w.files.path(scope)
	if path == "" {
		return fmt.Errorf("there is no settings file of %q", scope)
	}
	if len(key) == 0 {
		return errors.New("which setting is to change is not said")
	}
	before, err := w.files.content(path)
	if err != nil {
		return fmt.Errorf("changing %s: %w", key, err)
	}
	after, err := withValue(before, key, value)
	if err != nil {
		return fmt.Errorf("changing %s in %s: %w", key, path, err)
	}
	if err := w.files.keep(scope, path, after); err != nil {
		return fmt.Errorf("changing %s: %w", key, err)
	}
	return w.o.Files.Replace(path, after)
}

// withValue puts a value into a file, with the objects above it.
func withValue(file []byte, key settings.Path, value any) ([]byte, error) {
	if len(file) == 0 {
		file = []byte("{}\n")
	}
	tree, err := hujson.Parse(file)
	if err != nil {
		return nil, err
	}
	at := ""
	for i, part := range key {
		at += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(part)
		last := i == len(key)-1
		if !last && tree.Find(at) != nil {
			continue
		}
		added := any(map[string]any{})
		if last {
			added = value
		}
		patch, err := json.Marshal([]map[string]any{{"op": "add", "path": at, "value": added}})
		if err != nil {
			return nil, err
		}
		if err := tree.Patch(patch); err != nil {
			return nil, err
		}
	}
	return tree.Pack(), nil
}
