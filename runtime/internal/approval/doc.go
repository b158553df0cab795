// Package approval remembers what a user said about servers that came with a
// project: they are not connected before the user has looked at them. A decision
// is about one definition of one server in one project; another definition needs
// another decision, and nothing else changes one (QWEN-90).
//
//   - [Hash] is the identity of a definition for this purpose.
//   - [Store] keeps decisions, in a file or in memory; [Records] are those of one
//     project as they stand.
//   - [Records.Gated] are the servers that must not connect, [Records.Promptable]
//     those that the user has yet to decide about. The two differ by those that were
//     rejected (QWEN-77).
//
// The package has no dialog and connects nothing.
package approval
