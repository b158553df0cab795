package fakeserver

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Entry is one thing a server saw or did. Only Seq, At and Kind are always set.
// Entries are not redacted: headers and bodies are what came over the wire.
type Entry struct {
	Seq       int       // from 1
	At        time.Time // of the server's clock
	Kind      EntryKind
	Conn      int       // number of the connection, from 1; 0 = none
	Direction Direction // of messages, raw bytes and HTTP heads
	Transport string    // "stdio", "http" or "ws"
	Verb      string    // POST, GET, DELETE
	Status    int       // of an HTTP answer
	Header    http.Header
	Method    string   // of a message; of an answer, the method it answers
	ID        string   // raw token; of an id or a method that is longer than 1 KiB its beginning and a digest
	Raw       string   // at most [MaxRaw] bytes
	Size      int      // bytes on the wire; exit code of exit
	Text      string   // details of life events, in words
	Endpoint  Endpoint // of a request over HTTP for an endpoint of a login
	Login     *Login   // of KindLogin
}

// Login is what came to an endpoint of a login, without codes, tokens, verifiers and secrets.
type Login struct {
	Endpoint      Endpoint
	Authorization string // name of the authorization server; "" at the protected server
	Client        string // client_id
	Scope         string // asked for, as it came; of a challenge, what it asks for
	Resource      string // several are separated by spaces
	Redirect      string // redirect_uri
	Grant         string // grant_type
	Life          string // of the assertion that the client authenticates by, from its iat, or from now without one; "" = there is none
	Method        string // how the client authenticates, or in a registration wants to
	Challenge     string // code_challenge_method
	Verifier      string // of a code: right, wrong, missing, or unknown, as the code is
	State         bool   // there is a state
	Reused        string // names of what should be new and was seen before, separated by spaces: state, challenge, verifier
	Token         string // of a revocation: access, refresh, or unknown
	Hint          string // token_type_hint
	Others        string // parameters of an authorization request that OAuth does not have
	Empty         string // names of parameters without a value, separated by spaces
	Issued        string // client_id that was given out
	Document      string // of a registration, as it came
	Type          string // Content-Type of the request
	Accept        string // what the client wants for an answer
	Error         string // why it was refused; "" = it was not
}

// Fields are what a visit had, by the names that features use.
func (l Login) Fields() map[string]string {
	return map[string]string{
		"client": l.Client, "scope": l.Scope, "resource": l.Resource, "redirect": l.Redirect, "grant": l.Grant, "method": l.Method,
		"challenge": l.Challenge, "verifier": l.Verifier, "state": map[bool]string{true: "yes", false: "no"}[l.State], "life": l.Life,
		"reused": l.Reused, "token": l.Token, "hint": l.Hint, "others": l.Others,
		"issued": l.Issued, "document": l.Document, "type": l.Type, "accept": l.Accept, "empty": l.Empty, "error": l.Error,
	}
}

// String is a visit in a few words: `token authorization_code by "login-client-1"`.
func (l Login) String() string {
	text := string(l.Endpoint)
	for _, part := range []string{l.Authorization, l.Grant} {
		if part != "" {
			text += " " + part
		}
	}
	for _, p := range []struct{ name, value string }{{"by", either(l.Client, l.Issued)}, {"for", l.Scope}, {"refused:", l.Error}} {
		if p.value != "" {
			text += " " + p.name + " " + p.value
		}
	}
	return text
}

// MaxRaw bounds the copy of bytes in an entry.
const MaxRaw = 4096

// The bounds of the journal; the oldest entries are forgotten when it is full, hundreds
// at a time. Whether that happened says the Seq of the first one.
const (
	MaxEntries = 1 << 16
	MaxJournal = 32 << 20 // bytes, of what is not new
)

// Direction is the server's view of an entry.
type Direction string

// The directions.
const (
	Received Direction = "received"
	Sent     Direction = "sent" // given to the wire, which may not have taken it yet
)

// EntryKind says what an entry is about. Further kinds than those below show how the
// server came to do what it did: "ignored", "unmatched", "commit", "state", "term",
// "kill", "session expired", "session ended" and "stream end".
type EntryKind string

