// Package reports holds what a run found out and writes it down: the result
// model, the console, JUnit XML, JSON Lines and traces.
//
// It runs nothing and judges nothing. Everything that it writes went through a
// [Redactor] when the values were made, and files appear whole or not at all.
package reports
