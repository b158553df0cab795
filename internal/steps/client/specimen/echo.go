package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// echo hands the result of one call to another.
func (c *miniClient) echo() error {
	give := `{"name":"mcpsim_give","arguments":{}}`
	result, err := c.request("tools/call", give, 20*time.Second)
	if err == nil && c.modern.Load() {
		result, err = c.rounds("tools/call", give, result, 20*time.Second)
	}
	if err != nil {
		return err
	}
	var given struct{ Content []struct{ Type, Text string } }
	if err := json.Unmarshal(result, &given); err != nil || len(given.Content) == 0 {
		return errors.New("there is no text")
	}
	text := given.Content[0].Text
	for _, content := range slices.Backward(given.Content) {
		if content.Type == "text" && !c.is("CLI-54.first") {
			text = content.Text
		}
	}
	if c.is("CLI-54") {
		text = strings.TrimSpace(text)
	}
	if c.is("CLI-54.long") {
		text = text[:min(len(text), 4096)]
	}
	if c.is("CLI-54.lines") {
		text = strings.ReplaceAll(text, "\u2028", "\n")
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return err
	}
	leaked := ""
	if c.is("M-CLI-27.leaks") && c.lastState != "" {
		leaked = `,"requestState":` + c.lastState
	}
	_, err = c.request("tools/call", fmt.Sprintf(`{"name":"mcpsim_take","arguments":{"text":%s}%s}`, quoted, leaked), 20*time.Second)
	return err
}