// The kinds of entries.
const (
	KindMessage       EntryKind = "message"        // Direction, Method, ID, Raw
	KindRaw           EntryKind = "raw"            // Direction, Raw: bytes that are no message
	KindStderr        EntryKind = "stderr"         // Raw
	KindLogin         EntryKind = "login"          // Login, Status
	KindHTTP          EntryKind = "http"           // received: Verb, Header; sent: Status, Header
	KindFault         EntryKind = "fault"          // Text = action applied, Method = moment
	KindAnswered      EntryKind = "answered"       // the client answered request ID of the server
	KindSpawn         EntryKind = "spawn"          // a process life began
	KindEOF           EntryKind = "eof"            // end of stdin
	KindExit          EntryKind = "exit"           // Size = exit code
	KindSessionMinted EntryKind = "session minted" // ID = session
	KindStreamOpen    EntryKind = "stream open"    // a GET stream
	KindGone          EntryKind = "gone"           // the client left an exchange before its end; Method, ID of its only message
)

const (
	kindIgnored        EntryKind = "ignored"         // Text = action that has no meaning here
	kindUnmatched      EntryKind = "unmatched"       // the client answered a request that the server never made
	kindCommit         EntryKind = "commit"          // Text = row
	kindState          EntryKind = "state"           // Text = new state
	kindTerm           EntryKind = "term"            // TERM
	kindKill           EntryKind = "kill"            // KILL
	kindSessionExpired EntryKind = "session expired" // ID = session
	kindSessionEnded   EntryKind = "session ended"   // ID = session, by DELETE
	kindStreamEnd      EntryKind = "stream end"
)

// LedgerRow is one side effect of a tool.
type LedgerRow struct {
	At   time.Time
	Conn int
	Tool string
	Row  string
}

// Journal is everything seen and sent so far, in order.
func (s *Server) Journal() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.AppendSeq(make([]Entry, 0, s.journal.Len()), s.journal.All())
}

// Ledger lists the side effects committed so far, in order: of very many the newest, as of the
// journal.
func (s *Server) Ledger() []LedgerRow {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.AppendSeq(make([]LedgerRow, 0, s.ledger.Len()), s.ledger.All())
}

// note adds an entry; the lock is held.
func (s *Server) note(e Entry) {
	s.seq++
	e.Seq, e.At = s.seq, s.clk.Now()
	s.journal.Add(e)
	s.journal.Keep(MaxEntries, MaxJournal)
	if s.watch != nil {
		s.watch(e)
	}
}

// note adds an entry of the connection.
func (c *conn) note(e Entry) {
	e.Conn, e.Transport = c.n, c.transport
	c.s.note(e)
}

// maxName is how long an id or a method is kept as it is, in bytes.
const maxName = 1 << 10

// boundedName is an id or a method, or of a long one what tells it from others.
func boundedName[T string | json.RawMessage](name T) string {
	if len(name) <= maxName {
		return string(name)
	}
	const piece = 64 << 10 // a string is copied to be hashed
	sum := sha256.New()
	for at := 0; at < len(name); at += piece {
		sum.Write([]byte(name[at:min(len(name), at+piece)]))
	}
	return fmt.Sprintf("%s… %x", string(name[:maxName]), sum.Sum(nil))
}

func (c *conn) noteFrame(f frame, raw []byte, verb string) {
	c.note(Entry{
		Kind: KindMessage, Direction: Sent, Verb: verb, Method: f.method,
		ID: boundedName(f.id), Raw: bounded(raw), Size: len(raw),
	})
}

func bounded(b []byte) string { return string(b[:min(len(b), MaxRaw)]) }

func (c *conn) commit(tool, row string) {
	s := c.s
	s.ledger.Add(LedgerRow{At: s.clk.Now(), Conn: c.n, Tool: tool, Row: row})
	s.ledger.Keep(MaxEntries, MaxJournal)
	c.note(Entry{Kind: kindCommit, Method: tool, Text: row})
}

// asJSON is v as JSON; a json.RawMessage stays as it is.
func asJSON(v any) json.RawMessage {
	switch v := v.(type) {
	case nil:
		return nil
	case json.RawMessage:
		return v
	default:
		return encode(v)
	}
}
