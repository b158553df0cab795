// Package explore runs many variants of scenarios and tells the failures apart: other
// seeds, other orders of what happens at one instant, slower links, and a connection that
// is cut at every message and every class of bytes. It keeps failures for the next time.
//
// It is no runner of scenarios (see gherkin.Runner) and makes no failure smaller (see
// package shrink).
package explore
