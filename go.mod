module github.com/mcpsim/mcpsim

go 1.26.0

require (
	github.com/jonboulle/clockwork v0.5.0
	gotest.tools/v3 v3.5.2
)

require github.com/google/go-cmp v0.7.0 // indirect
