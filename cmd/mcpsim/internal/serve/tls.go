package serve

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"time"

	"github.com/mcpsim/mcpsim/internal/outfile"
)

// certified is how long the certificate of --tls is good: it is of one run.
const certified = 30 * 24 * time.Hour

// secured is a listener that speaks TLS, and offers HTTP/2. The certificate that clients are
// to trust goes to the file of --tls; its key stays in memory.
func (f flags) secured(ctx context.Context, l net.Listener) (net.Listener, error) {
	if f.tls == "" {
		return l, nil
	}
	der, key, err := certificate(l.Addr())
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	err = outfile.WriteContext(ctx, f.tls, func(w io.Writer) error {
		return pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: der})
	})
	if err != nil {
		return nil, err
	}
	return tls.NewListener(l, &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		NextProtos:   []string{"h2", "http/1.1"},
	}), nil
}

// certificate is one for this machine, signed by itself.
func certificate(at net.Addr) (der []byte, key *ecdsa.PrivateKey, err error) {
	key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	now := time.Now()
	about := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "mcpsim serve --tls"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certified),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	if tcp, ok := at.(*net.TCPAddr); ok {
		about.IPAddresses = append(about.IPAddresses, tcp.IP)
	}
	der, err = x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	return der, key, err
}
