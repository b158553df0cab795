module github.com/mcpsim/mcpsim/interop

go 1.26.0

replace github.com/mcpsim/mcpsim => ../

require (
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/mark3labs/mcp-go v1.2.1 // indirect
	github.com/mcpsim/mcpsim v0.0.0 // indirect
	github.com/modelcontextprotocol/go-sdk v1.8.0 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.42.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)
