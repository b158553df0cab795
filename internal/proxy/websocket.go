package proxy

import (
	"io"
	"net/http"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// upgrade passes an upgrade on, and records the messages that follow if that is asked for.
func (w *web) upgrade(r *http.Request) (*http.Response, error) {
	if w.p.Record == nil || !recording.IsUpgrade(r) {
		return w.next.RoundTrip(r)
	}
	resp, err := w.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	wire, ok := resp.Body.(io.ReadWriteCloser)
	if !ok || resp.StatusCode != http.StatusSwitchingProtocols {
		return resp, nil
	}
	c := w.p.open("ws")
	w.p.record(recording.Entry{Kind: recording.Open, Conn: c.n, Text: r.URL.String()})
	resp.Body = recording.Socket(wire, recording.Server, recording.Client, w.bodies, func(kind recording.Kind, from string, data []byte) {
		w.p.record(recording.Entry{Kind: kind, Conn: c.n, From: from, Data: data})
	})
	return resp, nil
}
