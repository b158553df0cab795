package acceptance

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

func TestStatusBodies(t *testing.T) {
	const good = `"id":"a","state":"idle","attempts":0,"lastChangeAt":1`
	for body, want := range map[string]string{
		`{"providers":[]}`:                                                             "",
		`{"providers":[{` + good + `}]}`:                                               "",
		`{"enabled":true,"providers":[{` + good + `,"more":1}]}`:                       "", // D-R13
		`{"providers":[{` + good + `,"lastError":null,"nextRetryAt":null}]}`:           "", // ROOM-31
		`{"providers":[{` + good + `,"lastError":"refused","nextRetryAt":2}]}`:         "",
		`{"providers":[{` + good + `,"lastError":1}]}`:                                 "provider 1 of the status: lastError cannot be 1",
		`{"providers":[{` + good + `,"nextRetryAt":"soon"}]}`:                          `nextRetryAt cannot be "soon"`,
		`{"providers":[{"id":"a","state":"idle","attempts":0}]}`:                       "lastChangeAt is missing",
		`{"providers":[{"id":1,"state":"idle","attempts":0,"lastChangeAt":1}]}`:        "id cannot be 1",
		`{"providers":[{"id":"a","state":"Idle","attempts":0,"lastChangeAt":1}]}`:      `state is "Idle": want one of idle, connecting, connected, error`,
		`{"providers":[{"id":"a","state":"idle","attempts":"none","lastChangeAt":1}]}`: `attempts cannot be "none"`,
		`{"providers":[{"id":"a","state":"idle","attempts":0,"lastChangeAt":1.5}]}`:    "lastChangeAt cannot be 1.5",
		`{}`:                 "the status has no providers",
		`{"providers":null}`: "the status has no providers",
		`[]`:                 "the status is not as documented",
		``:                   "the status is not as documented",
	} {
		_, err := parseStatus([]byte(body))
		if want == "" {
			assert.NilError(t, err, body)
		} else {
			assert.ErrorContains(t, err, want, body)
		}
	}
}

func FuzzStatus(f *testing.F) {
	f.Add([]byte(`{"providers":[{"id":"a","state":"idle","attempts":0,"lastChangeAt":1}]}`))
	f.Add([]byte(`{"providers":[{"id":null}]}`))
	f.Add([]byte(`{"providers":[null]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		all, err := parseStatus(body)
		if err != nil {
			return
		}
		for _, p := range all {
			assert.Check(t, slices.Contains(states, p.State))
		}
	})
}
