package main

// looseSpecimens write what their languages make of values that are not there, or of paths.
var looseSpecimens = map[string]specimen{
	"form/declined with null content":    {seenBy: "CLI-91 CLI-122", write: answering(`"action"`, "result", `{"action":"decline","content":null}`)},
	"form/null members":                  {seenBy: "CLI-122", write: answering(`"action"`, "result", `{"action":"accept","content":{"name":"x","age":null}}`)},
	"sampling/null stop reason":          {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","model":"m","stopReason":null,"content":{"type":"text","text":"hi"}}`)},
	"sampling/null text":                 {seenBy: "CLI-123", write: samples, answers: sampled(`{"role":"assistant","model":"m","content":{"type":"text","text":null}}`)},
	"pong/null method":                   {seenBy: "CLI-18 CLI-43", write: put("", "method", `null`)},
	"request/half a character":           {seenBy: "CLI-41", write: putParam("initialize", "clientInfo", `{"name":"mini \ud83d","version":"1"}`)},
	"roots/backslashes":                  {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"file://C:\\work"}]}`)},
	"roots/blank":                        {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"file:///my work"}]}`)},
	"roots/beyond ASCII":                 {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"file:///größe"}]}`)},
	"sampling/with tools":                {seenBy: "CLI-89", write: samples, answers: sampled(`{"role":"assistant","model":"m","content":{"type":"text","text":"hi"}}`)},
	"ok/samples with tools":              {write: putParam("initialize", "capabilities", `{"roots":{},"elicitation":{},"sampling":{"tools":{}}}`), answers: sampled(`{"role":"assistant","model":"m","stopReason":"toolUse","content":[{"type":"tool_use","id":"1","name":"look","input":{}}]}`)},
	"form/of a URL":                      {seenBy: "CLI-122", write: putParam("initialize", "capabilities", `{"elicitation":{"form":{},"url":{}},"roots":{}}`)},
	"roots/relative":                     {seenBy: "CLI-111", write: answering(`"roots"`, "result", `{"roots":[{"uri":"file://./work"}]}`)},
	"initialize/form is true":            {seenBy: "CLI-46", write: putParam("initialize", "capabilities", `{"roots":{},"elicitation":{"form":true}}`)},
	"initialize/list changed is text":    {seenBy: "CLI-46", write: putParam("initialize", "capabilities", `{"roots":{"listChanged":"true"},"elicitation":{}}`)},
	"initialize/experiment is true":      {seenBy: "CLI-46", write: putParam("initialize", "capabilities", `{"roots":{},"elicitation":{},"experimental":{"x":true}}`)},
	"initialize/icon without source":     {seenBy: "CLI-46", write: putParam("initialize", "clientInfo", `{"name":"mini","version":"1","icons":[{"mimeType":"image/png"}]}`)},
	"initialize/sizes are a text":        {seenBy: "CLI-46", write: putParam("initialize", "clientInfo", `{"name":"mini","version":"1","icons":[{"src":"data:,","sizes":"48x48"}]}`)},
	"initialize/null title":              {seenBy: "CLI-46", write: putParam("initialize", "clientInfo", `{"name":"mini","version":"1","title":null}`)},
	"ok/file of another host":            {write: answering(`"roots"`, "result", `{"roots":[{"uri":"file://server/share/a%20b"}]}`)},
	"ok/capabilities with all members":   {write: putParam("initialize", "capabilities", `{"roots":{"listChanged":false},"elicitation":{"form":{"a":1}},"tasks":{"list":{},"requests":{"sampling":{"createMessage":{}}}}}`)},
	"ok/info that says all there can be": {write: putParam("initialize", "clientInfo", `{"name":"","version":"","title":"","description":"d","websiteUrl":"https://a.example","icons":[]}`)},
}
