package steps

// resolvers make the arguments of steps that are neither text nor numbers; see
// [gherkin.Source].
func resolvers() []any {
	return []any{
		(*World).server, // server "docs"
		(*World).call,   // call 2
	}
}
