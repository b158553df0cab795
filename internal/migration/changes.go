package migration

import "github.com/mcpsim/mcpsim/internal/probe"

// change is one thing that a server does in another way from 2026-07-28 on.
type change struct {
	must   bool
	http   bool          // it is about HTTP alone
	seen   []probe.Sight // one of them shows that the server is concerned; nil = every server is
	now    string        // what the server has to do
	checks []string      // that show whether it does
}

// changes are those of the revision's list of key changes, in its order.
var changes = []change{
	{
		must: true, now: "serve requests without a handshake, and answer server/discover with your versions and capabilities",
		checks: []string{"M-DISC-01", "M-DISC-02", "M-DISC-04", "M-DISC-06"},
	},
	{
		must: true, now: "read version and capabilities of the client from the _meta of each request; refuse one without them (-32602), and versions that you do not speak (-32022, with those that you do)",
		checks: []string{"M-BASE-21", "M-BASE-22", "M-DISC-03", "M-HM-28"},
	},
	{
		must: true, now: `name resultType, "complete" as a rule, in every result`,
		checks: []string{"M-BASE-16", "M-BASE-17"},
	},
	{
		now: "say which server you are in the _meta of each result: io.modelcontextprotocol/serverInfo", checks: []string{"M-BASE-23"},
	},
	{
		must: true, seen: []probe.Sight{probe.SawDeclared("tools", ""), probe.SawDeclared("prompts", ""), probe.SawDeclared("resources", "")},
		now: "say in each list, and in what is read of a resource, for how long and for whom it may be kept: ttlMs, cacheScope", checks: []string{"M-CACHE-01", "M-CACHE-02"},
	},
	{
		must: true, now: "know no methods of earlier revisions in modern requests: initialize, ping, logging/setLevel, resources/subscribe, tasks/list are -32601",
		checks: []string{"M-DISC-11", "M-BASE-07", "M-HM-08"},
	},
	{
		must: true, http: true, now: "refuse requests whose headers are not what the body says: MCP-Protocol-Version, Mcp-Method, Mcp-Name (400, -32020)",
		checks: []string{"M-HM-05", "M-HM-06", "M-HM-07", "M-HM-09", "M-HM-10", "M-HM-11", "M-HM-12", "M-HM-39"},
	},
	{
		must: true, http: true, seen: []probe.Sight{probe.SawSession},
		now: "keep nothing of a client between its requests: give no Mcp-Session-Id; what has to be kept becomes a handle among a tool's arguments", checks: []string{"M-HM-26", "M-DISC-07", "M-DISC-08", "M-BASE-28"},
	},
	{
		http: true, seen: []probe.Sight{probe.SawGet, probe.SawSession},
		now: "answer GET and DELETE with 405, once no client of an earlier revision comes any more", checks: []string{"M-HM-25"},
	},
	{
		http: true, seen: []probe.Sight{probe.SawEventIDs},
		now: "give events no ids: a stream that broke is not resumed, the client asks again", checks: []string{"M-HM-44", "M-HM-27"},
	},
	{
		must: true, http: true, seen: []probe.Sight{probe.SawOldHTTP},
		now: "serve streamable HTTP: one POST for each request, answered where it was sent", checks: []string{"M-HM-04"},
	},
	{
		must: true, seen: []probe.Sight{
			probe.SawDeclared("tools", "listChanged"), probe.SawDeclared("prompts", "listChanged"), probe.SawDeclared("resources", "listChanged"), probe.SawDeclared("resources", "subscribe"),
		},
		now:    "tell of changes in subscriptions/listen alone: an acknowledgement first, then what was asked for, each with its subscriptionId",
		checks: []string{"M-SUB-01", "M-SUB-02", "M-SUB-04", "M-SUB-07"},
	},
	{
		must: true, seen: []probe.Sight{probe.SawAsking("roots/list"), probe.SawAsking("sampling/createMessage"), probe.SawAsking("elicitation/create")},
		now: "ask the client for nothing by requests: answer with resultType input_required, and go on when the request comes again with inputResponses", checks: []string{
			"M-STDIO-14", "M-MRTR-01", "M-MRTR-02", "M-MRTR-03", "M-MRTR-04", "M-MRTR-06", "M-MRTR-07", "M-MRTR-08", "M-BASE-24",
		},
	},
	{
		must: true, seen: []probe.Sight{probe.SawDeclared("logging", "")},
		now: "log only for requests that name a logLevel in their _meta, within their own answer (logging is deprecated: write to stderr, or use OpenTelemetry)", checks: []string{"M-LOG-01", "M-LOG-04"},
	},
	{
		must: true, seen: []probe.Sight{probe.SawDeclared("tasks", "")},
		now: "offer tasks as the extension io.modelcontextprotocol/tasks: tasks/get instead of tasks/result, no tasks/list", checks: []string{"M-BASE-30", "M-BASE-17"},
	},
	{
		must: true, seen: []probe.Sight{probe.SawError("-32002"), probe.SawError("-32042")},
		now: "use no error codes of earlier revisions: a resource that does not exist is -32602 instead of -32002, and a URL to visit is asked for with input_required instead of -32042", checks: []string{"M-BASE-19", "M-RES-01"},
	},
}
