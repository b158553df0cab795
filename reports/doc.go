// Package reports holds what a run found out: results ([Result], [Summarise],
// [Coverage]), which [Write] writes as JSON Lines, JUnit XML, Markdown or SARIF and
// [ReadResults] reads, and traces ([WriteTrace], [ReadTrace]).
//
// It runs nothing, judges nothing and shows nothing on a console. It removes no
// secrets: a value that it is given holds none. Its functions keep no state and may
// be called from any goroutine.
package reports
