package fakeserver

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// errorAction answers with a JSON-RPC error. What the method would do is not done.
type errorAction struct {
	// Code of the error; absent = -32603.
	Code *int `yaml:"code" short:"true"`
	// Message of the error; absent = "Scripted error".
	Message *string `yaml:"message"`
	// Data of the error.
	Data json.RawMessage `yaml:"data"`
}

func (a errorAction) apply(x *exec) bool {
	e := &rpcError{Code: codeInternal, Message: "Scripted error", Data: a.Data}
	if a.Code != nil {
		e.Code = *a.Code
	}
	if a.Message != nil {
		e.Message = *a.Message
	}
	x.reply.err, x.reply.result = e, nil
	return true
}

// resultAction answers with exactly this result. What the method would do is not done.
type resultAction struct {
	// Value is the result, any JSON. In its strings "<id>", "<token>", "<cursor>", "<n>",
	// "<now>" and "<origin>" stand for the same as in raw.
	Value json.RawMessage `yaml:"value" short:"true"`
}

func (a resultAction) apply(x *exec) bool {
	x.reply.err, x.reply.result = nil, x.fillJSON(a.Value)
	return true
}

// patchAction changes the result by a JSON merge patch (RFC 7396): null removes a
// member. Members come out in alphabetical order.
type patchAction struct {
	// Value is the patch. In its strings "<id>" and so on stand for the same as in raw.
	Value json.RawMessage `yaml:"value" short:"true"`
}

func (a patchAction) apply(x *exec) bool {
	patch := x.fillJSON(a.Value)
	x.edit(func(result json.RawMessage) json.RawMessage { return mergePatch(result, patch) })
	return true
}

// setAction sets one value in the result, or removes it.
type setAction struct {
	// Path of the value: a JSON pointer (RFC 6901) such as /tools/0/name. Behind the
	// last element of an array is "-". What is on the way to it must be there, or nothing
	// is changed.
	Path string `yaml:"path"`
	// Value to set; absent removes what is there. In its strings "<id>" and so on stand for
	// the same as in raw.
	Value json.RawMessage `yaml:"value"`
}

func (a setAction) apply(x *exec) bool {
	a.Value = x.fillJSON(a.Value)
	x.edit(func(result json.RawMessage) json.RawMessage {
		out, ok := a.in(result)
		if !ok {
			x.ignored("set")
		}
		return out
	})
	return true
}

// in is a value with what is to be set in it; false if the path leads nowhere.
func (a setAction) in(value json.RawMessage) (json.RawMessage, bool) {
	out, ok := setAt(value, pointer(a.Path), a.Value)
	if !ok {
		return value, false
	}
	return out, true
}

// cursorAction makes a list answer carry this nextCursor, also on the last page. A list
// asked for with that cursor starts again at its first page. In the cursor "<n>" stands
// for a number that grows with every such answer.
type cursorAction struct {
	// Next is the cursor: a string, "" or null.
	Next json.RawMessage `yaml:"next" short:"true"`
}

// numberHole stands for the number of a cursor.
const numberHole = "<n>"

func (a cursorAction) apply(x *exec) bool {
	x.nextCursor = a.Next
	var text string
	if json.Unmarshal(a.Next, &text) == nil {
		text = strings.ReplaceAll(text, numberHole, strconv.Itoa(x.s.cursors.added))
		x.s.cursors.add(text, mostCursors)
		x.nextCursor = appendText(nil, text)
	}
	return true
}

// idAction answers with another id.
type idAction struct {
	// As says which.
	As idForm `yaml:"as" short:"true"`
	// Token is the exact JSON token to use instead.
	Token json.RawMessage `yaml:"token"`
}

// idForm is a way to get an id wrong.
type idForm string

// The forms.
const (
	idWrong   idForm = "wrong"   // an id that no request has
	idMissing idForm = "missing" // no id member
	idNull    idForm = "null"    // null
	idString  idForm = "string"  // the other type: 7 as "7", "7" as 7
	idZero    idForm = "zero"    // always 0
	idMod32   idForm = "mod32"   // the number modulo 2^32
	idDouble  idForm = "double"  // the number rounded to a double
	idStale   idForm = "stale"   // the id of an earlier answer; wrong if there is none
)

func (idForm) words() []string {
	return []string{
		string(idWrong), string(idMissing), string(idNull), string(idString),
		string(idZero), string(idMod32), string(idDouble), string(idStale),
	}
}

const foreignID = `"no-such-id"`

func (a idAction) apply(x *exec) bool {
	if a.Token != nil {
		x.reply.id = a.Token
		return true
	}
	switch a.As {
	case idMissing:
		x.reply.id = nil
	case idStale:
		x.reply.id = x.c.staleID()
	default:
		x.reply.id = mangle(x.msg.id, a.As)
	}
	return true
}

// mangle is the id as another form shows it.
func mangle(id json.RawMessage, as idForm) json.RawMessage {
	digits := string(id)
	quoted := json.Unmarshal(id, &digits) == nil
	n, isNumber := new(big.Int).SetString(digits, 10)
	switch as {
	case idNull:
		return json.RawMessage("null")
	case idZero:
		return json.RawMessage("0")
	case idString:
		return otherType(id, digits, quoted && isInteger(digits))
	}
	if !isNumber {
		return json.RawMessage(foreignID)
	}
	switch as {
	case idMod32:
		n.Mod(n, big.NewInt(math.MaxUint32+1))
	case idDouble:
		f, _ := new(big.Float).SetInt(n).Float64()
		new(big.Float).SetFloat64(f).Int(n)
	default:
		return json.RawMessage(foreignID)
	}
	return requoted(n.String(), quoted)
}

func otherType(id json.RawMessage, digits string, unquote bool) json.RawMessage {
	if unquote {
		return json.RawMessage(digits)
	}
	if len(id) == 0 || id[0] == '"' { // a notification has none
		return json.RawMessage(foreignID)
	}
	return json.RawMessage(strconv.Quote(string(id)))
}

func requoted(digits string, quoted bool) json.RawMessage {
	if quoted {
		return json.RawMessage(strconv.Quote(digits))
	}
	return json.RawMessage(digits)
}
