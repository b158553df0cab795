package authority

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Vocabulary is the vocabulary of features that check authorization servers.
func Vocabulary() gherkin.Source {
	return gherkin.Source{
		Resolvers: []any{(*World).request, (*World).answer},
		Steps:     slices.Concat(metadataSteps(), loginSteps(), tokenSteps(), registrationSteps()),
	}
}

func metadataSteps() []gherkin.Step {
	return gherkin.Noun("metadata", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the metadata of the issuer`, Manual: "not testable if there are none", Func: (*World).metadata},
		{Keyword: gherkin.When, Pattern: `the metadata are looked for`, Manual: "as RFC 8414 and OpenID Connect have it; the server was asked before all checks", Func: (*World).places},
		{Keyword: gherkin.Then, Pattern: `they are found`, Manual: "a JSON object", Func: (*World).found},
		{Keyword: gherkin.Then, Pattern: `wherever they are found their issuer is the one that was asked for`, Manual: "letter by letter", Func: (*World).sameIssuer},
		{Keyword: gherkin.Then, Pattern: `they name "([^"]+)"`, Example: `they name "token_endpoint"`, Manual: "a URL", Func: (*World).names},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is a list with "([^"]+)" in it`, Example: `"code_challenge_methods_supported" is a list with "S256" in it`,
			Manual: "of the metadata", Func: (*World).lists},
		{Keyword: gherkin.Then, Pattern: `wherever they are found, "([^"]+)" is a list with "([^"]+)" in it`, Example: `wherever they are found, "code_challenge_methods_supported" is a list with "S256" in it`,
			Manual: "in each document", Func: (*World).listsAll},
		{Keyword: gherkin.Then, Pattern: `no place of them is broken`, Manual: "none that a client looks at answers with an error of the server, or with HTTP 200 and no JSON object", Func: (*World).unbroken},
		{Keyword: gherkin.Then, Pattern: `the keys of the server are where they say`, Manual: "at jwks_uri, if they name one; not observed if nothing answers there", Func: (*World).keyed},
		{Keyword: gherkin.Then, Pattern: `the grant type "([^"]+)" is listed if it is taken`, Example: `the grant type "refresh_token" is listed if it is taken`, Manual: "by the metadata, if they have a list", Func: (*World).works},
		{Keyword: gherkin.Then, Pattern: `the token endpoint knows each grant type that they list`, Manual: "it is not unsupported_grant_type, whoever asks", Func: (*World).knowsListed},
		{Keyword: gherkin.Then, Pattern: `wherever they are found they are JSON`, Manual: "by their Content-Type", Func: (*World).inJSON},
		{Keyword: gherkin.Then, Pattern: `every endpoint that they name is a URL`, Manual: "with a host, and nothing behind a #; what is to be read is a URL, too", Func: (*World).reachable},
		{Keyword: gherkin.Then, Pattern: `every endpoint that they name has TLS`, Manual: "or is at a loopback address; not testable if the issuer has none, elsewhere", Func: (*World).overTLS},
		{Keyword: gherkin.Then, Pattern: `every list that they have is one`, Manual: "of texts; scopes are such as can be asked for", Func: (*World).listed},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is true`, Example: `"client_id_metadata_document_supported" is true`, Manual: "of the metadata", Func: (*World).says},
	})
}

func loginSteps() []gherkin.Step {
	return gherkin.Noun("login", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a client`, Manual: "registered once for all checks, or that of --client-id; not testable without", Func: (*World).known},
		{Keyword: gherkin.Given, Pattern: `a public client`, Manual: "the same; not testable if it has a secret", Func: (*World).public},
		{Keyword: gherkin.Given, Pattern: `a client with the redirect URI "([^"]+)"`, Example: `a client with the redirect URI "https://client.example/callback"`,
			Manual: "one of its own; not testable if none can be registered", Func: (*World).registered},
		{Keyword: gherkin.Given, Pattern: `a client with the redirect URIs "([^"]+)" and "([^"]+)"`, Example: `a client with the redirect URIs "https://client.example/a" and "https://client.example/b"`,
			Manual: "users come with the second one; not testable if none can be registered with both", Func: (*World).registeredBoth},
		{Keyword: gherkin.Given, Pattern: `another client with the redirect URI "([^"]+)"`, Example: `another client with the redirect URI "https://other.example/callback"`,
			Manual: "users come with the first one", Func: (*World).registeredToo},
		{Keyword: gherkin.Given, Pattern: `a client that a metadata document describes`, Manual: "that of --client-document; not testable without, or if the metadata of the server do not have client_id_metadata_document_supported", Func: (*World).documented},
		{Keyword: gherkin.Given, Pattern: `the authorization server is on this machine`, Manual: "at a loopback address; not testable elsewhere", Func: (*World).near},
		{Keyword: gherkin.When, Pattern: `a client registers with the redirect URI "([^"]+)", and a user comes`, Example: `a client registers with the redirect URI "http://client.example/callback", and a user comes`,
			Manual: "with a correct request, unless the registration is refused; not testable if clients cannot register themselves", Func: (*World).offer},
		{Keyword: gherkin.When, Pattern: `a user comes with a correct request`, Manual: "an authorization request with PKCE", Func: (*World).ask},
		{Keyword: gherkin.When, Pattern: `a user comes with the parameter "([^"]+)" as "([^"]*)"`, Example: `a user comes with the parameter "response_type" as "mcpsim"`,
			Manual: `all others are right; "" leaves it out; not testable if the correct request is not served`, Func: (*World).askWith},
		{Keyword: gherkin.When, Pattern: `a user comes with the client id (https?)://CANARY/client.json`, Example: `a user comes with the client id https://CANARY/client.json`,
			Manual: "an address of this machine at which connections are counted", Func: (*World).lure},
		{Keyword: gherkin.When, Pattern: `a user comes with the client id of a document that names another one`, Manual: "the same document behind another query", Func: (*World).askAsOther},
		{Keyword: gherkin.Then, Pattern: `the answer names the issuer`, Manual: "in iss, letter by letter; not observed if the user was not sent back", Func: (*World).issued},
		{Keyword: gherkin.Then, Pattern: `the answer has the state of the request`, Manual: "letter by letter; not observed if the user was not sent back", Func: stated},
		{Keyword: gherkin.Then, Pattern: `an answer that names the issuer was announced`, Manual: "by authorization_response_iss_parameter_supported; not observed if it does not", Func: (*World).announced},
		{Keyword: gherkin.Then, Pattern: `the user is sent nowhere`, Manual: "not to the redirect URI that the request names", Func: notSent},
		{Keyword: gherkin.Then, Pattern: `the user is sent to none of both`, Manual: "neither with a code nor with an error", Func: sentAway},
		{Keyword: gherkin.Then, Pattern: `the correct request is served`, Manual: "not with HTTP 404, 405, 410 or an error of the server; not observed if it is refused otherwise", Func: (*World).served},
		{Keyword: gherkin.Then, Pattern: `the user gets what a client with one redirect URI gets`, Manual: "a code, or a page", Func: (*World).servedAsOne},
		{Keyword: gherkin.Then, Pattern: `the request is served without it, too`, Manual: "as the correct one", Func: servedToo},
		{Keyword: gherkin.Then, Pattern: `an error of the answer is one that clients know`, Manual: "of OAuth, its extensions and OpenID, and not server_error; not observed if the user was not sent back", Func: readable},
		{Keyword: gherkin.Then, Pattern: `no parameter of the answer is there twice`, Manual: "of code, error, iss and state; not observed if the user was not sent back", Func: once},
		{Keyword: gherkin.Then, Pattern: `the user gets no code`, Manual: "and the authorization server shows what is wrong", Func: noCode},
		{Keyword: gherkin.Then, Pattern: `the user is sent there with its query`, Manual: "to the whole redirect URI; not observed if the user was not sent back", Func: whole},
		{Keyword: gherkin.Then, Pattern: `the user gets no token`, Manual: "in the URL that they are sent to", Func: noEarlyToken},
		{Keyword: gherkin.Then, Pattern: `the request is served as without it`, Manual: `the parameter is known or ignored; not observed if the error is "invalid_target"`, Func: unhindered},
		{Keyword: gherkin.Then, Pattern: `the document was not fetched`, Manual: "there was no connection", Func: (*World).unvisited},
	})
}

