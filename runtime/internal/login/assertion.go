package login

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	_ "crypto/sha256" // what crypto.SHA256 is
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
)

// assertionLife is how long an assertion of a client is good: it is used at once.
const assertionLife = 300

// claims are what a client says of itself (RFC 7523, 3). The audience is the issuer alone, as
// RFC 7523bis has it: an assertion for one authorization server is good at no other.
type claims struct {
	Issuer   string `json:"iss"`
	Subject  string `json:"sub"`
	Audience string `json:"aud"`
	ID       string `json:"jti"`
	Issued   int64  `json:"iat"`
	Ends     int64  `json:"exp"`
}

// errKey does not repeat the key.
var errKey = errors.New("the private key of the client is neither an EC key of prime256v1 nor an RSA key, in PEM")

// algorithm is the one that a key signs with.
func algorithm(key crypto.Signer) string {
	if _, ok := key.(*ecdsa.PrivateKey); ok {
		return "ES256"
	}
	return "RS256"
}

// readKey reads a private key: PKCS #8, or the older forms of EC and RSA keys.
func readKey(text string) (crypto.Signer, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errKey
	}
	var key any
	var err error
	if key, err = x509.ParsePKCS8PrivateKey(block.Bytes); err != nil {
		if key, err = x509.ParseECPrivateKey(block.Bytes); err != nil {
			key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
		}
	}
	switch k := key.(type) {
	case *ecdsa.PrivateKey:
		if err == nil && k.Curve == elliptic.P256() {
			return k, nil
		}
	case *rsa.PrivateKey:
		if err == nil {
			return k, nil
		}
	}
	return nil, errKey
}

// sign makes a signed JWT. Signatures of one key and text are the same each time (RFC 6979).
func sign(key crypto.Signer, c claims) (string, error) {
	header, _ := json.Marshal(map[string]string{"alg": algorithm(key), "typ": "JWT"}) // as texts and numbers
	payload, _ := json.Marshal(c)                                                     // can always be written
	text := base64.RawURLEncoding.EncodeToString(header) + "." + base64.RawURLEncoding.EncodeToString(payload)
	digest := crypto.SHA256.New()
	digest.Write([]byte(text))
	signature, err := key.Sign(nil, digest.Sum(nil), crypto.SHA256)
	if err == nil && algorithm(key) == "ES256" {
		signature, err = flat(signature)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature), err
}

// flat is a signature of ECDSA as JOSE has it: two numbers of 32 bytes each.
func flat(signature []byte) ([]byte, error) {
	var pair struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(signature, &pair); err != nil {
		return nil, err
	}
	out := make([]byte, 64)
	pair.R.FillBytes(out[:32])
	pair.S.FillBytes(out[32:])
	return out, nil
}
