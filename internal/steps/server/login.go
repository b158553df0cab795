package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/loopback"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// challengedSteps are about what a client needs of challenges and metadata to log in.
func challengedSteps() []gherkin.Step {
	return gherkin.Noun("challenge", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the challenge can be read`, Manual: "as RFC 9110 has it: parameters with commas between them, each once, values quoted or tokens; not observed if it is no Bearer challenge", Func: challengeReadable},
		{Keyword: gherkin.Then, Pattern: `its challenge can be read`, Manual: "the same of the last answer", Func: itsChallengeReadable},
		{Keyword: gherkin.Then, Pattern: `a 401 is a challenge`, Manual: "has WWW-Authenticate; not observed if it is no 401, or no 401 has one", Func: unauthorizedChallenges},
		{Keyword: gherkin.Then, Pattern: `its challenge calls the token invalid`, Manual: `by error="invalid_token"; not observed if it is no Bearer challenge`, Func: callsInvalid},
		{Keyword: gherkin.Then, Pattern: `its authorization servers say where they are`, Manual: "over TLS, or at a loopback address, with metadata that are of the issuer named; not observed if none can be reached", Func: knownIssuers},
		{Keyword: gherkin.Then, Pattern: `its resource has no slash more than the URL of the server`, Manual: "unless that is a host alone; not observed if there is no metadata", Func: noSlashMore},
		{Keyword: gherkin.Then, Pattern: `it offers no token in the query`, Manual: "by bearer_methods_supported; not observed if there is no metadata", Func: offersNoQuery},
	})
}

// challengeForm is a challenge as RFC 9110 has it: a scheme, and parameters or something in base64.
var challengeForm = words.Pattern(`^[!#$%&'*+.^_|~0-9A-Za-z` + "`" + `-]+(?:\s+(?:[A-Za-z0-9._~+/-]+=*|` + param + `(?:\s*,\s*` + param + `)*))?$`)

const param = `[!#$%&'*+.^_|~0-9A-Za-z-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[!#$%&'*+.^_|~0-9A-Za-z-]+)`

// nextScheme is where a further challenge begins in a list of them.
var nextScheme = words.Pattern(`,\s*([A-Za-z][A-Za-z0-9-]*)\s+[A-Za-z0-9_-]+\s*=`)

// readable judges the Bearer challenges of an answer.
func readable(h http.Header) error {
	for _, value := range h.Values("WWW-Authenticate") {
		for _, challenge := range challengesIn(value) {
			if !isBearer(challenge) {
				continue
			}
			if bareMetadata().MatchString(challenge) {
				continue // that is told by the name of the metadata
			}
			if !challengeForm().MatchString(strings.TrimSpace(challenge)) {
				return fmt.Errorf("no client can read the challenge %s", probe.Quote([]byte(challenge)))
			}
			var names []string
			for _, m := range authParam().FindAllStringSubmatch(challenge, -1) {
				name := strings.ToLower(m[1])
				if slices.Contains(names, name) {
					return fmt.Errorf("the challenge has %s twice: %s", name, probe.Quote([]byte(challenge)))
				}
				names = append(names, name)
			}
		}
	}
	return nil
}

// challengesIn are the challenges of a list of them.
func challengesIn(value string) (out []string) {
	begin := 0
	for _, at := range nextScheme().FindAllStringSubmatchIndex(value, -1) {
		if strings.Count(value[:at[0]], `"`)%2 == 0 {
			out, begin = append(out, value[begin:at[0]]), at[2]
		}
	}
	return append(out, value[begin:])
}

// unread is the error of what a challenge says if no client can read it: that is told once.
func unread(h http.Header) error {
	err := readable(h)
	if all := strings.Join(h.Values("WWW-Authenticate"), ", "); err == nil && bareMetadata().MatchString(all) && !challengeForm().MatchString(all) {
		err = fmt.Errorf("no client can read the challenge %s", probe.Quote([]byte(all)))
	}
	if err != nil {
		return verdict.Because("AUTH-02", "%s", err)
	}
	return nil
}

func challengeReadable(b *probe.Bench) error {
	h, err := refusal(b)
	if err != nil {
		return err
	}
	return readable(h)
}

func itsChallengeReadable(b *probe.Bench, r *probe.Reply) error {
	if err := challengeReadable(b); err != nil {
		return err
	}
	return readable(r.Header)
}

// unauthorizedChallenges leaves it to another example if no refusal is a challenge.
func unauthorizedChallenges(b *probe.Bench, r *probe.Reply) error {
	if _, err := refusal(b); err != nil {
		return err
	}
	if r.Status != http.StatusUnauthorized {
		return verdict.NotObserved("it is not answered with 401")
	}
	return verdict.FailedIf(r.Header.Get("WWW-Authenticate") == "", "HTTP 401 has no WWW-Authenticate")
}

func callsInvalid(b *probe.Bench, r *probe.Reply) error {
	if err := unauthorizedChallenges(b, r); err != nil {
		return err
	}
	if !isBearer(strings.Join(r.Header.Values("WWW-Authenticate"), ",")) {
		return verdict.NotObserved("it is no Bearer challenge")
	}
	if err := unread(r.Header); err != nil {
		return err
	}
	problem := challengeParam(r.Header, "error")
	return verdict.FailedIf(problem != "invalid_token", "a token that is not known is refused with the error %s, want invalid_token", probe.OrNothing(problem))
}

// knownIssuers asks each authorization server for its metadata, as clients do.
func knownIssuers(doc metadata, b *probe.Bench) error {
	if namesServer(doc) != nil {
		return verdict.NotObserved("the metadata names no authorization server")
	}
	var issuers []string
	_ = jsonparts.Unmarshal(doc["authorization_servers"], &issuers) // judged before
	asked := false
	for _, issuer := range issuers {
		u, err := url.Parse(issuer)
		if err != nil {
			return err
		}
		if u.Scheme == "http" && !loopback.Host(u.Hostname()) && !inClear(b.Target.URL) {
			return fmt.Errorf("the authorization server %s has no TLS", issuer)
		}
		answered, err := knows(b, u, issuer)
		if err != nil {
			return err
		}
		asked = asked || answered
	}
	return verdict.NotObservedIf(!asked, "no authorization server can be reached")
}

// inClear reports whether a server is on another machine and without TLS, as in tests.
func inClear(server string) bool {
	u, err := url.Parse(server)
	return err == nil && u.Scheme == "http" && !loopback.Host(u.Hostname())
}

// knows looks for the metadata of an issuer; answered reports whether there was any answer.
func knows(b *probe.Bench, u *url.URL, issuer string) (answered bool, err error) {
	const oauth, openID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	path := strings.TrimSuffix(u.Path, "/")
	places := []string{oauth + path, openID + path}
	if path != "" {
		places = append(places, path+openID)
	}
	for _, p := range places {
		r, err := b.Fetch((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: p}).String())
		if err != nil {
			return false, nil //nolint:nilerr // it may not be reached from here
		}
		var found struct {
			Issuer *string `json:"issuer"`
		}
		switch {
		case r.Status == http.StatusOK && jsonparts.Unmarshal(r.Body, &found) == nil && found.Issuer != nil && *found.Issuer == issuer:
			return true, nil
		case r.Status == http.StatusOK && found.Issuer != nil:
			return true, fmt.Errorf("the authorization server %s says that it is %s: no client may go on", issuer, probe.Quote([]byte(*found.Issuer)))
		case r.Status != http.StatusNotFound && r.Status != http.StatusOK:
			return false, nil // it may answer who asks from elsewhere
		}
	}
	return true, fmt.Errorf("the authorization server %s has no metadata: at %s", issuer, strings.Join(places, ", "))
}

func noSlashMore(doc metadata, b *probe.Bench) error {
	resource, server := probe.Text(doc["resource"]), b.Target.URL
	u, err := url.Parse(server)
	return verdict.FailedIf(err == nil && u.Path != "" && resource == server+"/", "resource is %s, the server is %s", resource, server)
}

func offersNoQuery(doc metadata) error {
	var methods []string
	_ = jsonparts.Unmarshal(doc["bearer_methods_supported"], &methods) // what cannot be read lists nothing
	return verdict.FailedIf(slices.Contains(methods, "query"), "bearer_methods_supported is %s", doc["bearer_methods_supported"])
}

// listed reports whether a text is in a list.
func listed(raw json.RawMessage, text string) bool {
	var list []string
	_ = jsonparts.Unmarshal(raw, &list) // judged before
	return slices.Contains(list, text)
}

// unfit says what is wrong with what a client takes from the metadata.
func unfit(name string, raw json.RawMessage, server string) error {
	switch name {
	case "scopes_supported":
		var scopes []string
		_ = jsonparts.Unmarshal(raw, &scopes) // judged before
		for _, s := range scopes {
			if s == "" || strings.ContainsAny(s, " \"\\") { // RFC 6749, 3.3
				return fmt.Errorf("%s has the scope %s, want one without spaces and quotes", name, probe.Quote([]byte(s)))
			}
		}
	case "resource_documentation", "resource_policy_uri", "resource_tos_uri":
		u, err := url.Parse(probe.Text(raw))
		return verdict.FailedIf(raw != nil && (err != nil || u.Scheme == ""), "%s is %s, want a URL", name, raw)
	case "resource_signing_alg_values_supported":
		return verdict.FailedIf(listed(raw, "none"), "%s is %s: what is not signed can be changed", name, raw) // RFC 9728
	case "bearer_methods_supported":
		return verdict.FailedIf(raw != nil && !listed(raw, "header") && !listed(raw, "query"), "%s is %s, and clients send tokens in a header alone", name, raw)
	case "jwks_uri":
		if u, err := url.Parse(probe.Text(raw)); raw != nil && (err != nil || u.Host == "") {
			return fmt.Errorf("%s is %s, want a URL", name, raw)
		}
		return verdict.FailedIf(inClear(probe.Text(raw)) && !inClear(server), "%s is %s: keys that anyone can change", name, raw) // RFC 9728
	}
	return nil
}
