package login

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"io"
	"math/big"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

func inPEM(t *testing.T, kind string, der []byte, err error) string {
	t.Helper()
	assert.NilError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func pkcs8(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	return inPEM(t, "PRIVATE KEY", der, err)
}

func TestKeysThatSign_OAC_41(t *testing.T) {
	p256, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(t, err)
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	assert.NilError(t, err)
	own, err := rsa.GenerateKey(rand.Reader, 2048)
	assert.NilError(t, err)
	sec1, err := x509.MarshalECPrivateKey(p256)
	for name, c := range map[string]struct {
		text string
		want crypto.Signer // nil: it cannot be used
	}{
		"EC":           {pkcs8(t, p256), p256},
		"EC, SEC 1":    {inPEM(t, "EC PRIVATE KEY", sec1, err), p256},
		"RSA":          {pkcs8(t, own), own},
		"RSA, PKCS #1": {inPEM(t, "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(own), nil), own},
		"P-384":        {pkcs8(t, p384), nil},
		"no PEM":       {"secret", nil},
		"damaged":      {inPEM(t, "PRIVATE KEY", sec1[:20], nil), nil},
		"empty":        {"", nil},
	} {
		key, err := readKey(c.text)
		if c.want == nil {
			assert.Equal(t, err, errKey, name)
			assert.Assert(t, key == nil, name)
			continue
		}
		assert.NilError(t, err, name)
		signed, err := sign(key, claims{Issuer: "me"})
		assert.NilError(t, err, name)
		again, err := sign(key, claims{Issuer: "me"})
		assert.NilError(t, err, name)
		if algorithm(key) == "RS256" { // of ECDSA each is another one, or the same, as Go likes
			assert.Equal(t, signed, again)
		}
		verify(t, name, signed, c.want)
	}
}

func TestWhatAClientSaysOfItself_OAC_41(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(t, err)
	l := New(Options{Clock: clockwork.NewFakeClockAt(time.Unix(1000, 0)), Random: bytes.NewReader(make([]byte, 16+15))})
	form := url.Values{}
	robot := secrets.Client{ID: "robot", Method: secrets.MethodKey}
	assert.NilError(t, l.prove(form, Metadata{Issuer: "https://a.test"}, robot, pkcs8(t, key)))
	assert.Equal(t, form.Get("client_assertion_type"), "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
	signed := form.Get("client_assertion")
	verify(t, "", signed, key)
	said, err := base64.RawURLEncoding.DecodeString(strings.Split(signed, ".")[1])
	assert.NilError(t, err)
	assert.Equal(t, string(said), `{"iss":"robot","sub":"robot","aud":"https://a.test","jti":"AAAAAAAAAAAAAAAAAAAAAA","iat":1000,"exp":1300}`)

	assert.ErrorIs(t, l.prove(url.Values{}, Metadata{}, robot, pkcs8(t, key)), io.ErrUnexpectedEOF, "there is no more chance")
	assert.Error(t, l.prove(url.Values{}, Metadata{}, robot, "x"), "login: "+errKey.Error())
	form = url.Values{}
	assert.NilError(t, l.prove(form, Metadata{}, secrets.Client{ID: "robot", Method: secrets.MethodBasic}, "x"))
	assert.Equal(t, len(form), 0)
}

// verify checks a JWT against its key by the standard library.
func verify(t *testing.T, name, token string, key crypto.Signer) {
	t.Helper()
	parts := strings.Split(token, ".")
	assert.Equal(t, len(parts), 3, name)
	header, err := base64.RawURLEncoding.DecodeString(parts[0])
	assert.NilError(t, err)
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	assert.NilError(t, err)
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	switch key := key.(type) {
	case *ecdsa.PrivateKey:
		assert.Equal(t, string(header), `{"alg":"ES256","typ":"JWT"}`)
		assert.Equal(t, len(signature), 64)
		r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
		assert.Assert(t, ecdsa.Verify(&key.PublicKey, digest[:], r, s), name)
	case *rsa.PrivateKey:
		assert.Equal(t, string(header), `{"alg":"RS256","typ":"JWT"}`)
		assert.NilError(t, rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, digest[:], signature), name)
	}
}
