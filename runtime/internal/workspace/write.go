package workspace

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Set changes one setting in the file of a scope, "user" or "workspace", and keeps
// everything else there, comments included, what other processes write meanwhile, too.
// The program knows its own change, so that no listener is told of it (QWEN-13): it
// counts from the next change or reload on. What others have changed is told all the same.
func (w *Workspace) Set(scope string, key settings.Path, value any) error {
	path := w.files.path(scope)
	if path == "" {
		return fmt.Errorf("there is no settings file of %q", scope)
	}
	if len(key) == 0 {
		return errors.New("which setting is to change is not said")
	}
	err := w.o.Files.Change(path, config.ReadLimit, func(before []byte) ([]byte, error) {
		after, err := jsonc.Source{File: path, Data: before}.Set(key, value)
		if err != nil {
			return nil, err
		}
		return after, w.files.keep(scope, path, key, value)
	})
	if err != nil {
		return fmt.Errorf("changing %s: %w", key, err)
	}
	return nil
}
