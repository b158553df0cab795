package server

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// runRules say what holds for the messages of all checks.
var runRules = []struct {
	rule   probe.Rule
	manual string
}{
	{probe.AnsweredByID, `and no answer had none`},
	{probe.Shaped, `with exactly one of result and error if it has no method; error codes are integers, error messages strings, results objects`},
	{probe.Versioned, `a member jsonrpc that is "2.0"`},
	{probe.Unanswered, `not even with an error, nor with a body over HTTP`},
	{probe.Plain, `of the server's; not observed if it sent none`},
	{probe.InUTF8, `and had no byte order mark before it`},
	{probe.OwnRequestIDs, `a string or an integer, never used again in the session; not observed if it sent none`},
	{probe.MetaWellFormed, `labels with dots between them and a slash, which may be absent, and a name; not observed if there was no _meta`},
	{probe.MetaReserved, `for MCP; what MCP itself has defined may be there, and what its extensions have of a server that declares one`},
	{probe.Negotiated, `roots, sampling and elicitation are asked for only of clients that declare them; not observed if the server asked for nothing`},
	{probe.OneLine, `what is spread over several is put together and read all the same`},
	{probe.LF, `and not with CRLF`},
	{probe.Typed, `whatever succeeded over HTTP`},
	{probe.OneObject, `and no array; not observed if there was none`},
	{probe.Accepted, `the end of the handshake must not be refused`},
	{probe.AcceptedToo, `not observed if the client had nothing to answer`},
	{probe.StreamsEnd, `within 2s; not observed if there was none`},
	{probe.StreamsAnswered, `without the id of an event; not of requests that were cancelled, nor in sessions that were left; not observed if there was none`},
	{probe.StreamsFull, `but for subscriptions; not observed if there was none`},
	{probe.OwnMessages, `not observed if there was none that did so`},
	{probe.Primed, `from 2025-11-25 on; not observed if there was none`},
	{probe.EventIDs, `apart from events that were asked for again; not observed if no event had one`},
	{probe.NoAnswerOnGet, `that resumes none; not observed if there was none`},
	{probe.OwnStream, `of a request that had no answer yet; not observed if no notification came on one`},
	{probe.OneStream, `of the same session; log messages only at the same time as on that of a request; not observed if the server sent nothing of its own`},
	{probe.Wanted, `not observed if none was told of`},
	{probe.CallFormed, `of calls with wrong arguments the refusals; not observed if none had a result`},
	{probe.ToolsRead, `not observed if tools are not declared`},
	{probe.ListsRead, `not observed if neither is declared`},
	{probe.TemplatesRead, `not observed if resources are not declared`},
	{probe.ToolsFormed, `apart from schemas; not observed if there is none`},
	{probe.ResourcesFormed, `not observed if there is none`},
	{probe.PromptsFormed, `not observed if there is none`},
	{probe.CursorsFormed, `absent there, neither "" nor null`},
	{probe.ReadFormed, `of what a check asks for that there is not, nothing; not observed if nothing was read`},
	{probe.GotFormed, `images, audio and resources in it, too; not observed if no prompt was asked for`},
	{probe.CompletionFormed, `not observed if nothing was completed`},
	{probe.ContentEncoded, `of what was read, and images and audio with a MIME type of what tools answered; not observed if there was none`},
	{probe.Grows, `of those alone under way that have a token; not observed if none reports twice`},
	{probe.LogKept, `on a pipe, or over HTTP in a session on the stream of a request; not observed if none came once a level was set`},
	{probe.AskedOpen, `before notifications/initialized was sent`},
	{probe.ChangesDeclared, `listChanged of a list, subscribe of resources; not observed if none was told of`},
	{probe.RequestFormed, `not observed if it asked for nothing`},
	{probe.NoticeFormed, `objects as params, and in them the members that no other check is about; not observed if none came`},
	{probe.Ended, `on a pipe, or on the stream of the request; not observed if none came`},
	{probe.TraceFormed, `a traceparent, tracestate or baggage of W3C; not observed if there was none`},
	{probe.RetrySaid, `from 2025-11-25 on, of those whose answer came when they were asked for again; not observed if there was none`},
	{probe.GoesOn, `error -32602 with HTTP 404`},
	{probe.OneSession, `in the header Mcp-Session-Id, which answers may repeat; not observed if there was no session`},
	{probe.OwnFault, `errors -32700, -32600, -32601 and -32602 with HTTP 5xx`},
	{probe.EventsPlain, `unnamed or named message, of known fields, and ended by an empty line`},
}

