package main

import (
	"net/http"
	"net/url"
	"strings"
)

// The headers of the protocol.
const (
	headerSession  = "Mcp-Session-Id"
	headerRevision = "Mcp-Protocol-Version"
	bothForms      = "application/json, text/event-stream"
)

// webSpecimens are the clients over HTTP with other headers, and those that read bodies
// and streams in their own way.
var webSpecimens = map[string]specimen{
	"accept/none":                  {over: "http", seenBy: "CLI-07", header: without("Accept", "POST", "*")},
	"accept/none in initialize":    {over: "http", seenBy: "CLI-07", header: without("Accept", "POST", "initialize")},
	"accept/none in answers":       {over: "http", seenBy: "CLI-07", header: without("Accept", "POST", "")},
	"accept/none in notifications": {over: "http", seenBy: "CLI-07", header: without("Accept", "POST", "notifications/initialized")},
	"accept/JSON alone":            {over: "http", seenBy: "CLI-07", header: with("Accept", "application/json", "POST", "*")},
	"accept/streams alone":         {over: "http", seenBy: "CLI-07", header: with("Accept", "text/event-stream", "POST", "tools/call")},
	"accept/wildcards":             {over: "http", seenBy: "CLI-07", header: with("Accept", "application/*, text/*", "POST", "*")},
	"accept/misspelt":              {over: "http", seenBy: "CLI-07", header: with("Accept", "application/json, text/eventstream", "POST", "*")},
	"accept/semicolon":             {over: "http", seenBy: "CLI-07", header: with("Accept", "application/json; text/event-stream", "POST", "*")},
	"accept/zero":                  {over: "http", seenBy: "CLI-07", header: with("Accept", "application/json, text/event-stream;q=0", "POST", "*")},
	"accept/GET takes JSON":        {over: "http", seenBy: "CLI-09", header: with("Accept", "application/json", "GET", "*")},
	"accept/GET takes all":         {over: "http", seenBy: "CLI-09", header: with("Accept", "*/*", "GET", "*")},
	"accept/GET has none":          {over: "http", seenBy: "CLI-09", header: without("Accept", "GET", "*")},

	"type/none":                {over: "http", seenBy: "CLI-44", header: without("Content-Type", "POST", "*")},
	"type/text":                {over: "http", seenBy: "CLI-44", header: with("Content-Type", "text/plain", "POST", "*")},
	"type/form":                {over: "http", seenBy: "CLI-44", header: with("Content-Type", "application/x-www-form-urlencoded", "POST", "tools/call")},
	"type/JSON-RPC":            {over: "http", seenBy: "CLI-44", header: with("Content-Type", "application/json-rpc", "POST", "*")},
	"type/none in answers":     {over: "http", seenBy: "CLI-44", header: without("Content-Type", "POST", "")},
	"type/none in initialized": {over: "http", seenBy: "CLI-44", header: without("Content-Type", "POST", "notifications/initialized")},

	"session/not in notifications": {over: "http", seenBy: "CLI-04", header: without(headerSession, "POST", "notifications/initialized")},
	"session/not in answers":       {over: "http", seenBy: "CLI-04", header: without(headerSession, "POST", "")},
	"session/not in calls":         {over: "http", seenBy: "CLI-04", header: without(headerSession, "POST", "tools/call")},
	"session/not in lists":         {over: "http", seenBy: "CLI-04", header: without(headerSession, "POST", "tools/list")},
	"session/not in cancelled":     {over: "http", seenBy: "CLI-04 CLI-12", header: without(headerSession, "POST", "notifications/cancelled")},
	"session/not in GET":           {over: "http", seenBy: "CLI-04", header: without(headerSession, "GET", "*")},
	"session/not in DELETE":        {over: "http", seenBy: "CLI-04 CLI-06", header: without(headerSession, "DELETE", "*")},
	"session/never":                {over: "http", seenBy: "CLI-04", header: without(headerSession, "*", "*")},
	"session/capitals":             {over: "http", seenBy: "CLI-99 CLI-04", header: changed(headerSession, strings.ToUpper)},
	"session/small letters":        {over: "http", seenBy: "CLI-99 CLI-04", header: changed(headerSession, strings.ToLower)},
	"session/cut":                  {over: "http", seenBy: "CLI-99 CLI-04", header: changed(headerSession, func(s string) string { return s[:min(len(s), 16)] })},
	"session/in quotes":            {over: "http", seenBy: "CLI-99 CLI-04", header: changed(headerSession, func(s string) string { return `"` + s + `"` })},
	"session/under another name":   {over: "http", seenBy: "CLI-04", header: renamed(headerSession, "X-Session-Id")},
	"session/made up":              {over: "http", seenBy: "CLI-45 CLI-04", header: with(headerSession, "0000", "POST", "initialize")},
	"session/undefined":            {over: "http", seenBy: "CLI-45 CLI-04", header: with(headerSession, "undefined", "POST", "initialize")},
	"session/own one always":       {over: "http", seenBy: "CLI-45 CLI-04", header: with(headerSession, "mine", "*", "*")},
	"session/empty in initialize":  {over: "http", seenBy: "CLI-45 CLI-04", header: with(headerSession, "", "POST", "initialize")},

	"token/not in answers":            {over: "http", seenBy: "OAC-01", header: without("Authorization", "POST", "")},
	"token/not in notifications":      {over: "http", seenBy: "OAC-01", header: without("Authorization", "POST", "notifications/initialized")},
	"token/not where it is resumed":   {over: "http", seenBy: "OAC-01", header: withoutBeside("Authorization", "Last-Event-Id")},
	"token/not in the second session": {over: "http", seenBy: "OAC-01", header: withoutAfterFirst("Authorization", "initialize")},

	"revision/never":                {over: "http", seenBy: "CLI-03", header: without(headerRevision, "*", "*")},
	"revision/not in notifications": {over: "http", seenBy: "CLI-03", header: without(headerRevision, "POST", "notifications/initialized")},
	"revision/not in answers":       {over: "http", seenBy: "CLI-03", header: without(headerRevision, "POST", "")},
	"revision/not in calls":         {over: "http", seenBy: "CLI-03", header: without(headerRevision, "POST", "tools/call")},
	"revision/not in GET":           {over: "http", seenBy: "CLI-03", header: without(headerRevision, "GET", "*")},
	"revision/not in DELETE":        {over: "http", seenBy: "CLI-03", header: without(headerRevision, "DELETE", "*")},
	"revision/oldest":               {over: "http", seenBy: "CLI-03", header: with(headerRevision, "2025-03-26", "POST", "tools/call")},
	"revision/latest":               {over: "http", seenBy: "CLI-03", header: with(headerRevision, "latest", "POST", "tools/list")},
	"revision/under another name":   {over: "http", seenBy: "CLI-03", header: renamed(headerRevision, "X-Mcp-Version")},
	"revision/twice":                {over: "http", seenBy: "CLI-03", header: twice(headerRevision)},
	"revision/what was offered":     {over: "http", seenBy: "CLI-03", header: changed(headerRevision, func(string) string { return "2025-11-25" })},

	"resume/with POST":                           {over: "http", seenBy: "CLI-11 CLI-125", header: moved("Last-Event-Id")},
	"resume/never says where":                    {over: "http", seenBy: "CLI-11", header: without("Last-Event-Id", "GET", "*")},
	"resume/another place":                       {over: "http", seenBy: "CLI-11", header: changed("Last-Event-Id", func(s string) string { return s + "0" })},
	"resume/under another name":                  {over: "http", seenBy: "CLI-11", header: renamed("Last-Event-Id", "X-Last-Event-Id")},
	"resume/in small letters":                    {over: "http", seenBy: "CLI-11", header: changed("Last-Event-Id", strings.ToLower)},
	"resume/escaped":                             {over: "http", seenBy: "CLI-11", header: changed("Last-Event-Id", url.QueryEscape)},
	"resume/up to a colon":                       {over: "http", seenBy: "CLI-11", header: changed("Last-Event-Id", func(s string) string { s, _, _ = strings.Cut(s, ":"); return s })},
	"session/taken from a notification's answer": {over: "http", seenBy: "CLI-04"},
	"session/taken from a stream":                {over: "http", seenBy: "CLI-04"},
	"session/in two lines":                       {over: "http", seenBy: "CLI-04", header: doubled(headerSession)},
	"resume/made up":                             {over: "http", seenBy: "CLI-125", header: missing("Last-Event-Id", "0", "GET")},
	"resume/with nothing":                        {over: "http", seenBy: "CLI-125", header: missing("Last-Event-Id", "", "GET")},

	"cookies/none of ours": {over: "http", header: with("Cookie", "a=b", "*", "*")},
}

