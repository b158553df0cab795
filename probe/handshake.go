package probe

import (
	"encoding/json"
	"errors"
	"fmt"
)

// initializeParams are those of a client without any capability.
func initializeParams(revision string) string {
	return fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"mcpsim","version":"1"}}`, revision)
}

// initialize sends initialize and takes over what is negotiated.
func (c *conn) initialize(params string) (frame, error) {
	answer, err := c.call("initialize", params)
	if err != nil {
		return frame{}, err
	}
	if c.reply != nil && c.reply.header != nil {
		c.session = c.reply.header.Get("Mcp-Session-Id")
	}
	c.init = answer
	var result struct {
		ProtocolVersion string
		Capabilities    map[string]json.RawMessage
	}
	_ = json.Unmarshal(answer.members["result"], &result)
	c.revision = result.ProtocolVersion
	c.declared = map[string]bool{}
	for name := range result.Capabilities {
		c.declared[name] = true
	}
	return answer, nil
}

// handshake initializes in full.
func (c *conn) handshake() error {
	answer, err := c.initialize(initializeParams(c.bench.target.Revision))
	if err != nil {
		return err
	}
	if answer.members["result"] == nil {
		return fmt.Errorf("initialize is refused: %s", quote(answer.raw))
	}
	if c.revision == "" {
		return errors.New("the answer to initialize names no protocol revision")
	}
	return c.notify("notifications/initialized", "")
}
