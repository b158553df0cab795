package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// provider is one entry of a status body, as a client reads it.
type provider struct {
	ID       string
	State    string
	Attempts int64
}

// states are the four that a provider can have (ROOM-08).
var states = []string{"idle", "connecting", "connected", "error"}

// parseStatus reads a status body and checks that every entry has the documented
// members in the documented types (ROOM-30 to 32). It ignores further members.
func parseStatus(body []byte) ([]provider, error) {
	var status struct {
		Providers *[]map[string]json.RawMessage `json:"providers"`
	}
	if err := json.Unmarshal(body, &status); err != nil {
		return nil, fmt.Errorf("the status is not as documented: %w", err)
	}
	if status.Providers == nil {
		return nil, fmt.Errorf("the status has no providers: %s", body)
	}
	all := make([]provider, 0, len(*status.Providers))
	for i, entry := range *status.Providers {
		p, err := parseProvider(entry)
		if err != nil {
			return nil, fmt.Errorf("provider %d of the status: %w", i+1, err)
		}
		all = append(all, p)
	}
	return all, nil
}

func parseProvider(entry map[string]json.RawMessage) (p provider, err error) {
	var moment int64
	var text string
	for _, member := range []struct {
		name     string
		into     any
		optional bool
	}{
		{name: "id", into: &p.ID},
		{name: "state", into: &p.State},
		{name: "attempts", into: &p.Attempts},
		{name: "lastChangeAt", into: &moment},
		{name: "lastError", into: &text, optional: true},
		{name: "nextRetryAt", into: &moment, optional: true},
	} {
		raw, there := entry[member.name]
		switch absent := !there || string(raw) == "null"; {
		case absent && member.optional:
		case absent:
			return p, fmt.Errorf("%s is missing", member.name)
		case json.Unmarshal(raw, member.into) != nil:
			return p, fmt.Errorf("%s cannot be %s", member.name, raw)
		}
	}
	if !slices.Contains(states, p.State) {
		return p, fmt.Errorf("state is %q: want one of %s", p.State, strings.Join(states, ", "))
	}
	return p, nil
}

// named is the provider of an id.
func named(all []provider, id string) (provider, error) {
	for _, p := range all {
		if p.ID == id {
			return p, nil
		}
	}
	return provider{}, fmt.Errorf("provider %s is not listed: %s", id, describe(all))
}

// String is the provider for people.
func (p provider) String() string {
	if p.Attempts == 1 {
		return fmt.Sprintf("%s %s after 1 attempt", p.ID, p.State)
	}
	return fmt.Sprintf("%s %s after %d attempts", p.ID, p.State, p.Attempts)
}

// describe is a status for people.
func describe(all []provider) string {
	if len(all) == 0 {
		return "no providers"
	}
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.String()
	}
	return strings.Join(texts, ", ")
}

// ids are the ids of providers, sorted.
func ids(all []provider) []string {
	set := map[string]bool{}
	for _, p := range all {
		set[p.ID] = true
	}
	return slices.Sorted(maps.Keys(set))
}