// changed changes the value of a header where it is.
func changed(name string, change func(string) string) func(http.Header, string, string) {
	return func(h http.Header, _, _ string) {
		if value := h.Get(name); value != "" {
			h.Set(name, change(value))
		}
	}
}

// renamed sends a header under another name.
func renamed(name, other string) func(http.Header, string, string) {
	return func(h http.Header, _, _ string) {
		if value := h.Get(name); value != "" {
			h.Del(name)
			h.Set(other, value)
		}
	}
}

// twice sends a header with its value twice, as a list.
func twice(name string) func(http.Header, string, string) {
	return changed(name, func(value string) string { return value + ", " + value })
}

// doubled sends a header in two lines.
func doubled(name string) func(http.Header, string, string) {
	return func(h http.Header, _, _ string) {
		if value := h.Get(name); value != "" {
			h.Add(name, value)
		}
	}
}

// missing sets a header where it is missing in requests of a verb.
func missing(name, value, verb string) func(http.Header, string, string) {
	return func(h http.Header, v, _ string) {
		if v == verb && h.Get(name) == "" {
			h[name] = []string{value}
		}
	}
}

// withoutBeside leaves a header out where there is another one.
func withoutBeside(name, other string) func(http.Header, string, string) {
	return func(h http.Header, _, _ string) {
		if h.Get(other) != "" {
			h.Del(name)
		}
	}
}

// withoutAfterFirst leaves a header out of the requests with a method, but for the first that has it.
func withoutAfterFirst(name, method string) func(http.Header, string, string) {
	had := false
	return func(h http.Header, _, m string) {
		if m != method || h.Get(name) == "" {
			return
		}
		if had {
			h.Del(name)
		}
		had = true
	}
}

// moved sends a header of GET with POST.
func moved(name string) func(http.Header, string, string) {
	last := ""
	return func(h http.Header, verb, method string) {
		if value := h.Get(name); value != "" {
			last = value
			h.Del(name)
		}
		if verb == http.MethodPost && last != "" {
			h.Set(name, last)
		}
	}
}
