package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// initializeParams are those of a client without any capability.
func initializeParams(revision string) string { return clientParams(revision, "{}") }

// clientParams are those of a client with these capabilities.
func clientParams(revision, capabilities string) string {
	return fmt.Sprintf(`{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"mcpsim","version":"1"}}`, revision, capabilities)
}

// initialize sends initialize and takes over what is negotiated.
func (c *conn) initialize(params string) (frame, error) {
	answer, err := c.call("initialize", params)
	if err != nil {
		return frame{}, err
	}
	if c.old == nil && c.reply != nil && c.reply.header != nil {
		c.session = c.reply.header.Get("Mcp-Session-Id")
	}
	c.greeted(answer)
	return answer, nil
}

// greeted takes over what the answer to initialize says.
func (c *conn) greeted(answer frame) {
	c.init = answer
	var result struct {
		ProtocolVersion string
		Capabilities    map[string]json.RawMessage
	}
	_ = json.Unmarshal(answer.members["result"], &result)
	c.revision = result.ProtocolVersion
	c.declared, c.bare = map[string]bool{}, map[string]bool{}
	for name, value := range result.Capabilities {
		c.declared[name] = true
		c.bare[name] = strings.Join(strings.Fields(string(value)), "") == "{}"
	}
}

// handshake initializes in full.
func (c *conn) handshake() error { return c.handshakeAs("{}") }

// handshakeAs does so with capabilities of the client's.
func (c *conn) handshakeAs(capabilities string) error {
	answer, err := c.initialize(clientParams(c.bench.target.Revision, capabilities))
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
