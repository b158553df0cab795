// Package steps is the vocabulary of the features: one file per noun, each of
// which registers its steps. What a noun remembers in a scenario is a type of its own
// (see nounOf); resolvers find what a step names. It runs nothing; package gherkin does.
package steps
