package discovery

import (
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// Result is what the files yield. It belongs to the caller.
type Result struct {
	// Configs are the servers to use, in the order of priority, unresolved
	// (OMP-LC-10). Definitions that cannot be connected are among them: they
	// become error entries of their servers (A-09, OMP-LC-40).
	Configs []config.Server
	// Sources says where each of them came from. It has the names of Configs and
	// no other (OMP-LC-11).
	Sources map[string]config.Source
	// LeftOut are the definitions that are not used, in the order in which they
	// were found; of one file, invalid ones come last.
	LeftOut []LeftOut
	// ExaKeys are the keys of the Exa servers that were left out, in their order
	// (OMP-LC-16). They are secrets, with placeholders filled in.
	ExaKeys []string
	// Problems are what was ignored or looks wrong. None holds a value of a
	// definition.
	Problems []config.Problem
	// Files are the files that were found, in the order in which they were read.
	Files []File
}

// File is a configuration file that exists.
type File struct {
	Source  config.Source // provider, level and path
	Servers int           // that it defines
	Failed  bool          // it could not be read; Problems says why
}

// Reason says why a definition is not used.
type Reason string

// The reasons, in the order in which they are looked at. A server that more than
// one applies to has the first.
const (
	Invalid    Reason = "invalid"            // something that cannot be used in its place (F-06)
	ProjectOff Reason = "project config off" // OMP-LC-12
	Shadowed   Reason = "shadowed"           // its name is taken (F-03)
	Disabled   Reason = "disabled"           // "enabled": false (OMP-LC-14)
	Denied     Reason = "disabledServers"    // F-05
	// Of [Options.EveryProgram].
	SwitchedOff   Reason = "switched off"    // by a list of its program
	NotApproved   Reason = "not approved"    // by a user who has approved others
	SwitchUnknown Reason = "switch unknown"  // the file with the list cannot be read
	BuiltIn       Reason = "part of program" // only the program can run it
	NeedsProgram  Reason = "needs program"   // only the program can fill in a variable

	ExaServer     Reason = "exa"     // OMP-LC-15
	BrowserServer Reason = "browser" // OMP-LC-17
)

// LeftOut is a definition that is not used.
type LeftOut struct {
	Server config.Server // an invalid one has a name and a source only
	Reason Reason
	By     config.Source // of the definition that shadows it
}

// String says how many servers there are. It shows no key.
func (r Result) String() string {
	return fmt.Sprintf("%d servers, %d left out, %d problems", len(r.Configs), len(r.LeftOut), len(r.Problems))
}

// GoString keeps %#v from showing what String hides.
func (r Result) GoString() string { return r.String() }
