package serve

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// Clients that trust the written certificate, and they alone, are served, by HTTP/2 if they
// speak it.
func TestServingTLS(t *testing.T) {
	f := over("http", AnyPort)
	f.tls = filepath.Join(t.TempDir(), "ca.pem")
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	l, err := f.secured(t.Context(), plain)
	assert.NilError(t, err)
	served := make(chan struct{})
	server := &http.Server{Handler: http.NotFoundHandler()}
	go func() { defer close(served); _ = server.Serve(l) }()
	text, err := os.ReadFile(f.tls)
	assert.NilError(t, err)
	trusted := x509.NewCertPool()
	assert.Assert(t, trusted.AppendCertsFromPEM(text))
	for _, two := range []bool{true, false} {
		wire := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: two}
		resp, err := (&http.Client{Transport: wire}).Get("https://" + plain.Addr().String())
		assert.NilError(t, err)
		assert.NilError(t, resp.Body.Close())
		assert.Equal(t, resp.ProtoMajor == 2, two)
		wire.CloseIdleConnections()
	}
	_, err = (&http.Client{Transport: &http.Transport{}}).Get("https://" + plain.Addr().String())
	assert.ErrorContains(t, err, "certificate")
	assert.NilError(t, server.Close())
	<-served
}
