// Package steps is the vocabulary of the features: one file per noun, each of
// which registers its steps. It runs nothing; package suite does.
package steps
