package era_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/era"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestClassify(t *testing.T) {
	result := func(versions ...protocol.Revision) era.Outcome {
		return era.Outcome{Result: &protocol.DiscoverResult{SupportedVersions: versions}}
	}
	refusal := func(code int64, data string) era.Outcome {
		return era.Outcome{Err: &jsonrpc.Error{Code: code, Message: "no", Data: json.RawMessage(data)}}
	}
	failed := func(err error) era.Outcome { return era.Outcome{Err: err} }
	http := func(o era.Outcome) era.Outcome { o.HTTP = true; return o }
	again := func(o era.Outcome) era.Outcome { o.Again = true; return o }
	for _, c := range []struct {
		what string
		o    era.Outcome
		want era.Kind
		dead bool
	}{
		{"this version", result("2026-07-28"), era.Modern, false},
		{"both eras", result("2025-11-25", "2026-07-28"), era.Modern, false},
		{"legacy ones", result("2025-11-25"), era.Legacy, false},
		{"a later one", result("2030-01-01"), era.Incompatible, false},
		{"a later and a legacy one", result("2025-11-25", "2030-01-01"), era.Incompatible, false},
		{"a refusal with this one", refusal(-32022, `{"supported":["2026-07-28"]}`), era.Retry, false},
		{"the same again", again(refusal(-32022, `{"supported":["2026-07-28"]}`)), era.Incompatible, false},
		{"a refusal with legacy ones", refusal(-32022, `{"supported":["2025-06-18"]}`), era.Legacy, false},
		{"a refusal with a later one", refusal(-32022, `{"supported":["2030-01-01"]}`), era.Incompatible, false},
		{"a refusal with none", refusal(-32022, ``), era.Incompatible, false},
		{"a refusal with nonsense", refusal(-32022, `{"supported":7}`), era.Incompatible, false},
		{"a header mismatch", refusal(-32020, ``), era.Refused, false},
		{"a missing capability", refusal(-32021, ``), era.Refused, false},
		{"an unknown method", refusal(-32601, ``), era.Legacy, false},
		{"not initialized", refusal(-32600, ``), era.Legacy, false},
		{"any code", refusal(-32000, ``), era.Legacy, false},
		{"a result of another form", era.Outcome{}, era.Legacy, false},
		{"400", http(failed(&transport.HTTPError{Status: 400})), era.Legacy, false},
		{"404", http(failed(&transport.HTTPError{Status: 404})), era.Legacy, false},
		{"405", http(failed(&transport.HTTPError{Status: 405})), era.Legacy, false},
		{"406", http(failed(&transport.HTTPError{Status: 406})), era.Legacy, false},
		{"415", http(failed(&transport.HTTPError{Status: 415})), era.Legacy, false},
		{"501", http(failed(&transport.HTTPError{Status: 501})), era.Legacy, false},
		{"401", http(failed(&transport.HTTPError{Status: 401})), era.NeedsAuth, false},
		{"403", http(failed(&transport.HTTPError{Status: 403})), era.NeedsAuth, false},
		{"429", http(failed(&transport.HTTPError{Status: 429})), era.Outage, false},
		{"500", http(failed(&transport.HTTPError{Status: 500})), era.Outage, false},
		{"503", http(failed(&transport.HTTPError{Status: 503})), era.Outage, false},
		{"a modern error in 400", http(failed(&transport.HTTPError{Status: 400, Answer: &jsonrpc.Error{Code: -32020}})), era.Refused, false},
		{"reset", http(failed(errors.New("connection reset"))), era.Outage, false},
		{"silence over HTTP", http(failed(context.DeadlineExceeded)), era.Outage, false},
		{"a caller who gives up", failed(context.DeadlineExceeded), era.Outage, false},
		{"the end of the process", failed(transport.ErrClosed), era.Legacy, true},
		{"no process", failed(errors.New("exec: no such file")), era.Outage, false},
	} {
		v := era.Classify(c.o)
		assert.Equal(t, v.Kind, c.want, c.what)
		assert.Equal(t, v.Dead, c.dead, c.what)
		assert.Equal(t, v.Why != "", c.want == era.Legacy || c.want == era.Incompatible, c.what)
		if v.Kind == era.Modern || v.Kind == era.Retry {
			assert.Equal(t, v.Version, protocol.Revision20260728)
		}
	}
}

func TestVerdictsInWords(t *testing.T) {
	for want, v := range map[string]era.Verdict{
		"it speaks 2026-07-28":   {Kind: era.Modern, Version: "2026-07-28"},
		"it asks for 2026-07-28": {Kind: era.Retry, Version: "2026-07-28"},
		"it wants a login":       {Kind: era.NeedsAuth},
		"no answer":              {Kind: era.Outage},
		"it refused the request": {Kind: era.Refused},
		"old":                    {Kind: era.Legacy, Why: "old"},
		"new":                    {Kind: era.Incompatible, Why: "new"},
	} {
		assert.Equal(t, v.String(), want)
	}
}

func TestWhyAVerdictIs(t *testing.T) {
	for want, o := range map[string]era.Outcome{
		"it names legacy revisions only":                        {Result: &protocol.DiscoverResult{SupportedVersions: []protocol.Revision{"2025-11-25"}}},
		"it speaks no revision that this client speaks":         {Result: &protocol.DiscoverResult{SupportedVersions: []protocol.Revision{"2030-01-01"}}},
		"its answer to server/discover is no discover result":   {},
		"it ended when it was asked server/discover":            {Err: transport.ErrClosed},
		"it refuses the revision and names none that it speaks": {Err: &jsonrpc.Error{Code: -32022}},
		"it refuses the revision that it names":                 {Err: &jsonrpc.Error{Code: -32022, Data: json.RawMessage(`{"supported":["2026-07-28"]}`)}, Again: true},
		"it answered server/discover with MCP error -32601: no": {Err: &jsonrpc.Error{Code: -32601, Message: "no"}},
		"it refused server/discover with HTTP 404 Not Found":    {Err: &transport.HTTPError{Status: 404}},
		"it refused server/discover with HTTP 499":              {Err: &transport.HTTPError{Status: 499}},
	} {
		assert.Equal(t, era.Classify(o).Why, want)
	}
}
