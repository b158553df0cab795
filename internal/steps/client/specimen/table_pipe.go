package main

import (
	"fmt"
	"strings"
)

// pipeSpecimens are the clients over stdio that write lines in their own way.
var pipeSpecimens = map[string]specimen{
	"line/Content-Length":  {over: "stdio", seenBy: "CLI-18 CLI-40", write: func(raw string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(raw), raw) }},
	"line/NUL":             {over: "stdio", seenBy: "CLI-18 CLI-41", write: func(raw string) string { return raw + "\x00" }},
	"line/two in one":      {over: "stdio", seenBy: "CLI-18", write: edit2("notifications/initialized", func(raw string) string { return raw + " " + raw })},
	"line/blank before":    {over: "stdio", seenBy: "CLI-40", write: func(raw string) string { return "\n" + raw }},
	"line/blank after":     {over: "stdio", seenBy: "CLI-40", write: func(raw string) string { return raw + "\n" }},
	"line/CRLF in answers": {over: "stdio", seenBy: "CLI-40", write: edit2("", func(raw string) string { return raw + "\r" })},
	"line/UTF-16":          {over: "stdio", seenBy: "CLI-41 CLI-18", write: func(raw string) string { return strings.Join(strings.Split(raw, ""), "\x00") + "\x00" }},
	"line/debug":           {over: "stdio", seenBy: "CLI-18", write: edit2("tools/call", func(raw string) string { return "calling add_numbers\n" + raw })},
	"line/BOM in calls":    {over: "stdio", seenBy: "CLI-41", write: edit2("tools/call", func(raw string) string { return "\ufeff" + raw })},
	"line/BOM first":       {over: "stdio", seenBy: "CLI-41", write: edit2("initialize", func(raw string) string { return "\ufeff" + raw })},
	"line/Latin-1":         {over: "stdio", seenBy: "CLI-41", write: replaced(`"mini"`, "\"min\xef\"")},
	"line/comma":           {over: "stdio", seenBy: "CLI-18", write: edit2("notifications/initialized", func(raw string) string { return raw + "," })},
	"line/event stream":    {over: "stdio", seenBy: "CLI-18", write: edit2("notifications/initialized", func(raw string) string { return "data: " + raw })},
	"line/pretty":          {over: "stdio", seenBy: "CLI-18", write: func(raw string) string { return strings.ReplaceAll(raw, ",", ",\n") }},
	"line/list and call":   {over: "stdio", seenBy: "CLI-18", write: edit2("tools/list", func(raw string) string { return "{}\n" + raw })},
}

// edit2 changes the line of the messages with a method.
func edit2(method string, change func(raw string) string) func(string) string {
	return func(raw string) string {
		it := false
		edit(method, func(message) { it = true })(raw)
		if it {
			return change(raw)
		}
		return raw
	}
}
