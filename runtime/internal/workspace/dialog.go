package workspace

import (
	"reflect"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Dialog is what the settings dialog shows: the settings that can be changed in it, by
// the order of the schema, and of these the ones it asks for a restart because of. The
// settings that hot reload is about are not among them (QWEN-21, A-Q29).
type Dialog struct {
	Settings []DialogSetting
	Restart  []string // changed since the start, without effect until the next one
}

// DialogSetting is one setting with its value, nil if no file sets it.
type DialogSetting struct {
	Key   string
	Value any
}

// Dialog is the settings dialog as it would be opened now.
func (w *Workspace) Dialog() Dialog {
	var d Dialog
	now := w.dialogValues()
	w.mu.Lock()
	booted := w.booted
	w.mu.Unlock()
	for _, key := range settings.Schema {
		if !key.ShowInDialog {
			continue
		}
		name := key.Path.String()
		d.Settings = append(d.Settings, DialogSetting{name, now[name]})
		if key.RequiresRestart && booted != nil && !reflect.DeepEqual(booted[name], now[name]) {
			d.Restart = append(d.Restart, name)
		}
	}
	return d
}

// dialogValues are the values of all settings of the schema, by key.
func (w *Workspace) dialogValues() map[string]any {
	trusted, err := w.trusted()
	layers := w.files.layers(trusted && err == nil)
	values := map[string]any{}
	for _, key := range settings.Schema {
		values[key.Path.String()], _ = layers.Value(key.Path...)
	}
	return values
}