func tokenSteps() []gherkin.Step {
	return gherkin.Noun("token", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a user has logged in`, Manual: "and has a refresh token; not observed if a person has to approve, or there is none", Func: (*World).loggedIn},
		{Keyword: gherkin.When, Pattern: `a code is redeemed (with the right verifier|with another verifier|without a verifier|with the challenge as its verifier|twice|by another client|as a code that was never given|with a grant type of its own|with a resource|with a parameter of its own|with an empty verifier|with more than its verifier|with more than the code|by no client|without a grant type|without a code|as a client that is not known)`,
			Example: `a code is redeemed with another verifier`, Manual: "of an authorization of its own; not observed if a person has to approve", Func: (*World).redeem},
		{Keyword: gherkin.When, Pattern: `a code of a client with a secret is redeemed with (another secret|no secret|an empty secret|half of its secret|more than its secret|its secret in other case|another verifier|no verifier)`, Example: `a code of a client with a secret is redeemed with another secret`,
			Manual: "after what is right has been good for another code, with the secret in the form and in a header; not testable if no such client can be registered", Func: (*World).secretly},
		{Keyword: gherkin.When, Pattern: `a code of a client with a secret is redeemed with its secret`, Manual: "in the form and in a header, as far as clients can be registered for that", Func: (*World).openly},
		{Keyword: gherkin.When, Pattern: `the client asks for a token of its own`, Manual: "with client_credentials, for which no user is asked", Func: (*World).own},
		{Keyword: gherkin.When, Pattern: `two are given of "(code|access_token|refresh_token|client_secret)"`, Example: `two are given of "code"`, Manual: "to one client, or each to another one", Func: (*World).given},
		{Keyword: gherkin.When, Pattern: `the login is renewed twice with its first refresh token`, Manual: "the second time it is an old one", Func: (*World).renewTwice},
		{Keyword: gherkin.When, Pattern: `the login of a client with a secret is renewed with (another secret|no secret)`, Example: `the login of a client with a secret is renewed with another secret`, Manual: "not testable if no such client can be registered", Func: (*World).secretlyRenewed},
		{Keyword: gherkin.When, Pattern: `the login is renewed, and then twice with its second refresh token`, Manual: "the last time it is an old one", Func: (*World).renewLater},
		{Keyword: gherkin.When, Pattern: `the login is renewed with more than its refresh token`, Manual: "with a character behind it", Func: (*World).renewLonger},
		{Keyword: gherkin.When, Pattern: `a login is renewed that there never was`, Manual: "with a refresh token that was not given", Func: (*World).renewUnknown},
		{Keyword: gherkin.When, Pattern: `a login is renewed (with a resource|with a parameter of its own)`, Example: `a login is renewed with a resource`, Manual: "for which the login was; not observed if it cannot be renewed without", Func: (*World).renewFor},
		{Keyword: gherkin.When, Pattern: `a user logs in with (one scope|two scopes), and the login is renewed with none`, Example: `a user logs in with one scope, and the login is renewed with none`, Manual: "of scopes_supported; not testable without two", Func: (*World).renewSame},
		{Keyword: gherkin.When, Pattern: `the login is renewed`, Manual: "with its refresh token", Func: (*World).renew},
		{Keyword: gherkin.When, Pattern: `another client (with a secret )?renews the login`, Example: `another client renews the login`, Manual: "with the refresh token of the first; not testable if none can be registered", Func: (*World).renewAsOther},
		{Keyword: gherkin.When, Pattern: `a user logs in with one scope, and the login is renewed with two`, Manual: "of scopes_supported; not testable without two", Func: (*World).renewMore},
		{Keyword: gherkin.Then, Pattern: `there is a token`, Manual: "an access token", Func: hasToken},
		{Keyword: gherkin.Then, Pattern: `there is a token, as for a client without one`, Manual: "the check of that tells if there is none, too", Func: (*World).hasTokenToo},
		{Keyword: gherkin.Then, Pattern: `the login is renewed as without it`, Manual: "there is a token", Func: (*World).renewedToo},
		{Keyword: gherkin.Then, Pattern: `there is no token`, Manual: "no access token, whatever the status", Func: noToken},
		{Keyword: gherkin.Then, Pattern: `a new token is answered as clients read it`, Manual: "the same; not observed if the login cannot be renewed", Func: renewedForm},
		{Keyword: gherkin.Then, Pattern: `the token is answered as clients read it`, Manual: "HTTP 200, JSON that is not stored, token_type Bearer, texts, and a number of seconds", Func: tokenForm},
		{Keyword: gherkin.Then, Pattern: `the request is refused with "([^"]+)"`, Example: `the request is refused with "invalid_grant"`, Manual: "HTTP 400, and JSON", Func: (*World).refusal},
		{Keyword: gherkin.Then, Pattern: `the request is refused as of a client that is not known`, Manual: `HTTP 401 or 400, and JSON with "invalid_client" or "unauthorized_client"`, Func: (*World).strange},
		{Keyword: gherkin.Then, Pattern: `the request is refused, and it is said why`, Manual: "HTTP 400, and JSON with an error", Func: (*World).explained},
		{Keyword: gherkin.Then, Pattern: `another secret in a header is refused with a challenge`, Manual: "HTTP 401 with WWW-Authenticate", Func: (*World).challenged},
		{Keyword: gherkin.Then, Pattern: `the renewal is for the same scopes`, Manual: "by the scopes of both answers; not observed without", Func: (*World).same},
		{Keyword: gherkin.Then, Pattern: `no "([^"]+)" can be guessed from another one`, Example: `no "code" can be guessed from another one`, Manual: "more than 7 characters differ; not observed if a token is the same", Func: (*World).unguessable},
		{Keyword: gherkin.Then, Pattern: `the parameter is no hindrance`, Manual: `there is a token; not observed if the error is "invalid_target"`, Func: (*World).undisturbed},
		{Keyword: gherkin.Then, Pattern: `the token is good for a day at most`, Manual: "by expires_in; not observed without", Func: shortLived},
		{Keyword: gherkin.Then, Pattern: `the login has ended, if it is not told by (AS-\d+)`, Example: `the login has ended, if it is not told by AS-07`, Manual: "its newest refresh token is good no more; the check named tells a token for what was used twice", Func: (*World).ended},
		{Keyword: gherkin.Then, Pattern: `the renewal grants no more than the login`, Manual: "by the scope of its answer", Func: (*World).noMore},
	})
}

func registrationSteps() []gherkin.Step {
	return gherkin.Noun("registration", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `a client registers (as it should|with a secret|without a redirect URI|with an empty list of them|with a redirect URI that is 5|with a redirect URI without a host|with a redirect URI with a fragment|with a redirect URI without TLS|with a member of its own|without an application type|with what is no JSON)`, Example: `a client registers as it should`,
			Manual: "not testable if not everybody may", Func: (*World).register},
		{Keyword: gherkin.Then, Pattern: `the answer says what was registered`, Manual: "HTTP 201, client_id, redirect_uris, the code in lists of grants and responses, a secret that is needed and until when it is good; not testable if it is refused", Func: (*World).registeredAs},
		{Keyword: gherkin.Then, Pattern: `the client is registered as with all that a server knows`, Manual: "what is not known is no reason to refuse it", Func: (*World).asUsual},
		{Keyword: gherkin.Then, Pattern: `a refusal says why`, Manual: "as below; not observed if the client is registered", Func: reasoned},
		{Keyword: gherkin.Then, Pattern: `the registration is refused`, Manual: "HTTP 400, and JSON with an error", Func: unregistered},
	})
}
