package main

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// rudeClient is a client that begins with tools/list and goes.
func rudeClient() {
	r, err := http.NewRequest(http.MethodPost, os.Args[len(os.Args)-1], strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if err != nil {
		os.Exit(2)
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		os.Exit(2)
	}
	_ = answer.Body.Close()
}

func TestReproduceLineOfClientChecks(t *testing.T) {
	flags := clientCheckFlags{command: "it's mine"}
	assert.Equal(t, flags.reproduce("CLI-12"), `mcpsim client --command 'it'\''s mine' --timeout 0s --check CLI-12`)
}
