//go:build race

package client_test

func init() { underRace = true }
