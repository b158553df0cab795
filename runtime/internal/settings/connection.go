package settings

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// ConnectionID is the identity of a server's connection: `name::` and 16 hex
// digits (S-QWEN-08). As long as it is the same, an open connection is kept. It
// covers what is run or contacted, and not what selects among the tools, what is
// shown, how long discovery may take or where the definition is from (A-Q1).
func ConnectionID(e Entry) string {
	d := e.Definition
	parts := ordered{
		{"transport", string(e.Transport())},
		{"command", d["command"]},
		{"args", orEmpty(d["args"])},
		{"cwd", d["cwd"]},
		{"env", sortedEntries(d["env"])},
		{"url", d["url"]},
		{"httpUrl", d["httpUrl"]},
		{"tcp", d["tcp"]},
		{"headers", sortedEntries(d["headers"])},
		{"timeout", d["timeout"]},
		{"oauth", canonicalOAuth(d["oauth"])},
		{"authProviderType", d["authProviderType"]},
		{"targetAudience", d["targetAudience"]},
		{"targetServiceAccount", d["targetServiceAccount"]},
	}
	if d["era"] != nil { // a key of this runtime's own, which other programs do not hash
		parts = append(parts, pair{"era", d["era"]})
	}
	sum := sha256.Sum256(Canonical(parts))
	return e.Name + "::" + hex.EncodeToString(sum[:8])
}

// FilterID is the identity of what only selects among a server's tools: an edit
// of it needs no new connection (A-Q1). The order of the lists does not count.
func FilterID(e Entry) string {
	return string(Canonical([]any{sortedList(e.Definition["includeTools"]), sortedList(e.Definition["excludeTools"])}))
}

// ConnectedKey is [ConnectionID] with what only selects among tools and whether the
// server is trusted: by it an edit of either needs a new connection (S-QWEN-09).
func ConnectedKey(e Entry) string {
	return ConnectionID(e) + string(Canonical([]any{e.Definition["trust"]})) + FilterID(e)
}

func orEmpty(v any) any {
	if v == nil {
		return []any{}
	}
	return v
}

// sortedEntries is an object as a list of its entries, by key.
func sortedEntries(v any) any {
	object, _ := v.(map[string]any)
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compareText)
	entries := []any{}
	for _, key := range keys {
		entries = append(entries, []any{key, object[key]})
	}
	return entries
}

// canonicalOAuth makes all ways to write "no login" the same, and lists whose
// order means nothing.
func canonicalOAuth(v any) any {
	o, _ := v.(map[string]any)
	if !isSet(o, "enabled") {
		return nil
	}
	return ordered{
		{"enabled", true},
		{"clientId", o["clientId"]},
		{"clientSecret", o["clientSecret"]},
		{"scopes", sortedList(o["scopes"])},
		{"audiences", sortedList(o["audiences"])},
		{"authorizationUrl", o["authorizationUrl"]},
		{"tokenUrl", o["tokenUrl"]},
		{"redirectUri", o["redirectUri"]},
		{"tokenParamName", o["tokenParamName"]},
		{"registrationUrl", o["registrationUrl"]},
	}
}

// sortedList sorts a list of strings; what is none stays as it is.
func sortedList(v any) any {
	list, ok := v.([]any)
	if !ok || slices.ContainsFunc(list, func(v any) bool { _, text := v.(string); return !text }) {
		return v
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return compareText(a.(string), b.(string)) })
	return list
}
