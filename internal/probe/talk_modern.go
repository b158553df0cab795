package probe

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe/form"
)

// The rules of the modern era.
const (
	TraceFormed   Rule = "every trace context was well-formed"
	ResultTyped   Rule = "every result named its type"
	TypeKnown     Rule = "every type of a result was one that the client knows"
	Introduced    Rule = "every result named the server"
	OwnCodes      Rule = "no error had a code that is reserved for the specification"
	OldCodes      Rule = "no error had a code of an earlier revision"
	LegacyCodes   Rule = "no error had a code without a meaning"
	Concise       Rule = "every error said in one short sentence what was wrong"
	ErrorsNamed   Rule = "every error named its request"
	StatusOfError Rule = "every error had the HTTP status that goes with its code"
	NoRequests    Rule = "the server sent no request"
	CacheHinted   Rule = "every result that may be kept said for how long and for whom"
	CacheFormed   Rule = "every ttlMs was a number of milliseconds, and every cacheScope public or private"
	CacheSane     Rule = "no result was to be kept for more than a day"
	CacheNotAsked Rule = "no question said how long it may be kept"
	AskedHere     Rule = "only tools/call, prompts/get and resources/read asked for input"
	AskedFor      Rule = "every result that asked for input said what it wants, or how to go on"
	AskedKind     Rule = "every question was one that clients can be asked"
	AskedFormed   Rule = "every question had what it needs, each of its type"
	AskedAble     Rule = "nothing was asked that the request has not declared"
	AskedTyped    Rule = "only results of the type input_required asked"
	LogWanted     Rule = "no log message came for a request that wanted none"
	LogLevel      Rule = "no log message was below the level that was asked for"
	LogDeclared   Rule = "log messages came only from a server that declares logging"
	ProgressOwn   Rule = "progress came only for tokens of requests under way"
	EndsListening Rule = "the server cancelled nothing but subscriptions"
	Subscribed    Rule = "every change that was told of named its subscription"
	AckFirst      Rule = "every subscription began with its acknowledgement"
	TypeWanted    Rule = "no subscription was told of what it had not asked for"
	NoSession     Rule = "no answer had a session id"
	NoEventID     Rule = "no event had an id"
	Unbuffered    Rule = "every event stream said that it must not be buffered"
)

// modern judges a message of the modern era. t.mu is held.
func (t *talk) modern(ch *channel, f Frame, say sayFunc) {
	say(NoRequests, errorIf(f.IsRequest(), "it asks for %s", f.Method()))
	var own *asked
	if f.IsResponse() {
		own = t.requestOf(ch, f)
	}
	switch {
	case f.Members["result"] != nil:
		t.modernResult(own, f, say)
	case f.Failure() != nil:
		t.modernError(ch, own, f, say)
	case f.IsNotification():
		t.modernNotice(ch, f, say)
	}
}

// requestOf is the request that a response answers; nil = none is known.
func (t *talk) requestOf(ch *channel, f Frame) *asked {
	if len(ch.request) == 1 {
		return t.asked[ch.request[0].ID()]
	}
	return t.asked[f.ID()]
}

// cacheable are the methods whose results say how long they may be kept.
var cacheable = []string{"server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"}

