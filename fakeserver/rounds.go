package fakeserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// Round is what a modern server asks before it answers: its result is "input_required",
// and the client sends the request again with what was asked for.
type Round struct {
	// Inputs are the questions by key, each {method, params}. Those that the client has
	// not declared it can answer are left out; if none is left, that is error -32021.
	Inputs json.RawMessage `yaml:"inputs"`
	// State sends a requestState along, which must come back unchanged. All rounds but
	// the first send one anyway.
	State bool `yaml:"state"`
}

func (r Round) check() error {
	if err := checkObject("inputs", r.Inputs); err != nil {
		return err
	}
	if r.Inputs == nil && !r.State {
		return fmt.Errorf("a round has inputs, a state, or both")
	}
	return nil
}

// question reports whether the answer to the request is a question, and answers with it.
// owner names what is asked for: the state of one is worth nothing for another.
func (x *exec) question(owner string, rounds []Round) bool {
	if len(rounds) == 0 || !x.modern {
		return false
	}
	given := member(x.msg.params, "inputResponses")
	done, ok := x.roundsDone(owner, len(rounds))
	if !ok {
		return true
	}
	if done < len(rounds) && (given != nil || done > 0 || member(x.msg.params, "requestState") != nil) && x.answers(rounds[done], given) {
		done++
	}
	if done == len(rounds) {
		x.inputs = given
		return false
	}
	x.ask2026(owner, done, rounds[done])
	return true
}

// roundsDone is how far the request has come by its own account; if that is forged, the
// request has been answered.
func (x *exec) roundsDone(owner string, total int) (int, bool) {
	given := member(x.msg.params, "requestState")
	if given == nil {
		return 0, true
	}
	text, _ := base64.RawURLEncoding.DecodeString(textMember(x.msg.params, "requestState"))
	number, sum, _ := strings.Cut(string(text), " ")
	done, err := strconv.Atoi(number)
	if err != nil || done < 0 || done >= total || !hmac.Equal([]byte(sum), []byte(x.s.sealOf(owner, done))) {
		x.fail(codeInvalidParams, "Invalid params: requestState is not of this server")
		return 0, false
	}
	return done, true
}

// sealOf proves that a state was made by this server for this thing.
func (s *Server) sealOf(owner string, done int) string {
	key := strconv.FormatUint(s.rand("rounds", s.name), 16)
	m := hmac.New(sha256.New, []byte(key))
	_, _ = fmt.Fprintf(m, "%s\n%d", owner, done)
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// answers reports whether a client has answered all questions of a round that it can.
func (x *exec) answers(r Round, given json.RawMessage) bool {
	for key := range jsonparts.Members(x.answerable(r)) {
		answer := member(given, string(key))
		if len(answer) == 0 || answer[0] != '{' {
			return false
		}
	}
	return true
}

// answerable are the questions of a round for which the client has the capability.
func (x *exec) answerable(r Round) json.RawMessage {
	out := []byte("{")
	for key, question := range jsonparts.Members(r.Inputs) {
		needed := capabilityOf[textMember(question, "method")]
		if needed != "" && member(x.c.client, needed) == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(appendText(out, string(key)), ':'), question...)
	}
	return append(out, '}')
}

// ask2026 answers with a round.
func (x *exec) ask2026(owner string, done int, r Round) {
	inputs := x.answerable(r)
	if r.Inputs != nil && string(inputs) == "{}" {
		needed := map[string]struct{}{}
		for _, question := range jsonparts.Members(r.Inputs) {
			needed[capabilityOf[textMember(question, "method")]] = struct{}{}
		}
		x.failWith(codeMissingCapability, "Missing required client capability", map[string]any{"requiredCapabilities": needed})
		return
	}
	result := map[string]any{"resultType": "input_required"}
	if r.Inputs != nil {
		result["inputRequests"] = inputs
	}
	if r.State || done > 0 {
		result["requestState"] = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", done, x.s.sealOf(owner, done)))
	}
	x.ok(result)
}

// filledIn puts what the client has answered into a text: {key} is the answer as JSON,
// {key.member} a member of its content that is a string.
func filledIn(text string, inputs json.RawMessage) string {
	if inputs == nil || !strings.Contains(text, "{") {
		return text
	}
	var pairs []string
	names := namesIn(text)
	for key, answer := range jsonparts.Members(inputs) {
		if names[string(key)] {
			pairs = append(pairs, "{"+string(key)+"}", string(answer))
		}
		for name := range jsonparts.Members(member(answer, "content")) {
			if !names[string(key)+"."+string(name)] {
				continue
			}
			pairs = append(pairs, "{"+string(key)+"."+string(name)+"}", textMember(member(answer, "content"), string(name)))
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
