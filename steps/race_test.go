//go:build race

package steps_test

func init() { underRace = true }
