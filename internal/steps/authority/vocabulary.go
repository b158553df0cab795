package authority

import "github.com/mcpsim/mcpsim/internal/gherkin"

// Vocabulary is the vocabulary of features that check authorization servers.
func Vocabulary() gherkin.Source {
	return gherkin.Source{
		Resolvers: []any{(*World).request, (*World).answer},
		Steps:     append(metadataSteps(), loginSteps()...),
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
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is true`, Example: `"client_id_metadata_document_supported" is true`, Manual: "of the metadata", Func: (*World).says},
	})
}

func loginSteps() []gherkin.Step {
	return gherkin.Noun("login", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a client`, Manual: "registered once for all checks, or that of --client-id; not testable without", Func: (*World).known},
		{Keyword: gherkin.Given, Pattern: `a public client`, Manual: "the same; not testable if it has a secret", Func: (*World).public},
		{Keyword: gherkin.Given, Pattern: `a client with the redirect URI "([^"]+)"`, Example: `a client with the redirect URI "https://client.example/callback"`,
			Manual: "one of its own; not testable if none can be registered", Func: (*World).registered},
		{Keyword: gherkin.Given, Pattern: `a client that a metadata document describes`, Manual: "that of --client-document; not testable without, or if the metadata of the server do not have client_id_metadata_document_supported", Func: (*World).documented},
		{Keyword: gherkin.Given, Pattern: `the authorization server is on this machine`, Manual: "at a loopback address; not testable elsewhere", Func: (*World).near},
		{Keyword: gherkin.Given, Pattern: `a user has logged in`, Manual: "and has a refresh token; not observed if a person has to approve, or there is none", Func: (*World).loggedIn},
		{Keyword: gherkin.When, Pattern: `a client registers with the redirect URI "([^"]+)", and a user comes`, Example: `a client registers with the redirect URI "http://client.example/callback", and a user comes`,
			Manual: "with a correct request, unless the registration is refused; not testable if clients cannot register themselves", Func: (*World).offer},
		{Keyword: gherkin.When, Pattern: `a user comes with a correct request`, Manual: "an authorization request with PKCE", Func: (*World).ask},
		{Keyword: gherkin.When, Pattern: `a user comes with the parameter "([^"]+)" as "([^"]*)"`, Example: `a user comes with the parameter "response_type" as "mcpsim"`,
			Manual: `all others are right; "" leaves it out; not testable if the correct request is not served`, Func: (*World).askWith},
		{Keyword: gherkin.When, Pattern: `a user comes with the client id (https?)://CANARY/client.json`, Example: `a user comes with the client id https://CANARY/client.json`,
			Manual: "an address of this machine at which connections are counted", Func: (*World).lure},
		{Keyword: gherkin.When, Pattern: `a user comes with the client id of a document that names another one`, Manual: "the same document behind another query", Func: (*World).askAsOther},
		{Keyword: gherkin.When, Pattern: `a code is redeemed (with the right verifier|with another verifier|without a verifier|twice|by another client)`, Example: `a code is redeemed with another verifier`,
			Manual: "of an authorization of its own; not observed if a person has to approve", Func: (*World).redeem},
		{Keyword: gherkin.When, Pattern: `the login is renewed twice with its first refresh token`, Manual: "the second time it is an old one", Func: (*World).renewTwice},
		{Keyword: gherkin.Then, Pattern: `the answer names the issuer`, Manual: "in iss, letter by letter; not observed if the user was not sent back", Func: (*World).issued},
		{Keyword: gherkin.Then, Pattern: `the answer has the state of the request`, Manual: "letter by letter; not observed if the user was not sent back", Func: stated},
		{Keyword: gherkin.Then, Pattern: `an answer that names the issuer was announced`, Manual: "by authorization_response_iss_parameter_supported; not observed if it does not", Func: (*World).announced},
		{Keyword: gherkin.Then, Pattern: `the user is sent nowhere`, Manual: "not to the redirect URI that the request names", Func: notSent},
		{Keyword: gherkin.Then, Pattern: `the user gets no code`, Manual: "and the authorization server shows what is wrong", Func: noCode},
		{Keyword: gherkin.Then, Pattern: `the document was not fetched`, Manual: "there was no connection", Func: (*World).unvisited},
		{Keyword: gherkin.Then, Pattern: `there is a token`, Manual: "an access token", Func: hasToken},
		{Keyword: gherkin.Then, Pattern: `there is no token`, Manual: "no access token, whatever the status", Func: noToken},
	})
}
