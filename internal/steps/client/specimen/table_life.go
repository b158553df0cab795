package main

import (
	"context"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// lifeSpecimens are wrong in what they do when, and in what they believe.
var lifeSpecimens = map[string]specimen{
	"dies of/notifications":         {seenBy: "CLI-81 CLI-92 CLI-93", read: dying(`"method":"notifications/message"`)},
	"dies of/pings":                 {seenBy: "CLI-15", read: dying(`"method":"ping"`)},
	"dies of/unknown requests":      {seenBy: "CLI-87", read: dying(`"method":"mcpsim/unknown"`)},
	"dies of/roots":                 {seenBy: "CLI-90", read: dying(`"method":"roots/list"`)},
	"dies of/progress":              {seenBy: "CLI-82 CLI-83", read: dying(`"notifications/progress"`)},
	"dies of/fractions of progress": {seenBy: "CLI-82", read: dying(`"progress":1.25`)},
	"dies of/words of progress":     {seenBy: "CLI-82", read: dying(`"message":"half"`)},
	"dies of/meta":                  {seenBy: "CLI-76", read: dying(`"_meta"`)},
	"dies of/experimental":          {seenBy: "CLI-76", read: dying(`"experimental"`)},
	"dies of/structured":            {seenBy: "CLI-78", read: dying(`"structuredContent"`)},
	"dies of/list changed":          {seenBy: "CLI-80", read: dying(`notifications/tools/list_changed`)},
	"dies of/null":                  {seenBy: "CLI-75 CLI-93", read: dying(`:null`)},
	"dies of/emoji":                 {seenBy: "CLI-51 CLI-54 CLI-20", read: dying("🚀")},
	"dies of/annotations":           {seenBy: "CLI-113", read: dying(`"annotations"`)},
	"dies of/empty text":            {seenBy: "CLI-78", read: dying(`"text":""`)},
	"dies of/an output schema":      {seenBy: "CLI-78", read: dying(`"outputSchema"`)},
	"dies of/large numbers":         {seenBy: "CLI-15", read: dying(`9007199254740991`)},
	"reads lines/as JavaScript": {seenBy: "CLI-54", read: func(raw string) string {
		if strings.ContainsAny(raw, "\u2028\u2029") {
			return "" // two halves that are no messages
		}
		return raw
	}},
	"sleeps/before calls": {once: func(*miniClient) { _ = clock.Sleep(context.Background(), clock.Real(), 300*time.Millisecond) }},
}

// dying ends the client when it reads a mark.
func dying(mark string) func(string) string {
	return func(raw string) string {
		if strings.Contains(raw, mark) {
			(&miniClient{}).die(raw)
		}
		return raw
	}
}

// innocents are correct clients that do what few do.
var innocents = map[string]specimen{
	"ok/calls twice":               {twice: true},
	"ok/gives up after 5 seconds":  {},
	"ok/several streams":           {over: "http", once: func(c *miniClient) { c.link.listen(); c.link.listen() }},
	"ok/no params":                 {write: withoutEmptyParams},
	"ok/other order":               {write: reordered},
	"ok/white space":               {write: func(raw string) string { return strings.ReplaceAll(raw, `":`, `" : `) }},
	"ok/escaped slashes":           {write: func(raw string) string { return strings.ReplaceAll(raw, "/", `\/`) }},
	"ok/unknown members":           {write: put("*", "x-trace", `{"a":[1]}`)},
	"ok/meta everywhere":           {write: longTokens},
	"ok/meta of somebody named so": {write: putParam("tools/call", "_meta", `{"com.example.mcp/a":1,"mcp/b":1,"io.modelcontextprotocol/related-task":{"taskId":"x"}}`)},
	"ok/pings first":               {once: asks("ping", `{}`)},
	"ok/pings at once":             {over: "stdio", write: edit2("initialize", func(raw string) string { return raw + "\n" + `{"jsonrpc":"2.0","id":"early","method":"ping"}` })},
	"ok/pings thrice":              {once: repeat(3, `{"jsonrpc":"2.0","id":"ping-%d","method":"ping"}`)},
	"ok/large capabilities":        {write: putParam("initialize", "capabilities", `{"experimental":{"x":{}},"elicitation":{},"roots":{"listChanged":true},"tasks":{"list":{}},"x":{}}`)},
	"ok/info with icons":           {write: putParam("initialize", "clientInfo", `{"name":"mini","version":"","title":"Mini","icons":[{"src":"data:,"}],"websiteUrl":"https://example.com"}`)},
	"ok/all lists":                 {lists: true},
	"refuses/declared URLs":        {seenBy: "CLI-135", write: putParam("initialize", "capabilities", `{"elicitation":{"form":{},"url":{}},"roots":{}}`)},
	"ok/announces roots":           {write: putParam("initialize", "capabilities", `{"roots":{"listChanged":true},"elicitation":{}}`), once: says(`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`)},
	"ok/no roots to tell":          {write: answering(`"roots"`, "result", `{"roots":[]}`)},
	"ok/roots with names":          {write: answering(`"roots"`, "result", `{"roots":[{"uri":"file:///project/a%20b","name":"a b","_meta":{}}],"_meta":{}}`)},
	"ok/declines":                  {write: declines},
	"ok/cancels forms":             {write: answering(`"action"`, "result", `{"action":"cancel"}`)},
	"ok/samples":                   {write: samples, answers: sampled(`{"role":"assistant","model":"m","stopReason":"endTurn","content":{"type":"text","text":"hi"}}`)},
	"ok/samples a list":            {write: samples, answers: sampled(`{"role":"assistant","model":"m","content":[{"type":"text","text":"hi"}]}`)},
	"ok/refuses to sample":         {write: samples, answers: map[string]string{"sampling/createMessage": `"error":{"code":-1,"message":"User rejected sampling request"}`}},
	"ok/pong with meta":            {write: pong("result", `{"_meta":{"a":1}}`)},
	"ok/error with data":           {answers: map[string]string{"mcpsim/unknown": `"error":{"code":-32601,"message":"","data":null}`}},
	"ok/reasons":                   {write: putParam("notifications/cancelled", "reason", `"the user has no patience"`)},
	"ok/progress of forms":         {},
	"ok/spaces after commas":       {write: func(raw string) string { return strings.ReplaceAll(raw, `,"`, `, "`) }},
	"ok/charset":                   {over: "http", header: with("Content-Type", `application/json; charset="utf-8"`, "POST", "*")},
	"ok/type in capitals":          {over: "http", header: with("Content-Type", `Application/JSON`, "POST", "*")},
	"ok/accepts more":              {over: "http", header: with("Accept", "application/json;q=1.0, text/event-stream, */*;q=0.1", "POST", "*")},
	"ok/accept on DELETE":          {over: "http", header: with("Accept", bothForms, "DELETE", "*")},
	"ok/GET accepts both":          {over: "http", header: with("Accept", bothForms, "GET", "*")},
	"ok/no type on DELETE":         {over: "http", header: without("Content-Type", "DELETE", "*")},
	"ok/revision in initialize":    {over: "http", header: with(headerRevision, "2025-11-25", "POST", "initialize")},
	"ok/user agent":                {over: "http", header: with("User-Agent", "mini/1 (x)", "*", "*")},
	"ok/authorization":             {over: "http", header: with("X-Api-Key", "none", "*", "*")},
}

func withoutEmptyParams(raw string) string { return strings.Replace(raw, `,"params":{}`, "", 1) }

func declines(raw string) string {
	return answering(`"action"`, "result", `{"action":"decline"}`)(raw)
}
