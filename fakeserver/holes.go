package fakeserver

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// A hole in the text of an action stands for something that only the moment knows:
//
//	<id>      the id of the message that is answered
//	<token>   its progress token
//	<cursor>  the cursor that it asks for
//	<n>       which time the rule acts, from 1
//	<now>     the time, as RFC 3339 has it
//	<origin>  over HTTP, the scheme and the host that were asked
//	<lt>      a less-than sign: "<lt>id>" is the text "<id>"
//
// In raw text, and for a whole string of JSON, it stands for the JSON token, null if there
// is none; within a string for its text.
func (x *exec) holes() map[string]json.RawMessage {
	params := x.msg.params
	holes := map[string]json.RawMessage{
		"<id>": x.msg.id, "<token>": member(member(params, "_meta"), "progressToken"), "<cursor>": member(params, "cursor"),
		"<n>": json.RawMessage(strconv.Itoa(x.turn)), "<now>": encode(x.c.clk.Now().UTC().Format(time.RFC3339)),
	}
	holes[originHole] = nil
	holes[ltHole] = json.RawMessage(`"<"`)
	if h := exchangeOf(x.w); h != nil {
		holes[originHole] = encode(originOf(h.request))
	}
	for name, token := range holes {
		if len(token) == 0 {
			holes[name] = json.RawMessage("null")
		}
	}
	return holes
}

// ltHole stands for a less-than sign, in raw text without quotes.
const ltHole = "<lt>"

// fill is text with its holes filled, each by a JSON token.
func (x *exec) fill(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	var pairs []string
	for name, token := range x.holes() {
		if name == ltHole {
			token = json.RawMessage("<")
		}
		pairs = append(pairs, name, string(token))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// fillJSON is JSON with the holes in its strings filled.
func (x *exec) fillJSON(raw json.RawMessage) json.RawMessage {
	if !bytes.Contains(raw, []byte("<")) {
		return raw
	}
	var pairs []string
	for name, token := range x.holes() {
		within := strings.TrimSuffix(strings.TrimPrefix(string(token), `"`), `"`)
		pairs = append(pairs, `"`+name+`"`, string(token), name, within)
	}
	return filled(raw, strings.NewReplacer(pairs...))
}
