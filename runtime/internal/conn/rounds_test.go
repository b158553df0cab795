package conn

import (
	"context"
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// A program whose answer is no JSON has not answered, and nothing is sent in its name.
func TestAnAnswerThatCannotBeWritten(t *testing.T) {
	c := &Conn{answers: answers{forms: forms{clk: clock.Real(), elicit: func(context.Context, protocol.ElicitParams) (protocol.ElicitResult, error) {
		return protocol.ElicitResult{Action: protocol.ElicitAccept, Content: json.RawMessage("{")}, nil
	}}}}
	_, err := c.answerAll(context.Background(), json.RawMessage(`{"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{}}}}`))
	assert.ErrorContains(t, err, "unexpected end of JSON input")
}
