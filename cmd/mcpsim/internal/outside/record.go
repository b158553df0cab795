package outside

import (
	"context"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Record begins a recording at the end of a file, for the flag --record. Without a name
// there is none: tap is nil then. close writes what is left.
func Record(ctx context.Context, name string, secrets []string) (tap *recording.Tap, close func() error, err error) {
	if name == "" {
		return nil, func() error { return nil }, nil
	}
	w, err := recording.Append(ctx, name, ui.Version(), secrets)
	if err != nil {
		return nil, nil, ui.Fail(ui.ExitFailed, err)
	}
	return recording.NewTap(w, clock.Real()), func() error {
		if err := w.Close(); err != nil {
			return ui.Fail(ui.ExitFailed, err)
		}
		return nil
	}, nil
}

// Unrecorded are values that no recording has: those of variables whose names say that they
// are secrets, or that are named, and what the words of a command line say.
func Unrecorded(environ, named []string, words ...string) []string {
	values := ArgSecrets(words)
	for _, entry := range environ {
		name, value, ok := strings.Cut(entry, "=")
		secret := recording.SecretName(name) && !slices.Contains(ordinary, name)
		if ok && (secret || slices.Contains(named, name)) {
			values = append(values, strings.TrimSpace(value)) // as a header would have it
		}
	}
	return values
}
