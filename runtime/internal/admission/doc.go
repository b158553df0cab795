// Package admission decides which configured servers may connect, and says why
// one may not: to the program, which skips it, and to a model that calls one of
// its tools.
//
//   - [Lists] are the names that settings and approvals give; [Allowed] puts the
//     settings' list within the bound of the command line.
//   - [Gate] is the decision per name, a [Verdict].
//   - [Names] remembers which servers were configured and are not any more;
//     [Unavailable] is the [Reason] why a server has no tools, [NotFound] the text
//     that a caller gets.
//
// Everything here is a pure function of its arguments. The package knows names
// only: no definitions, no files, no connections. Approving is package approval's.
package admission
