package modern_test

// fewerWays says of checks why there are fewer than [enoughWays] ways to break them.
var fewerWays = map[string]string{
	"M-STDIO-03": "an answer waits for the next one, for a full buffer or for a moment, of all requests or of errors; of subscriptions it is M-SUB-01",
	"M-BASE-40":  "a tool, a prompt or a resource is found by a member that is spelled otherwise; nothing else is found by a name",
	"M-DISC-07":  "a tool is called, or an argument completed, where it was not listed; prompts and resources are judged by M-DISC-06 in the same way",
}
