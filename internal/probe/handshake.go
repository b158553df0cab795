package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// InitializeParams are those of a client without any capability.
func InitializeParams(revision string) string { return clientParams(revision, "{}") }

// clientParams are those of a client with these capabilities.
func clientParams(revision, capabilities string) string {
	return fmt.Sprintf(`{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"mcpsim","version":"1"}}`, revision, capabilities)
}

// Initialize sends initialize and takes over what is negotiated.
func (c *Conn) Initialize(params string) (Frame, error) {
	answer, err := c.Call("initialize", params)
	if err != nil {
		return Frame{}, err
	}
	if c.Old == nil && c.Reply != nil && c.Reply.Header != nil {
		c.Session = c.Reply.Header.Get("Mcp-Session-Id")
	}
	c.Greeted(answer)
	return answer, nil
}

// Greeted takes over what the answer to initialize says.
func (c *Conn) Greeted(answer Frame) {
	c.Init = answer
	var result struct {
		ProtocolVersion string
		Capabilities    map[string]json.RawMessage
	}
	_ = json.Unmarshal(answer.Members["result"], &result)
	c.Revision = result.ProtocolVersion
	c.Declared, c.Bare = map[string]bool{}, map[string]bool{}
	for name, value := range result.Capabilities {
		c.Declared[name] = true
		c.Bare[name] = strings.Join(strings.Fields(string(value)), "") == "{}"
	}
}

// Handshake initializes in full.
func (c *Conn) Handshake() error { return c.HandshakeAs("{}") }

// HandshakeAs does so with capabilities of the client's.
func (c *Conn) HandshakeAs(capabilities string) error {
	answer, err := c.Initialize(clientParams(c.bench.Target.Revision, capabilities))
	if err != nil {
		return err
	}
	if answer.Members["result"] == nil {
		return fmt.Errorf("initialize is refused: %s", Quote(answer.Raw))
	}
	if c.Revision == "" {
		return errors.New("the answer to initialize names no protocol revision")
	}
	return c.Notify("notifications/initialized", "")
}

// serverName is the name and version in an answer to initialize.
func serverName(init Frame) string {
	var result struct {
		ServerInfo struct{ Name, Version string }
	}
	_ = json.Unmarshal(init.Members["result"], &result)
	return strings.TrimSpace(result.ServerInfo.Name + " " + result.ServerInfo.Version)
}
