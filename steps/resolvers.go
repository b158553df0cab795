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

		(*World).runtime,
		(*World).chosen, // the runtime, as every profile has one
		nounOf[cache],

		nounOf[configured],

		nounOf[files],
		(*files).found, // what was discovered
		nounOf[auth],
		(*auth).theEndpoint, // the token endpoint

		nounOf[session],
		(*session).started,     // the session
		(*host.Session).Loaded, // the session's loader

		nounOf[workspace],
		(*workspace).current, // the workspace
		entriesOf,            // servers "docs, mail", as a program defines them
		parseJSON,

		nounOf[room],
		(*room).answered,   // the answer
		(*room).status,     // the status
		(*room).suiteEnded, // the integration suite
		providerOf,         // provider "alpha"

		(*World).call, // call 2
	}
}
