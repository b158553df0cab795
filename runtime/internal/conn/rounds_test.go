package conn

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// A program whose answer is no JSON has not answered, and nothing is sent in its name.
func TestAnAnswerThatCannotBeWritten(t *testing.T) {
	c := &Conn{answers: answers{elicit: func(protocol.ElicitParams) (protocol.ElicitResult, error) {
		return protocol.ElicitResult{Action: protocol.ElicitAccept, Content: json.RawMessage("{")}, nil
	}}}
	_, err := c.answerAll(json.RawMessage(`{"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{}}}}`))
	assert.ErrorContains(t, err, "unexpected end of JSON input")
}
