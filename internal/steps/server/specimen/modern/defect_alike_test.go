package modern_test

// alikeDefects are mistakes of all that is refused, or of all subscriptions.
var alikeDefects = []defect{
	{id: "M-HM-31", name: "all errors are answered with 200", over: "http", change: func(v *server) { clear(v.web.status) }},
	{id: "M-HM-30", name: "no error has an id", over: "http", change: errors(func(_ *call, msg, _ object) { delete(msg, "id") })},
}
