package steps

import "github.com/mcpsim/mcpsim/runtime/host"

// resolvers make the arguments of steps that are neither text nor numbers; see
// [gherkin.Source].
func resolvers() []any {
	return []any{
		splitNames, // "search, read"
		parseTimes, // "0s, 500ms"

		(*World).server,  // server "docs"
		(*World).several, // servers "docs, s1..s20"
		wiredTo,
		allWiredTo,
		nthArrival, // "tools/list" number 1 to server "docs"
		func(w *World) *cache { return w.cache },

		func(w *World) *configured { return w.configured },

		func(w *World) *filesNoun { return w.files },
		(*filesNoun).found, // what was discovered
		func(w *World) *authNoun { return w.auth },
		(*authNoun).theEndpoint, // the token endpoint

		func(w *World) *sessionNoun { return w.session },
		(*sessionNoun).started, // the session
		(*host.Session).Loaded, // the session's loader

		func(w *World) *workspaceNoun { return w.work },
		(*workspaceNoun).current, // the workspace
		entriesOf,                // servers "docs, mail", as a program defines them
		parseJSON,

		func(w *World) *roomNoun { return w.room },
		(*roomNoun).answered,   // the answer
		(*roomNoun).status,     // the status
		(*roomNoun).suiteEnded, // the integration suite
		providerOf,             // provider "alpha"

		(*World).call, // call 2
	}
}
