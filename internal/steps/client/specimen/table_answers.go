package main

import "strings"

// answerSpecimens answer the server's requests wrongly, or take its messages wrongly.
var answerSpecimens = map[string]specimen{
	"pong/null":              {seenBy: "CLI-43 CLI-15", write: pong("result", `null`)},
	"pong/text":              {seenBy: "CLI-43 CLI-15", write: pong("result", `"pong"`)},
	"pong/true":              {seenBy: "CLI-43 CLI-15", write: pong("result", `true`)},
	"pong/array":             {seenBy: "CLI-43 CLI-15", write: pong("result", `[]`)},
	"pong/member":            {seenBy: "CLI-15", write: pong("result", `{"pong":true}`)},
	"pong/error":             {seenBy: "CLI-15", write: pong("error", `{"code":-32601,"message":"Method not found"}`)},
	"pong/nothing":           {seenBy: "CLI-18 CLI-43 CLI-15", write: pong("pong", `{}`)},
	"pong/id is text":        {seenBy: "CLI-43 CLI-84", write: edit("", func(m message) { m.set("id", `"`+strings.Trim(string(m["id"]), `"`)+`"`) })},
	"pong/id without blanks": {seenBy: "CLI-43 CLI-15", write: edit("", func(m message) { m.set("id", strings.NewReplacer(`" `, `"`, ` "`, `"`).Replace(string(m["id"]))) })},
	"pong/no id":             {seenBy: "CLI-43 CLI-18", write: drop("", "id")},
	"pong/null id":           {seenBy: "CLI-43", write: put("", "id", `null`)},
	"pong/id one":            {seenBy: "CLI-43", write: put("", "id", `1`)},
	"pong/method, too":       {seenBy: "CLI-18", write: put("", "method", `"ping"`)},
	"pong/null error, too":   {seenBy: "CLI-43", write: pongAlso("error", `null`)},
	"pong/upper case":        {seenBy: "CLI-43", write: edit("", func(m message) { m.set("id", strings.ToUpper(string(m["id"]))) })},
	"ping/ids below zero":    {seenBy: "CLI-15", read: ignoring(`"id":-3,`, `"method":"ping"`)},
	"ping/an id in quotes":   {seenBy: "CLI-15", read: ignoring(`"id":"a \"b\" é"`, `"method":"ping"`)},
	"ping/zero is no id":     {seenBy: "CLI-15", read: ignoring(`"id":0,`, `"method":"ping"`)},
	"ping/text ids are none": {seenBy: "CLI-15", read: ignoring(`"id":"`, `"method":"ping"`)},
	"ping/large ids rounded": {seenBy: "CLI-43 CLI-15", write: replaced(`9007199254740991`, `9007199254740992`)},
	"ping/ids are floats":    {seenBy: "CLI-131", write: replaced(`9007199254740993`, `9007199254740992`)},
	"ping/long ids are none": {seenBy: "CLI-15", read: ignoring(`"id":"0b9ff3e4-`, `"method":"ping"`)},
	"ping/before the answer": {seenBy: "CLI-15", read: ignoringEarly(`"method":"ping"`)},
	"ping/with params":       {seenBy: "CLI-15", read: ignoring(`"method":"ping"`, `"_meta"`)},

	"unknown/empty result":       {seenBy: "CLI-87", answers: map[string]string{"mcpsim/unknown": `"result":{}`}},
	"unknown/code is text":       {seenBy: "CLI-43", answers: map[string]string{"mcpsim/unknown": `"error":{"code":"-32601","message":"no"}`}},
	"unknown/no message":         {seenBy: "CLI-43", answers: map[string]string{"mcpsim/unknown": `"error":{"code":-32601}`}},
	"unknown/error is text":      {seenBy: "CLI-43", answers: map[string]string{"mcpsim/unknown": `"error":"Method not found"`}},
	"unknown/code is 404":        {seenBy: "CLI-88", answers: map[string]string{"mcpsim/unknown": `"error":{"code":404,"message":"Not found"}`}},
	"unknown/code is a fraction": {seenBy: "CLI-43", answers: map[string]string{"mcpsim/unknown": `"error":{"code":-32601.5,"message":"no"}`}},
	"unknown/silence later":      {seenBy: "CLI-87", read: ignoringLater(`"method":"mcpsim/unknown"`)},
	"unknown/silence":            {seenBy: "CLI-87", read: ignoring(`"method":"mcpsim/unknown"`, "")},
	"unknown/null message":       {seenBy: "CLI-43", answers: map[string]string{"mcpsim/unknown": `"error":{"code":-32601,"message":null}`}},

	"roots/null":             {seenBy: "CLI-90 CLI-111", write: answering(`"roots"`, "result", `{"roots":null}`)},
	"roots/array":            {seenBy: "CLI-90 CLI-43", write: answering(`"roots"`, "result", `["file:///work"]`)},
	"roots/text":             {seenBy: "CLI-90 CLI-111", write: answering(`"roots"`, "result", `{"roots":["file:///work"]}`)},
	"roots/object":           {seenBy: "CLI-90 CLI-111", write: answering(`"roots"`, "result", `{"roots":{"uri":"file:///work"}}`)},
	"roots/no uri":           {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"name":"work"}]}`)},
	"roots/path":             {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"/work"}]}`)},
	"roots/second path":      {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"file:///work"},{"uri":"C:\\work"}]}`)},
	"roots/http":             {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"http://project/"}]}`)},
	"roots/name is null":     {seenBy: "CLI-111 CLI-90", write: answering(`"roots"`, "result", `{"roots":[{"uri":"file:///work","name":null}]}`)},
	"roots/refused":          {seenBy: "CLI-90", write: answering(`"roots"`, "error", `{"code":-32601,"message":"Method not found"}`)},
	"roots/unanswered later": {seenBy: "CLI-90", read: ignoringLater(`"method":"roots/list"`)},
	"roots/meta is an array": {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"file:///work","_meta":[]}]}`)},
	"roots/not for us":       {seenBy: "CLI-89", write: putParam("initialize", "capabilities", `{"elicitation":{}}`), read: ignoring(`"method":"roots/list"`, "")},
	"sampling/not for us":    {seenBy: "CLI-89", read: ignoring(`"method":"sampling/createMessage"`, "")},
	"roots/unanswered":       {seenBy: "CLI-90", read: ignoring(`"method":"roots/list"`, "")},
	"roots/undeclared":       {seenBy: "CLI-89", write: putParam("initialize", "capabilities", `{"elicitation":{}}`)},

	"form/no action":                   {seenBy: "CLI-91", write: answering(`"action"`, "result", `{"content":{"name":"x"}}`)},
	"form/unknown action":              {seenBy: "CLI-91", write: answering(`"action"`, "result", `{"action":"ok","content":{"name":"x"}}`)},
	"form/action in capitals":          {seenBy: "CLI-91", write: answering(`"action"`, "result", `{"action":"ACCEPT","content":{"name":"x"}}`)},
	"form/action is true":              {seenBy: "CLI-91", write: answering(`"action"`, "result", `{"action":true}`)},
	"form/content is text":             {seenBy: "CLI-122 CLI-91", write: answering(`"action"`, "result", `{"action":"accept","content":"x"}`)},
	"form/content of wrong type":       {seenBy: "CLI-122", write: answering(`"action"`, "result", `{"action":"accept","content":{"name":1,"age":"30","score":"high","status":"active","verified":"yes"}}`)},
	"form/not in the enum":             {seenBy: "CLI-122 SEP-1034", write: answering(`"action"`, "result", `{"action":"accept","content":{"name":"John Doe","age":30,"score":95.5,"status":"none","verified":true}}`)},
	"form/accepted without content":    {seenBy: "CLI-122 SEP-1034", write: answering(`"action"`, "result", `{"action":"accept"}`)},
	"form/refused":                     {seenBy: "CLI-91", write: answering(`"action"`, "error", `{"code":-32601,"message":"Method not found"}`)},
	"form/unanswered later":            {seenBy: "CLI-91", read: ignoringLater(`"method":"elicitation/create"`)},
	"form/too short":                   {seenBy: "CLI-122", write: replaced(`"content":{}`, `"content":{"code":"x"}`)},
	"form/too large":                   {seenBy: "CLI-122", write: replaced(`"content":{}`, `"content":{"percent":100.5}`)},
	"form/no such colour":              {seenBy: "CLI-122", write: replaced(`"content":{}`, `"content":{"colours":["red","blue"]}`)},
	"form/colours as text":             {seenBy: "CLI-122", write: replaced(`"content":{}`, `"content":{"colours":"red"}`)},
	"form/required left out":           {seenBy: "CLI-122", write: replaced(`"count":3,`, ``)},
	"form/too few choices":             {seenBy: "CLI-122", write: replaced(`"colours":["r"]`, `"colours":[]`)},
	"form/titles of choices":           {seenBy: "CLI-122", write: replaced(`"colours":["r"]`, `"colours":["Red"]`)},
	"form/name of a choice":            {seenBy: "CLI-122", write: replaced(`"unit":"b"`, `"unit":"Second"`)},
	"form/one day":                     {seenBy: "CLI-122", write: replaced(`"days":["mon"]`, `"days":"mon"`)},
	"form/below the minimum":           {seenBy: "CLI-122", write: replaced(`"count":3`, `"count":0`)},
	"form/required, and no content":    {seenBy: "CLI-122", write: answering(`"unit"`, "result", `{"action":"accept"}`)},
	"form/no address":                  {seenBy: "CLI-122", write: replaced(`"mail":"john@example.com"`, `"mail":"john"`)},
	"URLs/declined":                    {seenBy: "CLI-136", write: replaced(`"error":{"code":-32602,"message":"URLs were not declared"}`, `"result":{"action":"decline"}`)},
	"URLs/unknown":                     {seenBy: "CLI-136", write: replaced(`-32602,"message":"URLs`, `-32601,"message":"URLs`)},
	"form/unanswered":                  {seenBy: "CLI-91", read: ignoring(`"method":"elicitation/create"`, "")},
	"form/undeclared":                  {seenBy: "CLI-89", write: putParam("initialize", "capabilities", `{"roots":{}}`)},
	"form/age is text":                 {seenBy: "SEP-1034", write: replaced(`"age":30`, `"age":"30"`)},
	"form/no default of false or zero": {seenBy: "SEP-1034", write: replaced(`,"verified":true`, ``)},
	"sampling/declared, unanswered":    {seenBy: "CLI-123", write: putParam("initialize", "capabilities", `{"roots":{},"elicitation":{},"sampling":{}}`)},
	"sampling/text":                    {seenBy: "CLI-123 CLI-43", write: samples, answers: sampled(`"hi"`)},
	"sampling/no role":                 {seenBy: "CLI-123", write: samples, answers: sampled(`{"model":"m","content":{"type":"text","text":"hi"}}`)},
	"sampling/no model":                {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","content":{"type":"text","text":"hi"}}`)},
	"sampling/content is text":         {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","model":"m","content":"hi"}`)},
	"sampling/no type":                 {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","model":"m","content":{"text":"hi"}}`)},
	"sampling/image of no type":        {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","model":"m","content":{"type":"image","data":"AA=="}}`)},
	"sampling/use without id":          {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","model":"m","content":{"type":"tool_use","name":"x","input":{}}}`)},
	"sampling/type of its own":         {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","model":"m","content":{"type":"output_text","text":"hi"}}`)},
	"sampling/role of system":          {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"system","model":"m","content":{"type":"text","text":"hi"}}`)},

	"echo/HTML":            {seenBy: "CLI-54", write: mangledEcho(`\u0026lt;`, "<")},
	"echo/percent":         {seenBy: "CLI-54", write: mangledEcho("%41", "A")},
	"echo/CRLF":            {seenBy: "CLI-54", write: mangledEcho(`\r\n`, `\n`)},
	"echo/no emoji":        {seenBy: "CLI-54", write: mangledEcho("🚀", "?")},
	"echo/no controls":     {seenBy: "CLI-54", write: mangledEcho(`\u0007`, ``)},
	"echo/no blank lines":  {seenBy: "CLI-54", write: mangledEcho(`\n\n`, `\n`)},
	"echo/decomposed":      {seenBy: "CLI-54", write: mangledEcho("é", "e\u0301")},
	"echo/no last break":   {seenBy: "CLI-54", write: mangledEcho(`é\n"`, `é"`)},
	"echo/no mark":         {seenBy: "CLI-54", write: mangledEcho("\ufeff", "")},
	"echo/cut":             {seenBy: "CLI-54", write: mangledEcho(" until there are three hundred.", "…")},
	"echo/breaks of lines": {seenBy: "CLI-54", write: mangledEcho(`u0041 \\n`, `u0041 \n`)},
	"echo/tabs":            {seenBy: "CLI-54", write: mangledEcho(`\t`, ` `)},
}

func pong(member, value string) func(string) string {
	return edit("", func(m message) {
		if string(m["result"]) == "{}" {
			delete(m, "result")
			m.set(member, value)
		}
	})
}

func pongAlso(member, value string) func(string) string {
	return edit("", func(m message) {
		if string(m["result"]) == "{}" {
			m.set(member, value)
		}
	})
}

// samples declares sampling.
var samples = putParam("initialize", "capabilities", `{"roots":{},"elicitation":{},"sampling":{}}`)

// sampled is the result of sampling.
func sampled(result string) map[string]string {
	return map[string]string{"sampling/createMessage": `"result":` + result}
}

// ignoring drops the messages with both marks.
func ignoring(mark, another string) func(string) string {
	return func(raw string) string {
		compact := strings.ReplaceAll(raw, `": `, `":`)
		if strings.Contains(compact, mark) && strings.Contains(compact, another) {
			return ""
		}
		return raw
	}
}

// ignoringLater drops the messages with a mark but the first.
func ignoringLater(mark string) func(string) string {
	seen := false
	return func(raw string) string {
		if !strings.Contains(raw, mark) {
			return raw
		}
		if seen {
			return ""
		}
		seen = true
		return raw
	}
}

// ignoringEarly drops the messages with a mark that come before the answer to initialize.
func ignoringEarly(mark string) func(string) string {
	welcome := false
	return func(raw string) string {
		welcome = welcome || strings.Contains(raw, `"serverInfo"`)
		if !welcome && strings.Contains(raw, mark) {
			return ""
		}
		return raw
	}
}

// mangledEcho changes the text that is handed back.
func mangledEcho(old, by string) func(string) string {
	return func(raw string) string {
		if strings.Contains(raw, `"mcpsim_take"`) {
			return strings.Replace(raw, old, by, 1)
		}
		return raw
	}
}
