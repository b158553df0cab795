package client

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// asksTwice are requests of a server, of which the second was answered.
const asksTwice = "hello\n" + `< {"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n" + `< {"jsonrpc":"2.0","id":"s","method":"roots/list"}` + "\n" + `> {"jsonrpc":"2.0","id":"s","result":{"roots":[]}}` + "\n"

// formsOfMessages are all members that a message may have, each in several values: "" = it is
// not there.
var formsOfMessages = struct{ ids, outcomes []string }{
	ids: []string{"", "null", "3", `"3"`, "3.0", `"s"`, "7", `""`, "{}", "true", "1.5"},
	outcomes: []string{
		`"result":{}`, `"result":[]`, `"result":null`, `"error":{"code":-32601,"message":"a"}`, `"error":{"code":-32602,"message":"a"}`, `"error":{"code":-32601}`, `"error":{"code":1.5,"message":"a"}`, `"error":{"message":"a"}`, `"error":null`,
		`"result":{},"error":{"code":-32601,"message":"a"}`, "", `"method":"ping"`, `"method":"tools/list"`, `"method":"notifications/x"`, `"method":"notifications/progress","params":{"progressToken":1,"progress":1}`, `"method":"other"`, `"method":7`, `"method":null`,
		`"method":"ping","result":{}`, `"method":"ping","error":{}`, `"method":"ping","params":[]`, `"method":"ping","params":null`, `"params":{}`,
	},
}

// The judges of single messages.
var ofMessages = []struct {
	name  string
	judge func(*clientcheck.Run) error
}{{"pure", pure}, {"answers", answersFit}, {"ids", idsWhereTheyBelong}, {"types", idTypes}, {"once", idsOnce}, {"encoded", encoded}, {"lines", plainLines}}

// What is said of each form of a message, of a client that was asked before, is a page.
func TestFormsOfMessages(t *testing.T) {
	page := judgetest.OpenPage(t, "messages.golden", append(formsOfMessages.outcomes, "nothing", "texts"))
	for _, outcome := range formsOfMessages.outcomes {
		var said strings.Builder
		for _, id := range formsOfMessages.ids {
			members := []string{`"jsonrpc":"2.0"`}
			if id != "" {
				members = append(members, `"id":`+id)
			}
			if outcome != "" {
				members = append(members, outcome)
			}
			said.WriteString(verdictsOf("id "+id, asksTwice+"> {"+strings.Join(members, ",")+"}\n"))
		}
		page.Says(cmp.Or(outcome, "nothing"), said.String(), t.Errorf)
	}
	var said strings.Builder
	for _, text := range []string{
		"raw a", "raw [1]", "raw {", "raw {}", `raw {"jsonrpc":"1.0","method":"ping"}`, `raw {"jsonrpc":"2.0"}`, `raw {"jsonrpc":"2.0","method":"ping"}\r`, "raw \xff", "raw \ufeff{}", "raw  ", "raw {\nraw }", "raw {\"jsonrpc\":\nraw \"2.0\"}", "raw {\nraw {\"jsonrpc\":\"2.0\"}", "raw {\"jsonrpc\":\nconn 2\nraw \"2.0\"}",
		`> {"jsonrpc":"2.0","id":1,"method":"ping"}`, `> {"jsonrpc":"2.0","id":9,"method":"ping"}` + "\n" + `> {"jsonrpc":"2.0","id":9,"method":"ping"}`, `> {"jsonrpc":"2.0","id":9,"method":"ping"}` + "\nconn 2\n" + `> {"jsonrpc":"2.0","id":9,"method":"ping"}`,
	} {
		said.WriteString(verdictsOf(fmt.Sprintf("%q", text), "stdio\n"+text+"\n"))
	}
	page.Says("texts", said.String(), t.Errorf)
}

// verdictsOf are the findings in a recording, on one line.
func verdictsOf(name, text string) string {
	var out []string
	for _, of := range ofMessages {
		if err := of.judge(recording(text).run()); err != nil && verdict.Of(err) == "" {
			out = append(out, of.name+": "+err.Error())
		}
	}
	return name + ": " + strings.Join(out, "; ") + "\n"
}

// Values that a header, a text or a version may have.
func TestSmallForms(t *testing.T) {
	for weight, zero := range map[string]bool{"": false, "0": true, "0.0": true, "0.000": true, "1": false, "0.1": false, "q": false} {
		assert.Equal(t, isZero(weight), zero, weight)
	}
	for text, is := range map[string]bool{"2025-11-25": true, "2025-11-31": false, "DRAFT-1": true, "draft-1": false, "": false, "2025": false} {
		assert.Equal(t, isRevision(text), is, text)
	}
	for id, stream := range map[string]string{"a-1": "a", "a-b-2": "a-b", "a": "", "": "", "-1": ""} {
		assert.Equal(t, streamOf(id), stream, id)
	}
}
