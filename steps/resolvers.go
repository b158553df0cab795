package steps

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

		(*World).call, // call 2
	}
}
