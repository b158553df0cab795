package toolcache

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// verdict is the stored form of a legacy server.
type verdict struct {
	Version int       `json:"version"`
	Key     string    `json:"key"`
	Legacy  time.Time `json:"legacy_since"`
}

// verdictOf is the name of an entry, which no server has: it begins with no letter.
func verdictOf(key string) string { return "\x00era " + key }

// Legacy implements [Verdicts]. What cannot be read is no verdict.
func (k kept) Legacy(_ context.Context, key string) (since time.Time, ok bool) {
	data, err := k.store.read(verdictOf(key))
	var v verdict
	if err != nil || json.Unmarshal(data, &v) != nil || v.Version != version || v.Key != key {
		return time.Time{}, false
	}
	age := k.clk.Since(v.Legacy)
	return v.Legacy, age < LegacyFor && age > -LegacyFor // a clock may have been set back a little
}

// SetLegacy implements [Verdicts].
func (k kept) SetLegacy(_ context.Context, key string) error {
	data, _ := json.Marshal(verdict{version, key, k.clk.Now().UTC()}) // fails for no clock's time
	if err := k.store.write(verdictOf(key), data); err != nil {
		return fmt.Errorf("saving the era of a server: %w", err)
	}
	return nil
}
