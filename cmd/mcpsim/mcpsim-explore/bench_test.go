package main

import (
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// BenchmarkRange is what a range costs besides its runs: it is put into the queue, taken, kept
// alive once, its result is stored and acknowledged, with everything on the disk.
func BenchmarkRange(b *testing.B) {
	options, err := serverOptions(b.TempDir(), "127.0.0.1:0", "")
	assert.NilError(b, err)
	s, err := server.NewServer(options)
	assert.NilError(b, err)
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	assert.Assert(b, s.ReadyForConnections(readyLimit))
	q, err := queueFlags{url: "nats://" + s.Addr().String(), campaign: "bench"}.open(b.Context(), ui.New(ui.System{}, nil), true)
	assert.NilError(b, err)
	defer q.close()
	assert.NilError(b, q.hire(b.Context(), minAck*100))
	consumer, err := q.js.Consumer(b.Context(), q.work, consumerName)
	assert.NilError(b, err)
	for i := (item{Job: "job"}); b.Loop(); i.Seed++ {
		added, err := q.add(b.Context(), i)
		assert.Assert(b, added && err == nil, "%v", err)
		msg, err := consumer.Next(jetstream.FetchMaxWait(waiting))
		assert.NilError(b, err)
		assert.NilError(b, msg.InProgress())
		fresh, err := q.keep(b.Context(), resultPrefix+i.key(), result{Runs: 1})
		assert.Assert(b, fresh && err == nil, "%v", err)
		assert.NilError(b, msg.DoubleAck(b.Context()))
	}
}
