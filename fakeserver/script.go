package fakeserver

import (
	"encoding/json"
	"time"
)

// Script says what a fake server is and where it departs from being a correct
// one. It is data, read from YAML by [Parse] or built in Go. A Script
// given to [New] belongs to the server and must not be changed.
//
// The zero value is a correct server of every legacy revision that offers one
// tool, "echo".
type Script struct {
	// Name of the server as clients see it (serverInfo.name); empty = "fake".
	Name string `yaml:"name"`
	// Version of the server (serverInfo.version); empty = "1.0.0".
	Version string `yaml:"version"`
	// Instructions is the text that goes with the initialize answer.
	Instructions string `yaml:"instructions"`
	// Era of the protocol; empty = legacy.
	Era Era `yaml:"era"`
	// Revisions the server accepts; empty = all of its era. The newest legacy one
	// answers an initialize that asks for another.
	Revisions []string `yaml:"revisions"`
	// Capabilities is the exact capabilities object of the initialize answer;
	// absent = derived from what is offered.
	Capabilities json.RawMessage `yaml:"capabilities"`

	// Tools offered; absent = none, or "echo" if nothing at all is offered.
	Tools []Tool `yaml:"tools"`
	// Resources offered.
	Resources []Resource `yaml:"resources"`
	// Templates are the resource templates offered.
	Templates []Template `yaml:"templates"`
	// Prompts offered.
	Prompts []Prompt `yaml:"prompts"`
	// PageSize is the number of items on one page of a list; 0 = everything.
	PageSize int `yaml:"pageSize"`

	// Stdio is the behaviour of the process.
	Stdio StdioScript `yaml:"stdio"`
	// HTTP is the behaviour of the server over HTTP.
	HTTP HTTPScript `yaml:"http"`
	// Authorization are OAuth authorization servers beside the endpoint, which then asks for
	// their tokens; one of them needs no list.
	Authorization Authorizations `yaml:"authorization"`
	// Protected says which tokens the endpoint asks for over HTTP; absent = those of
	// authorization, if there are any.
	Protected *Protected `yaml:"protected"`
	// Modern is what only servers of the modern era say.
	Modern ModernScript `yaml:"modern"`
	// Rules are the departures from a correct server. All rules that match a
	// moment apply, in this order.
	Rules []Rule `yaml:"rules"`
	// Connections override the script for single connections.
	Connections []Connection `yaml:"connections"`
}

// StdioScript is the behaviour of the server as a process.
type StdioScript struct {
	// Ignore lists what the process does not react to.
	Ignore []Ignorable `yaml:"ignore"`
	// MaxLine bounds one line read from stdin; a longer one ends the process
	// with code 1. 0 = 16 MiB.
	MaxLine Size `yaml:"maxLine"`
}

// HTTPScript is the behaviour of the server as a streamable HTTP endpoint.
type HTTPScript struct {
	// Path of the endpoint; empty = "/mcp". Other paths answer 404.
	Path string `yaml:"path"`
	// Answers is the form in which requests are answered; empty = json.
	// A request during which other messages are sent is answered as SSE.
	Answers Form `yaml:"answers"`
	// Sessions says whether initialize mints a session id; absent = true.
	Sessions *bool `yaml:"sessions"`
	// Get says how a GET is answered; empty = stream.
	Get GetMode `yaml:"get"`
	// KeepAlive is the pause between comments on a silent GET stream; 0 = no
	// comments are sent.
	KeepAlive time.Duration `yaml:"keepAlive"`
	// Resume gives every SSE event an id, starts streams with a priming event
	// and replays what a client missed when it comes back with Last-Event-ID.
	Resume bool `yaml:"resume"`
	// Retry is the time before a client comes back that priming events ask for; 0 =
	// they do not. It needs resume.
	Retry time.Duration `yaml:"retry"`
	// Lowercase writes the names of headers in small letters, as many servers do, but for
	// those that frame the message: they are the same names.
	Lowercase bool `yaml:"lowercase"`
	// MaxBody bounds one request body; a larger one is answered 413. 0 = 16 MiB.
	MaxBody Size `yaml:"maxBody"`
	// Pages are documents beside the endpoint.
	Pages []Page `yaml:"pages"`
	// Legacy makes the server one of HTTP+SSE (2024-11-05); absent = streamable HTTP.
	Legacy *LegacySSE `yaml:"legacy"`
	// WebSocket accepts upgrades as well; absent = it does not.
	WebSocket *WebSocket `yaml:"websocket"`
}

// Form is the content type of an answer over HTTP, "json" or "sse".
type Form string

// The two forms an answer can have.
const (
	formJSON Form = "json" // application/json
	formSSE  Form = "sse"  // text/event-stream
)

func (Form) words() []string { return []string{string(formJSON), string(formSSE)} }

// GetMode says what a GET on the endpoint meets: "stream", "405", "hang", "json" or
// "empty".
type GetMode string

// The ways to answer a GET.
const (
	getStream  GetMode = "stream" // an SSE stream for messages of the server
	getRefused GetMode = "405"    // 405, the correct way to have no stream
	getHang    GetMode = "hang"   // accepted and never answered
	getJSON    GetMode = "json"   // 200 with application/json {}
	getEmpty   GetMode = "empty"  // 200 text/event-stream that ends at once
)

func (GetMode) words() []string {
	return []string{string(getStream), string(getRefused), string(getHang), string(getJSON), string(getEmpty)}
}

// Connection overrides the script for one connection, or from one on. A
// connection is a process life or an HTTP initialize. Later entries win.
type Connection struct {
	// Number of the one connection meant, from 1.
	Number int `yaml:"number"`
	// From is the first of the connections meant; used if number is absent.
	From int `yaml:"from"`
	// Capabilities replaces the script's, if present.
	Capabilities json.RawMessage `yaml:"capabilities"`
	// Tools replaces the script's, if present.
	Tools []Tool `yaml:"tools"`
	// Resources replaces the script's, if present.
	Resources []Resource `yaml:"resources"`
	// Templates replaces the script's, if present.
	Templates []Template `yaml:"templates"`
	// Prompts replaces the script's, if present.
	Prompts []Prompt `yaml:"prompts"`
	// Rules apply on these connections after those of the script.
	Rules []Rule `yaml:"rules"`
}

func (c Connection) covers(n int) bool {
	if c.Number != 0 {
		return c.Number == n
	}
	return n >= c.From
}
