package main

import (
	"encoding/json"
	"strings"
	"time"
)

const patienceOfOnce = 2 * time.Second

// messageSpecimens write requests and notifications that are not those of the protocol.
var messageSpecimens = map[string]specimen{
	"jsonrpc/missing":                {seenBy: "CLI-18", write: drop("tools/list", "jsonrpc")},
	"jsonrpc/twice":                  {seenBy: "CLI-18", write: replaced(`"jsonrpc":"2.0"`, `"jsonrpc":"2.0","jsonrpc":"2.0"`)},
	"jsonrpc/one":                    {seenBy: "CLI-18", write: put("tools/call", "jsonrpc", `"1.0"`)},
	"jsonrpc/number":                 {seenBy: "CLI-18", write: put("*", "jsonrpc", `2.0`)},
	"jsonrpc/missing in initialized": {seenBy: "CLI-18", write: drop("notifications/initialized", "jsonrpc")},
	"jsonrpc/missing in answers":     {seenBy: "CLI-18", write: drop("", "jsonrpc")},
	"jsonrpc/missing in cancelled":   {seenBy: "CLI-18 CLI-12", write: drop("notifications/cancelled", "jsonrpc")},
	"params/null":                    {seenBy: "CLI-18", write: put("tools/list", "params", `null`)},
	"params/array":                   {seenBy: "CLI-18", write: put("notifications/initialized", "params", `[]`)},
	"params/text":                    {seenBy: "CLI-18", write: put("tools/list", "params", `"{}"`)},
	"params/call null meta":          {seenBy: "CLI-49", write: putParam("tools/call", "_meta", `null`)},
	"meta/blank in a key":            {seenBy: "CLI-132", write: putParam("tools/list", "_meta", `{"my key":1}`)},
	"meta/label with a digit":        {seenBy: "CLI-132", write: putParam("tools/call", "_meta", `{"2nd.example/trace":1}`)},
	"meta/reserved prefix":           {seenBy: "CLI-132", write: putParam("tools/call", "_meta", `{"com.mcp.tools/trace":1}`)},
	"meta/two slashes":               {seenBy: "CLI-132", write: putParam("tools/call", "_meta", `{"com.example/a/b":1}`)},
	"params/meta array":              {seenBy: "CLI-49", write: putParam("tools/list", "_meta", `[]`)},
	"id/null":                        {seenBy: "CLI-19", write: put("tools/list", "id", `null`)},
	"id/true":                        {seenBy: "CLI-19", write: put("tools/list", "id", `true`)},
	"id/object":                      {seenBy: "CLI-19", write: put("tools/call", "id", `{"n":1}`)},
	"id/fraction in calls":           {seenBy: "CLI-19", write: put("tools/call", "id", `2.5`)},
	"id/call has that of the list":   {seenBy: "CLI-19", write: put("tools/call", "id", `2`), read: sameCall},
	"id/missing in list":             {seenBy: "CLI-42", write: drop("tools/list", "id")},
	"id/in initialized":              {seenBy: "CLI-42", write: put("notifications/initialized", "id", `0`)},
	"id/null in initialized":         {seenBy: "CLI-42", write: put("notifications/initialized", "id", `null`)},
	"id/in cancelled":                {seenBy: "CLI-42 CLI-12", write: put("notifications/cancelled", "id", `"c"`)},
	"request/with result":            {seenBy: "CLI-18", write: put("tools/list", "result", `null`)},
	"request/with error":             {seenBy: "CLI-18", write: put("tools/call", "error", `null`)},
	"batch/list and ping":            {seenBy: "CLI-18", once: says(`[{"jsonrpc":"2.0","id":"b1","method":"ping"},{"jsonrpc":"2.0","id":"b2","method":"ping"}]`)},
	"batch/one message":              {seenBy: "CLI-18", write: wrapped("notifications/initialized")},

	"initialize/no capabilities":    {seenBy: "CLI-46", write: dropParam("initialize", "capabilities")},
	"initialize/null capabilities":  {seenBy: "CLI-46", write: putParam("initialize", "capabilities", `null`)},
	"initialize/array capabilities": {seenBy: "CLI-46", write: putParam("initialize", "capabilities", `[]`)},
	"initialize/true capability":    {seenBy: "CLI-46", write: putParam("initialize", "capabilities", `{"roots":true,"elicitation":{}}`)},
	"initialize/no info":            {seenBy: "CLI-46", write: dropParam("initialize", "clientInfo")},
	"initialize/text info":          {seenBy: "CLI-46", write: putParam("initialize", "clientInfo", `"mini"`)},
	"initialize/null version":       {seenBy: "CLI-46", write: putParam("initialize", "clientInfo", `{"name":"mini","version":null}`)},
	"initialize/no revision":        {seenBy: "CLI-46", write: dropParam("initialize", "protocolVersion")},
	"initialize/revision is number": {seenBy: "CLI-46", write: putParam("initialize", "protocolVersion", `2025`)},
	"initialize/invented revision":  {seenBy: "CLI-46", write: putParam("initialize", "protocolVersion", `"1.0"`)},
	"initialize/latest":             {seenBy: "CLI-46", write: putParam("initialize", "protocolVersion", `"latest"`)},
	"initialize/no params":          {seenBy: "CLI-46", write: drop("initialize", "params")},
	"initialize/snake case":         {seenBy: "CLI-46", write: replaced(`"protocolVersion"`, `"protocol_version"`)},
	"initialized/short name":        {seenBy: "CLI-01", write: put("notifications/initialized", "method", `"initialized"`)},
	"initialized/wrong case":        {seenBy: "CLI-01", write: put("notifications/initialized", "method", `"notifications/Initialized"`)},
	"initialized/twice":             {seenBy: "CLI-117", once: says(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)},
	"initialized/as a request":      {seenBy: "CLI-42 CLI-01", write: put("notifications/initialized", "id", `77`)},
	"initialize/again by the way":   {over: "stdio", seenBy: "CLI-117", once: asks("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mini","version":"1"}}`)},

	"call/no name":                 {seenBy: "CLI-49", write: dropParam("tools/call", "name")},
	"call/null arguments":          {seenBy: "CLI-49", write: putParam("tools/call", "arguments", `null`)},
	"call/array arguments":         {seenBy: "CLI-49", write: putParam("tools/call", "arguments", `[5,3]`)},
	"call/text arguments":          {seenBy: "CLI-49", write: putParam("tools/call", "arguments", `"{\"a\":5,\"b\":3}"`)},
	"call/name in small letters":   {seenBy: "CLI-128", write: callsBy(strings.ToLower)},
	"call/name with underscores":   {seenBy: "CLI-128", write: callsBy(strings.NewReplacer(".", "_", "-", "_").Replace)},
	"call/name of 64 letters":      {seenBy: "CLI-128", write: callsBy(func(name string) string { return name[:min(64, len(name))] })},
	"call/without what is false":   {seenBy: "CLI-145", write: edit("tools/call", onlyTrue)},
	"call/escaped texts":           {seenBy: "CLI-145 CLI-54", write: edit("tools/call", escapedTexts)},
	"call/called args":             {seenBy: "CLI-118", write: replaced(`"arguments"`, `"args"`)},
	"call/numbers as text":         {seenBy: "CLI-118", write: putParam("tools/call", "arguments", `{"a":"5","b":"3"}`)},
	"call/no arguments":            {seenBy: "CLI-118", write: dropParam("tools/call", "arguments")},
	"call/wrapped arguments":       {seenBy: "CLI-118", write: putParam("tools/call", "arguments", `{"input":{"a":5,"b":3}}`)},
	"list/null cursor":             {seenBy: "CLI-20", write: firstPage(`null`)},
	"list/empty cursor":            {seenBy: "CLI-20", write: firstPage(`""`)},
	"list/number cursor":           {seenBy: "CLI-20", write: firstPage(`0`)},
	"list/null cursor of prompts":  {seenBy: "CLI-20 CLI-129", lists: true, write: putParam("prompts/list", "cursor", `null`)},
	"list/cursor of another list":  {seenBy: "CLI-20 CLI-129", lists: true, write: putParam("prompts/list", "cursor", `"page-2"`)},
	"list/first page of prompts":   {seenBy: "CLI-70", lists: true, read: firstPageOf(`"prompts"`)},
	"list/first page of templates": {seenBy: "CLI-70", lists: true, read: firstPageOf(`"resourceTemplates"`)},
	"list/page":                    {seenBy: "CLI-20 CLI-70", write: replaced(`"cursor":`, `"page":`)},
	"list/upper case cursor":       {seenBy: "CLI-20", write: edit("tools/list", upperCursor)},
	"list/cursor of prompts":       {seenBy: "CLI-20", lists: true, write: edit("prompts/list", upperCursor)},
	"list/escaped cursor":          {seenBy: "CLI-20", write: edit("tools/list", escapedCursor)},
	"cancelled/no id":              {seenBy: "CLI-49 CLI-12", write: dropParam("notifications/cancelled", "requestId")},
	"cancelled/id":                 {seenBy: "CLI-49 CLI-12", write: replaced(`"requestId":`, `"id":`)},
	"cancelled/as text":            {seenBy: "CLI-12", write: edit("notifications/cancelled", cancelledAsText)},
	"cancelled/next one":           {seenBy: "CLI-12", write: putParam("notifications/cancelled", "requestId", `99`)},
	"cancelled/reason is number":   {seenBy: "CLI-49 CLI-12", write: putParam("notifications/cancelled", "reason", `1`)},
	"cancelled/null":               {seenBy: "CLI-49 CLI-12", write: putParam("notifications/cancelled", "requestId", `null`)},
	"cancelled/LSP":                {seenBy: "CLI-12", write: put("notifications/cancelled", "method", `"$/cancelRequest"`)},
	"call/task is true":            {seenBy: "CLI-49", write: putParam("tools/call", "task", `true`)},
	"progress/words are a number":  {seenBy: "CLI-49 CLI-137", once: says(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1,"message":1}}`)},
	"token/null":                   {seenBy: "CLI-69", write: putParam("tools/call", "_meta", `{"progressToken":null}`)},
	"token/object":                 {seenBy: "CLI-69", write: putParam("tools/call", "_meta", `{"progressToken":{}}`)},
	"token/always the same":        {seenBy: "CLI-69 CLI-79", write: sameToken}, // CLI-79 has two requests open at once
	"token/true":                   {seenBy: "CLI-69", write: putParam("tools/list", "_meta", `{"progressToken":true}`)},
	"progress/of nothing":          {seenBy: "CLI-137", once: says(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":0.5,"total":1.0,"message":"m"}}`)},
	"progress/no token":            {seenBy: "CLI-49", once: says(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}`)},
	"undeclared/prompts":           {seenBy: "CLI-16", once: asks("prompts/list", `{}`)},
	"undeclared/resources":         {seenBy: "CLI-16", once: asks("resources/list", `{}`)},
	"undeclared/templates":         {seenBy: "CLI-16", once: asks("resources/templates/list", `{}`)},
	"undeclared/level":             {seenBy: "CLI-16", once: asks("logging/setLevel", `{"level":"info"}`)},
	"undeclared/complete":          {seenBy: "CLI-16", once: asks("completion/complete", `{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"y","value":""}}`)},
	"undeclared/subscribe":         {seenBy: "CLI-16", once: asks("resources/subscribe", `{"uri":"file:///x"}`)},
	"undeclared/subscription":      {seenBy: "CLI-16", once: subscribesToAll},
	"undeclared/tasks":             {seenBy: "CLI-16", once: asks("tasks/list", `{}`)},
	"undeclared/call as a task":    {seenBy: "CLI-16", write: putParam("tools/call", "task", `{"ttl":60000}`)},
	"undeclared/roots changed":     {seenBy: "CLI-48", once: says(`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`)},
	"unknown/shutdown":             {seenBy: "CLI-119", once: asks("shutdown", `{}`)},
	"unknown/tools.list":           {seenBy: "CLI-119", once: asks("tools.list", `{}`)},
	"unknown/tools/get":            {seenBy: "CLI-119", once: asks("tools/get", `{"name":"add_numbers"}`)},
	"ok/a method that is declared": {write: putParam("initialize", "capabilities", `{"roots":{},"elicitation":{},"experimental":{"tools/search":{}}}`), once: asks("tools/search", `{"query":"add"}`)},
	"unknown/exit":                 {seenBy: "CLI-119", once: says(`{"jsonrpc":"2.0","method":"exit"}`)},
	"unknown/list of methods":      {seenBy: "CLI-119", once: asks("rpc.discover", `{}`)},
	"server's/sampling":            {seenBy: "CLI-119", once: asks("sampling/createMessage", `{"messages":[],"maxTokens":1}`)},
	"server's/tools changed":       {seenBy: "CLI-119", once: says(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)},
	"server's/log":                 {seenBy: "CLI-119", once: says(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`)},
	"pings/a flood":                {seenBy: "CLI-120", once: repeat(200, `{"jsonrpc":"2.0","id":"ping-%d","method":"ping"}`)},
	"answer/of nothing":            {seenBy: "CLI-43", once: says(`{"jsonrpc":"2.0","id":"nothing","result":{}}`)},
	"answer/error of nothing":      {seenBy: "CLI-43", once: says(`{"jsonrpc":"2.0","id":"nothing","error":{"code":-32603,"message":"x"}}`)},
}

