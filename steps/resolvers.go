package steps

import "github.com/mcpsim/mcpsim/runtime/host"

// resolvers make the arguments of steps that are neither text nor numbers; see
// [gherkin.Source].
func resolvers() []any {
	return []any{
		splitNames, // "search, read"
		parseTimes, // "0s, 500ms"
		parseJSON,

		(*World).server,  // server "docs"
		(*World).several, // servers "docs, s1..s20"
		wiredTo,
		allWiredTo,
		entriesOf,  // the same, as a program defines them
		nthArrival, // "tools/list" number 1 to server "docs"

		(*World).attempt,    // call 2
		(*World).attemptsOf, // calls 1 to 3
		(*World).returned,   // of startup
		profileNamed,        // "qwen"
		(*World).runtime,
		(*World).chosen, // the runtime, as every profile has one
		(*World).theBare,

		toolNamed, // "mcp__docs_search"
		nounOf[calls],
		(*calls).call, // call 2, which has ended
		nounOf[requests],
		(*requests).request, // request 3, which has succeeded, as do those below
		nounOf[simpleCalls],
		(*simpleCalls).simpleCall,
		nounOf[transports],
		nounOf[commands],
		(*commands).command,

		nounOf[cache],
		nounOf[logger],
		nounOf[sparse],
		nounOf[configured],
		nounOf[files],
		(*files).found, // what was discovered
		nounOf[auth],
		nounOf[authorities],
		nounOf[elicitation],
		nounOf[http2],
		nounOf[logins],
		nounOf[keyring],
		nounOf[logout],
		(*auth).theEndpoint, // the token endpoint

		nounOf[session],
		(*session).started,     // the session
		(*host.Session).Loaded, // by the session's loader
		nounOf[workspace],
		(*workspace).current,  // the workspace
		(*workspace).numbered, // workspace 2

		nounOf[room], nounOf[commandLine],
		(*room).answered,   // the answer
		(*room).status,     // the status
		(*room).suiteEnded, // the integration suite
		providerOf,         // provider "alpha"

		nounOf[agents],
		(*agents).agent, // agent "writer"
		(*agents).theManager,
		(*agents).managedServer,  // server "docs" as a program manages it
		(*agents).serverSettings, // server "docs" before that
		(*agents).faultsOf,       // server "docs"
		(*agents).operation,
		(*agents).listing,
		(*agents).converted, // conversion 1
	}
}
