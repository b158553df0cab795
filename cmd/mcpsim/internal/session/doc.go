// Package session is `mcpsim session`: one of the documented runtimes with real servers,
// used as its users use it; and `mcpsim connect --watch`, a view of such a session.
//
// A profile is a runtime and its words (profile.go; omp.go with editor.go, qwen.go with
// files.go and layers.go, room.go, agents.go with agents_file.go). Words are tables, from
// which help, completion and dispatch come (words.go); those that several profiles have
// are in common.go. One goroutine owns the session, takes requests, and obeys one at a
// time beside itself (loop.go). The journal turns events of the runtime into entries for
// people (journal.go), the model decides what is new (model.go), and outputs show it:
// lines, JSON, or a table whose keys are words (show.go, answer.go, render.go, watch.go).
//
// A new word is an entry of a table. A new profile is an entry of kinds. Package
// terminal has the prompt and the screen.
package session