// wrapped makes an array of a message.
func wrapped(method string) func(string) string {
	return func(raw string) string {
		if strings.Contains(raw, `"`+method+`"`) {
			return "[" + raw + "]"
		}
		return raw
	}
}

// callsBy calls tools by other names.
func callsBy(other func(string) string) func(string) string {
	return edit("tools/call", func(m message) {
		m.params(func(p message) {
			var name string
			_ = json.Unmarshal(p["name"], &name)
			raw, _ := json.Marshal(other(name))
			p["name"] = raw
		})
	})
}

// firstPageOf reads no further than the first page of a list.
func firstPageOf(list string) func(string) string {
	return func(raw string) string {
		if strings.Contains(raw, list+":[") {
			return strings.Replace(raw, `"nextCursor"`, `"next"`, 1)
		}
		return raw
	}
}

// firstPage gives a cursor that nobody gave.
func firstPage(cursor string) func(string) string {
	return edit("tools/list", func(m message) {
		m.params(func(p message) {
			if p["cursor"] == nil {
				p.set("cursor", cursor)
			}
		})
	})
}

func upperCursor(m message) {
	m.params(func(p message) {
		if p["cursor"] != nil {
			var cursor string
			_ = json.Unmarshal(p["cursor"], &cursor)
			upper, _ := json.Marshal(strings.ToUpper(cursor))
			p["cursor"] = upper
		}
	})
}

