package control

import (
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
)

// MemberSettings is one entry of McpMembers: an entity that is a member of the room.
type MemberSettings struct {
	ID       string
	TokenEnv string // the environment variable that holds its token
	Scopes   []string
}

// readDefaults reads McpDefaults. Words that mean nothing are an error with their place:
// settings that nothing obeys would protect no tool.
func readDefaults(v jsonc.Value, d *room.Defaults) error {
	v.CheckKeys(true, "rateLimit", "scopes", "allowedEntities")
	limit := v.Get("rateLimit")
	limit.CheckKeys(true, "perMinute")
	perMinute := limit.Get("perMinute")
	if n := perMinute.Whole(); n != nil {
		if err := room.CheckPerMinute(*n); err != nil {
			return perMinute.Error("%s", err)
		}
		d.PerMinute = *n
	}
	var err error
	if d.Scopes, err = scopes(v.Get("scopes")); err != nil {
		return err
	}
	allowed := v.Get("allowedEntities")
	set(&d.AllowedEntities, text(allowed))
	if err := room.CheckGroup(d.AllowedEntities); err != nil {
		return allowed.Error("%s", err)
	}
	return nil
}

func scopes(v jsonc.Value) ([]string, error) {
	all := v.Texts()
	for _, scope := range all {
		if err := room.CheckScope(scope); err != nil {
			return nil, v.Error("%s", err)
		}
	}
	return all, nil
}

// readMembers reads McpMembers. A member that cannot be told from others is an error.
func readMembers(v jsonc.Value, all *[]MemberSettings) error {
	for _, one := range v.List("a list") {
		one.CheckKeys(true, "id", "tokenEnv", "scopes")
		m := MemberSettings{ID: one.Get("id").Text(), TokenEnv: one.Get("tokenEnv").Text()}
		var err error
		if m.Scopes, err = scopes(one.Get("scopes")); err != nil {
			return err
		}
		if m.ID == "" || m.TokenEnv == "" {
			return one.Error("a member needs an id and a tokenEnv")
		}
		if slices.ContainsFunc(*all, func(o MemberSettings) bool { return o.ID == m.ID || o.TokenEnv == m.TokenEnv }) {
			return one.Error("member %q or its tokenEnv is there already", m.ID)
		}
		*all = append(*all, m)
	}
	return nil
}

// Entities are the members with their tokens, for a [Guard]. A token that is not set, or
// that two members share, is an error.
func (s ServerSettings) Entities(lookup config.Lookup) ([]Member, error) {
	var all []Member
	for _, m := range s.Members {
		token, _ := lookup(m.TokenEnv)
		if token == "" {
			return nil, fmt.Errorf("member %q: the variable %s is not set, or empty", m.ID, m.TokenEnv)
		}
		if slices.ContainsFunc(all, func(o Member) bool { return o.Token == token }) {
			return nil, fmt.Errorf("member %q: another member has the same token", m.ID)
		}
		all = append(all, Member{token, room.Entity{ID: m.ID, Role: room.Member, Scopes: m.Scopes}})
	}
	return all, nil
}

// logLevels are the words for levels in appsettings.json.
var logLevels = map[string]event.Level{
	"Trace": event.Debug, "Debug": event.Debug, "Information": event.Info, "Warning": event.Warn,
	"Error": event.Error, "Critical": event.Error, "None": room.NoLog,
}

// readLogLevel reads Logging, whose other parts are other programs'.
func readLogLevel(v jsonc.Value, level *event.Level) error {
	levels := v.Get("LogLevel")
	for _, category := range []string{"Default", "Mcp"} {
		word := levels.Get(category)
		if !word.IsSet() {
			continue
		}
		known, ok := logLevels[word.Text()]
		if !ok {
			return word.Error("%q is none of Trace, Debug, Information, Warning, Error, Critical, None", category)
		}
		*level = known
	}
	return nil
}
