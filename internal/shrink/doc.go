// Package shrink makes a scenario that fails smaller as long as it fails for the same
// reason: the same step with the same difference, after the same last event. It takes
// away servers, steps, rules, actions, rows and members of blocks, brings times towards
// nothing and counts towards one, and then says which of the values that are left matter.
//
// It looks for no failures (see package explore) and knows no steps by name: it edits
// text, and a text that cannot be run is no smaller scenario.
package shrink