// removed are the methods of earlier revisions that the modern era has not.
var removed = []string{"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}

// IsRemoved reports whether a method is of earlier revisions, and the modern era has it not.
func IsRemoved(method string) bool { return slices.Contains(removed, method) }

const inputRequired = "input_required"

func (t *talk) modernResult(own *asked, f Frame, say sayFunc) {
	result := Page(f)
	if result == nil || own == nil || !own.modern || own.unspoken || f.Members["error"] != nil || IsRemoved(own.method) {
		return // what was removed and is served, a version of nobody that is not refused, and an error beside a result are the business of other checks
	}
	if own.method == "tools/list" {
		t.bench.ledger.learn(f)
	}
	if id := SubscriptionID(f); len(id) > 0 && own.method != listenMethod {
		say(Subscribed, fmt.Errorf("the result of %s names the subscription %s", own.what, Quote(id)))
	}
	kind := Text(result["resultType"])
	say(ResultTyped, errorIf(kind == "", "the result of %s has the resultType %s", own.what, OrNothing(string(result["resultType"]))))
	if kind != "" {
		_, tasks := membersOf(own.client["extensions"])[TasksExtension]
		extensions, _ := t.bench.declares("extensions")
		if _, declared := membersOf(extensions)[TasksExtension]; declared {
			tasks = true // whether a task is for this client is the business of M-TASK-01
		}
		ofTask := strings.HasPrefix(own.method, "tasks/") // of which it may be no type, which is the business of M-TASK-03
		known := kind == "complete" || kind == inputRequired || kind == taskType && tasks && (own.method == "tools/call" || ofTask)
		say(TypeKnown, errorIf(!known, "the result of %s has the resultType %q", own.what, kind))
	}
	info := membersOf(membersOf(result["_meta"])[MetaServer])
	say(Introduced, errorIf((Text(info["name"]) == "" && !t.misnamed(own, info)) || info["version"] == nil, "the result of %s has no %s with a name and a version in its _meta", own.what, MetaServer))
	if slices.Contains(cacheable, own.method) {
		keeps(kind, own, result, say)
	}
	if strings.HasPrefix(own.method, "tasks/") {
		return // what a task asks for is part of its state
	}
	asks := HasQuestions(f)
	if kind != inputRequired {
		say(AskedTyped, errorIf(asks && (kind == "complete" || kind == taskType), "the result of %s asks for input and has the resultType %q", own.what, kind))
		return
	}
	say(CacheNotAsked, errorIf(result["ttlMs"] != nil || result["cacheScope"] != nil, "%s asks for input and has caching hints", own.what))
	_, can := Named[own.method]
	say(AskedHere, errorIf(!can, "%s is answered with the resultType %s", own.what, inputRequired))
	say(AskedFor, errorIf(!asks, "the result of %s has neither inputRequests nor requestState", own.what))
	if state := result["requestState"]; given(state) {
		say(AskedFor, errorIf(state[0] != '"', "the requestState of %s is no string: %s", own.what, Quote(state)))
	}
	for _, name := range []string{"inputRequests", "requestState"} {
		wrong := form.Misspelled(result, name)
		say(AskedFor, errorIf(wrong != "", "the result of %s %s", own.what, wrong))
	}
	t.questions(own, result["inputRequests"], say)
}

// given reports whether a member is there, and not null.
func given(member json.RawMessage) bool { return member != nil && string(member) != "null" }

// HasQuestions reports whether an answer has what only a result has that asks for input,
// whatever its type.
func HasQuestions(f Frame) bool {
	result := Page(f)
	return given(result["inputRequests"]) || given(result["requestState"])
}

// keeps judges what a result says of how long and for whom it may be kept.
func keeps(kind string, own *asked, result map[string]json.RawMessage, say sayFunc) {
	ttl, scope := result["ttlMs"], result["cacheScope"]
	if kind == inputRequired || result["inputRequests"] != nil { // of which [AskedTyped] tells
		return
	}
	say(CacheHinted, errorIf(ttl == nil || scope == nil, "the result of %s has the ttlMs %s and the cacheScope %s", own.what, OrNothing(string(ttl)), OrNothing(string(scope))))
	if ttl != nil {
		n, err := strconv.ParseFloat(string(ttl), 64)
		say(CacheFormed, errorIf(err != nil || n < 0 || n != float64(int64(n)), "the result of %s has the ttlMs %s", own.what, Quote(ttl)))
		say(CacheSane, errorIf(err == nil && n > 24*60*60*1000, "the result of %s has the ttlMs %s", own.what, ttl))
	}
	if scope != nil {
		s := Text(scope)
		say(CacheFormed, errorIf(s != "public" && s != "private", "the result of %s has the cacheScope %s", own.what, Quote(scope)))
	}
}

// questions judges what a result asks for.
func (t *talk) questions(own *asked, inputs json.RawMessage, say sayFunc) {
	if !given(inputs) {
		return
	}
	all := membersOf(inputs)
	say(AskedKind, errorIf(all == nil, "the inputRequests of %s are %s", own.what, Quote(inputs)))
	for key, raw := range all {
		method := Text(membersOf(raw)["method"])
		capability := guardedBy[method]
		say(AskedKind, errorIf(capability == "", "%s asks for %q under the key %q", own.what, method, key))
		if capability != "" {
			part := Undeclared(own.client, raw)
			say(AskedAble, errorIf(part != "", "%s asks for %s, and its request has not declared %s", own.what, method, part))
			wrong := form.Question(method, membersOf(raw)["params"])
			say(AskedFormed, errorIf(wrong != nil, "%s asks for %s under the key %q: %s", own.what, method, key, wrong))
		}
	}
}

func (t *talk) modernError(ch *channel, own *asked, f Frame, say sayFunc) {
	code, err := strconv.Atoi(f.Failure().Code)
	if err != nil || own != nil && !own.modern {
		return
	}
	what := "an error"
	if own != nil {
		what = "the answer to " + own.what
	}
	say(OwnCodes, errorIf(Reserved(f.Failure().Code), "%s has the code %d", what, code))
	say(OldCodes, errorIf(code == -32002 || code == -32042, "%s has the code %d", what, code))
	say(LegacyCodes, errorIf(code <= -32000 && code >= -32019 && code != -32002, "%s has the code %d", what, code))
	message := Text(f.Failure().message)
	say(Concise, errorIf(strings.ContainsAny(strings.TrimSpace(message), "\n\r") || len(message) > conciseAtMost, "%s has the message %s", what, Quote([]byte(message))))
	if ch.stream == 0 || own == nil {
		return
	}
	if !slices.Contains(beforeReading, ch.status) && own.times == 1 { // of two requests with one id an error may name none
		say(ErrorsNamed, errorIf(f.Nameless() && !ch.batch, "the error that answers %s has the id %s", own.what, OrNothing(f.ID())))
	}
	if want := statusOf[f.Failure().Code]; want != 0 && ch.kind == bodyChannel {
		say(StatusOfError, errorIf(ch.status != want, "%s is answered with the error %d and HTTP %d, want %d", own.what, code, ch.status, want))
	}
}

// beforeReading are the statuses of requests that are refused for what is around the body:
// whoever does so need not have read the id.
var beforeReading = []int{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotAcceptable, http.StatusRequestEntityTooLarge,
	http.StatusUnsupportedMediaType, http.StatusTooManyRequests, http.StatusServiceUnavailable,
}

// conciseAtMost is how long the message of an error may be, in bytes: one sentence.
const conciseAtMost = 500

// StatusOf is the HTTP status that goes with an error; 0 = none does, or it is none.
func StatusOf(answer Frame) int {
	if failure := answer.Failure(); failure != nil {
		return statusOf[failure.Code]
	}
	return 0
}

// statusOf is the HTTP status that goes with the code of an error.
var statusOf = map[string]int{"-32020": 400, "-32021": 400}

func (t *talk) modernNotice(ch *channel, f Frame, say sayFunc) {
	switch method := f.Method(); method {
	case "notifications/message":
		t.modernLog(ch, f, say)
	case "notifications/progress":
		token := ProgressToken(f)
		ok := t.gave(ch, SameJSON([]byte(token)))
		say(ProgressOwn, errorIf(!ok, "progress has the token %s, which no request there has given", token))
		if id := SubscriptionID(f); len(id) > 0 {
			say(ProgressOwn, fmt.Errorf("progress comes to the subscription %s", id))
		}
	case cancelling:
		a := t.asked[SameJSON(f.Param("requestId"))]
		say(EndsListening, errorIf(a == nil || a.method != listenMethod, "it cancels %s", OrNothing(string(f.Param("requestId")))))
	case acknowledging, "notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed", "notifications/resources/updated", tellingOfTask:
		t.modernChange(ch, f, say)
	}
}

// gave reports whether a request there has given a token of progress. What comes after the
// answer is the business of another check.
func (t *talk) gave(ch *channel, token string) bool {
	given := func(a *asked) bool { return a != nil && a.token != "" && Alike(a.token, token) } // of another type M-PROG-04 tells
	if len(ch.request) == 1 {
		return given(t.asked[ch.request[0].ID()])
	}
	return slices.ContainsFunc(t.order, given)
}

func (t *talk) modernLog(ch *channel, f Frame, say sayFunc) {
	if id := SubscriptionID(f); len(id) > 0 {
		if own := t.asked[string(id)]; own == nil || own.filter["taskIds"] == nil { // of those to tasks M-TASK-15 tells
			say(LogWanted, fmt.Errorf("it comes to the subscription %s", id))
		}
		return
	}
	_, declared := t.bench.declares("logging")
	say(LogDeclared, errorIf(!declared, "the server does not declare logging"))
	lowest, wanted := "", false
	for _, a := range t.underWay(ch) {
		if a.logLevel != "" && (!wanted || rankOf(a.logLevel) < rankOf(lowest)) {
			lowest, wanted = a.logLevel, true
		}
	}
	say(LogWanted, errorIf(!wanted, "no request that is under way there has a %s", MetaLogLevel))
	if level := Text(f.Param("level")); wanted && rankOf(level) >= 0 && rankOf(lowest) >= 0 {
		say(LogLevel, errorIf(rankOf(level) < rankOf(lowest), "the level is %s, at least %s was asked for", level, lowest))
	}
}

// LogLevels are the levels of log messages, the lowest first.
var LogLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

func rankOf(level string) int { return slices.Index(LogLevels, level) }

// underWay are the requests that what comes on a channel may be about.
func (t *talk) underWay(ch *channel) (out []*asked) {
	if len(ch.request) == 1 {
		if a := t.asked[ch.request[0].ID()]; a != nil && a.answers < a.times {
			out = append(out, a)
		}
		return out
	}
	for _, a := range t.order {
		if a.answers < a.times {
			out = append(out, a)
		}
	}
	return out
}

const (
	listenMethod  = "subscriptions/listen"
	acknowledging = "notifications/subscriptions/acknowledged"
	tellingOfTask = "notifications/tasks"
)

// filterOf is the member of a filter that asks for a notification.
var filterOf = map[string]string{
	"notifications/tools/list_changed": "toolsListChanged", "notifications/prompts/list_changed": "promptsListChanged",
	"notifications/resources/list_changed": "resourcesListChanged", "notifications/resources/updated": "resourceSubscriptions",
	tellingOfTask: "taskIds",
}

func (t *talk) modernChange(ch *channel, f Frame, say sayFunc) {
	id := SameJSON(partOf(f.Param("_meta"), MetaSubscription))
	own := t.asked[id]
	again := own != nil && own.acknowledged && f.Method() == acknowledging
	if f.Method() == acknowledging {
		t.acknowledged(ch, id)
	}
	if len(ch.request) == 1 {
		here := t.asked[ch.request[0].ID()]
		if own != here || here == nil || here.method != listenMethod {
			say(Subscribed, fmt.Errorf("%s on the stream of %s has the subscription id %s", f.Method(), described(ch.request[0]), OrNothing(id)))
			return
		}
	}
	if own == nil || own.method != listenMethod {
		say(Subscribed, fmt.Errorf("%s has the subscription id %s, which no request to listen has", f.Method(), OrNothing(id)))
		return
	}
	say(Subscribed, nil)
	if f.Method() == acknowledging {
		say(AckFirst, errorIf(again, "it is acknowledged a second time"))
		say(AckFirst, errorIf(membersOf(f.Param("notifications")) == nil, "its acknowledgement has no object notifications"))
		return
	}
	say(AckFirst, errorIf(!own.acknowledged, "%s comes before the acknowledgement", f.Method()))
	wanted := own.filter[filterOf[f.Method()]]
	say(TypeWanted, errorIf(!asksFor(wanted, f), "%s comes to a subscription that has not asked for it", describedChange(f)))
}

// acknowledged notes an acknowledgement, also one that names its subscription wrongly: that
// is told by another rule.
func (t *talk) acknowledged(ch *channel, id string) {
	for _, a := range t.order {
		here := len(ch.request) == 1 && a.id == ch.request[0].ID()
		if a.method == listenMethod && (here || Alike(a.id, id) || id == "") {
			a.acknowledged = true
		}
	}
}

// asksFor reports whether a member of a filter asks for a notification.
func asksFor(wanted json.RawMessage, f Frame) bool {
	var named []string
	_ = jsonparts.Unmarshal(wanted, &named)
	switch f.Method() {
	case tellingOfTask:
		return slices.Contains(named, Text(f.Param("taskId")))
	case "notifications/resources/updated":
		uri := Text(f.Param("uri"))
		return slices.ContainsFunc(named, func(one string) bool { return one == uri || strings.HasPrefix(uri, strings.TrimSuffix(one, "/")+"/") })
	}
	return string(wanted) == "true"
}

func describedChange(f Frame) string {
	if uri := f.Param("uri"); uri != nil {
		return fmt.Sprintf("%s of %s", f.Method(), Quote([]byte(Text(uri))))
	}
	return f.Method()
}

// modernHead judges the head of an answer over HTTP to a request of the modern era.
func (t *talk) modernHead(own *asked, r *Reply, say func(Rule, error)) {
	if own == nil || !own.modern {
		return
	}
	say(NoSession, errorIf(r.Header.Get("Mcp-Session-Id") != "", "an answer has the header Mcp-Session-Id"))
	if r.IsStream() {
		say(Unbuffered, errorIf(!strings.EqualFold(r.Header.Get("X-Accel-Buffering"), "no"), "an event stream has the header X-Accel-Buffering %q", r.Header.Get("X-Accel-Buffering")))
	}
}

// declares is a capability of the server; false = it does not declare it, or is not known.
func (b *Bench) declares(capability string) (json.RawMessage, bool) {
	if b.first == nil {
		return nil, false
	}
	value, ok := b.first.declared[capability]
	return value, ok
}