func escapedCursor(m message) {
	m.params(func(p message) {
		if p["cursor"] != nil {
			p.set("cursor", strings.ReplaceAll(string(p["cursor"]), "=", "%3D"))
		}
	})
}

// sameToken asks for the progress of everything by one token.
func sameToken(raw string) string {
	return retoken(raw, func(string) string { return `"progressToken":"t"` })
}

// longTokens makes texts of progress tokens, beside metadata of its own.
func longTokens(raw string) string {
	return retoken(raw, func(token string) string { return `"example.com/a":1,"progressToken":"t-` + token + `"` })
}

// retoken writes the member of a progress token otherwise, if there is one.
func retoken(raw string, member func(token string) string) string {
	before, rest, asks := strings.Cut(raw, `"progressToken":`)
	if !asks {
		return raw
	}
	end := strings.IndexAny(rest, ",}")
	return before + member(rest[:end]) + rest[end:]
}

func cancelledAsText(m message) {
	m.params(func(p message) { p.set("requestId", `"`+string(p["requestId"])+`"`) })
}

// sameCall takes the answer to the id 2 for that to 3, too.
func sameCall(raw string) string {
	if strings.Contains(raw, `"content"`) {
		return strings.Replace(raw, `"id":2`, `"id":3`, 1)
	}
	return raw
}
