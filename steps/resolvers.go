package steps

// resolvers make the arguments of steps that are neither text nor numbers; see
// [gherkin.Source].
func resolvers() []any {
	return []any{
		(*World).server,     // server "docs"
		(*World).attempt,    // call 2
		(*World).attemptsOf, // calls 1 to 3
		(*World).returned,   // of startup
		profileNamed,        // "qwen"
		(*World).chosen,     // the runtime, started or not
		(*World).started,    // the same once it has started, if it has a manager
		(*World).theBare,

		nounOf[calls],
		(*calls).call, // call 2, which has ended
		nounOf[requests],
		(*requests).request, // request 3, which has succeeded, as do those below
		nounOf[simpleCalls],
		(*simpleCalls).simpleCall,
		nounOf[transports],
		nounOf[commands],
		(*commands).command,

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