// modernRules are those of the era from 2026-07-28 on.
var modernRules = []struct {
	rule   probe.Rule
	manual string
}{
	{probe.ResultTyped, `a string resultType`},
	{probe.TypeKnown, `complete or input_required: the client declares no extension`},
	{probe.Introduced, `in io.modelcontextprotocol/serverInfo of its _meta, with a name and a version`},
	{probe.OwnCodes, `-32099 to -32020 but -32020, -32021 and -32022`},
	{probe.OldCodes, `-32002, -32042`},
	{probe.LegacyCodes, `-32019 to -32000 but -32002`},
	{probe.Concise, `one line of 500 bytes at most`},
	{probe.ErrorsNamed, `also in the body of an HTTP error, but of 401 and 403`},
	{probe.StatusOfError, `-32020 and -32021 with 400; not observed if none had one of these codes`},
	{probe.NoRequests, `whatever came`},
	{probe.CacheHinted, `ttlMs and cacheScope in complete results of server/discover, lists and resources/read`},
	{probe.CacheFormed, `an integer and not negative`},
	{probe.CacheSane, `86400000 milliseconds`},
	{probe.CacheNotAsked, `results of the type input_required; not observed if there was none`},
	{probe.AskedHere, `with the resultType input_required`},
	{probe.AskedFor, `inputRequests or requestState; not observed if there was none`},
	{probe.AskedKind, `elicitation/create, sampling/createMessage or roots/list; not observed if there was none`},
	{probe.AskedFormed, `messages and maxTokens, or a message and a schema of plain values; not observed if nothing was asked`},
	{probe.AskedAble, `by its clientCapabilities; not observed if nothing was asked`},
	{probe.AskedTyped, `inputRequests and requestState are in no other`},
	{probe.LogWanted, `with io.modelcontextprotocol/logLevel in its _meta, on its own stream; not observed if none came`},
	{probe.LogLevel, `not observed if none came`},
	{probe.LogDeclared, `not observed if none came`},
	{probe.ProgressOwn, `over HTTP on their own streams; not observed if none came`},
	{probe.EndsListening, `by notifications/cancelled; not observed if none came`},
	{probe.Subscribed, `in io.modelcontextprotocol/subscriptionId of its _meta, the id of the request to listen; not observed if none came`},
	{probe.AckFirst, `not observed if nothing was listened to`},
	{probe.TypeWanted, `neither lists nor resources; not observed if none was told of anything`},
	{probe.NoSession, `Mcp-Session-Id`},
	{probe.NoEventID, `not observed if there was no event stream`},
	{probe.Unbuffered, `X-Accel-Buffering: no; not observed if there was none`},
}

// runSteps judge what all checks have seen. They belong into scenarios tagged @last.
func runSteps() []gherkin.Step {
	steps := []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `everything that the server offers has been used`,
			Manual: "once for all checks: lists, resources, prompts, completion, tools that may be called, mistakes and notifications", Func: (*probe.Bench).Tour},
		{Keyword: gherkin.Then, Pattern: `text came back from tools as it was sent`,
			Manual: "from those that give back what they are given; not observed if there is none", Func: whole((*probe.Bench).Echoes)},
	}
	for _, r := range slices.Concat(runRules, modernRules) {
		steps = append(steps, gherkin.Step{Keyword: gherkin.Then, Pattern: "in the whole run " + string(r.rule), Manual: r.manual,
			Func: whole(func(b *probe.Bench) error { return b.Judge(r.rule) })})
	}
	return gherkin.Noun("run", steps)
}
