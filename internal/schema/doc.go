// Package schema is the one door to JSON Schema: what another program publishes is
// compiled and validated against here, within limits of size, depth and work, and
// without a panic. What exceeds a limit is a *[LimitError], which says that there is
// no judgement, and never a *[Fault] or a *[Violation].
//
// Nothing is ever loaded: no file, no URL. It makes no values; package sample does.
package schema
