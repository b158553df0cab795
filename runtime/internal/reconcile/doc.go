// Package reconcile brings the servers that run in line with those that are
// wanted, by difference: what is no longer wanted goes, what is new comes, what
// is defined otherwise is replaced, and what is as it was is not touched. There is
// never a moment without tools because everything is closed first (QWEN-04).
//
//   - [Compare] is the decision, a pure function.
//   - [Reconciler] carries it out, one pass at a time: callers that ask during a pass
//     share one further pass (S-QWEN-28).
//
// The package does not know what definitions are made of, where they come from
// or who may connect: it is told keys and verdicts (see [Desired]). It does not
// know the manager either: see [Driver].
package reconcile
