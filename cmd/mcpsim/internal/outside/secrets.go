package outside

import (
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// shortestToken is the length from which a segment of a URL's path or a word of a
// command is taken for a token, as in config.MaskURL.
const shortestToken = 20

var (
	// reference matches a value that only names a variable.
	reference = words.Pattern(`^\$\{\w+\}$`)
	// variable matches what refers to one: ${NAME}, ${NAME:-default}, ${env:NAME} and $NAME.
	variable = words.Pattern(`\$\{(?:env:)?([^}:]+)(?::-([^}]*))?\}|\$(\w+)`)
	// secretName matches the names of headers, flags, variables and members whose values
	// are not shown.
	secretName = words.Pattern(`(?i)auth|cookie|token|secret|passw|passph|pwd|key|credential|bearer|signature|(?:^|[-_.])(?:pass|pw|pat|otp|sas|dsn|jwt)(?:$|[-_.])`)
	// inEnvironment matches a word that sets a variable: of a shell, of env, and of docker -e.
	inEnvironment = words.Pattern(`^(?:-e|--env=)?([A-Z][A-Z0-9_]*)=(.+)$`)
	// headerLine matches NAME:VALUE of a header, which is no URL.
	headerLine = words.Pattern(`^(?:-H|--?\w+=)?([A-Za-z][\w-]*):\s*((?:[^/\s]|/[^/]).*)$`)
	// token matches a word that says nothing and holds digits: no path, no file.
	token     = words.Pattern(`^[A-Za-z0-9_\-+=.~]+$`)
	fileName  = words.Pattern(`\.[A-Za-z]\w{0,4}$`)
	ordinary  = []string{"HOME", "PWD", "OLDPWD", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "TERM", "TMPDIR", "TEMP", "TMP", "HOSTNAME"}
	proxyVars = []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"}
)

// SecretName reports whether a header, flag, variable or member of this name may hold a
// secret.
func SecretName(name string) bool { return secretName().MatchString(name) }

// RunNothing takes the place of running the commands of definitions.
func RunNothing(string) (output string, err error) {
	return "", errors.New("commands are not run here")
}

// Secrets lists what must never be shown of these definitions: the values of
// variables and headers, as written and as used; variables that any part of them refers
// to, such as an argument; what URLs hold beside the address; what arguments hold behind
// flags such as --token; secrets of logins. Those of proxies are among them (X-TEXT-2).
func Secrets(servers []config.Server, env config.Lookup) []string {
	var l list
	for _, name := range proxyVars {
		if value, ok := env(name); ok {
			l.url(value)
		}
	}
	for _, s := range servers {
		expanded, _ := config.Expand(s, env)
		resolved, _ := config.Resolve(expanded, env, RunNothing)
		for _, form := range []config.Server{s, expanded, resolved} {
			l.definition(form, env)
		}
	}
	return l.found
}

// ArgSecrets lists what must never be shown of the words of a command.
func ArgSecrets(words []string) []string {
	var l list
	if len(words) > 0 {
		l.words(words[:1])
		l.command(words[0], words[1:])
	}
	return l.found
}

// list collects secrets.
type list struct{ found []string }

// add takes secrets, also without the white space around them, which who gets one may cut
// off, and parts of them that may be said alone.
func (l *list) add(values ...string) {
	for _, value := range values {
		for _, form := range append([]string{value, strings.TrimSpace(value)}, redact.Parts(value)...) {
			if form != "" && !reference().MatchString(form) && !slices.Contains(l.found, form) {
				l.found = append(l.found, form)
			}
		}
	}
}

func (l *list) definition(s config.Server, env config.Lookup) {
	for _, value := range s.Env {
		l.add(value)
		l.url(value)
	}
	for _, value := range s.Headers {
		l.add(value, redact.Credential(value))
	}
	l.url(s.URL)
	l.command(s.Command, s.Args)
	l.login(s.Auth)
	l.login(s.OAuth)
	for _, text := range slices.Concat([]string{s.Type, s.Command, s.Cwd, s.URL, string(s.Auth), string(s.OAuth)},
		s.Args, slices.Collect(maps.Values(s.Env)), slices.Collect(maps.Values(s.Headers))) {
		l.variables(text, env)
	}
}

// variables adds the values of variables that a text refers to, but for those that
// say where things are on a machine.
func (l *list) variables(text string, env config.Lookup) {
	for _, found := range variable().FindAllStringSubmatch(text, -1) {
		name := found[1] + found[3]
		if isOrdinary(name) {
			continue
		}
		value, _ := env(name)
		l.add(value, found[2])
	}
}

// beforePackage are the flags of launchers behind which a package may stand.
var beforePackage = []string{"-y", "--yes", "-p", "--package", "--from", "-q", "--quiet", "-m", "--"}

// command adds what the arguments of a command hold. The name of the package that it runs is
// no token, however long it is: registries are asked for it, and it says which server this is.
func (l *list) command(name string, args []string) {
	at := Launched(name, args)
	if at > 0 && strings.HasPrefix(args[at-1], "-") && !slices.Contains(beforePackage, args[at-1]) {
		at = -1 // the value of a flag
	}
	if at >= 0 && looksLikeToken(args[at]) {
		args = slices.Concat(args[:at], args[at+1:])
	}
	l.words(args)
}

// words adds what follows flags such as --token, what a word assigns to such a name, what
// URLs among the words hold, and words that look like a token.
func (l *list) words(all []string) {
	secretNext := false
	userNext := false
	for _, word := range all {
		l.word(word)
		if userNext {
			l.user(word)
		}
		userNext = word == "-u" || word == "--user"
		name, value, assigned := strings.Cut(word, "=")
		flag := strings.HasPrefix(word, "-")
		switch {
		case secretNext && !flag:
			l.add(word, redact.Credential(word))
		case assigned && SecretName(name):
			l.add(value, redact.Credential(value))
		case strings.Contains(word, "://"):
			l.url(word[strings.LastIndexAny(word[:strings.Index(word, "://")], "= ")+1:])
		case looksLikeToken(word):
			l.add(word)
		case assigned && looksLikeToken(value):
			l.add(value)
		}
		secretNext = flag && !assigned && SecretName(name)
		if header, value, ok := strings.Cut(word, ": "); ok && SecretName(header) { // --header 'Authorization: Bearer x'
			l.add(value, redact.Credential(value))
		}
		if inner := strings.FieldsFunc(word, between); len(inner) > 1 { // sh -c 'TOKEN=x ./server'
			l.words(inner)
		}
	}
}

// word adds what one word says by itself, whatever is before it.
func (l *list) word(word string) {
	if found := inEnvironment().FindStringSubmatch(word); found != nil && !isOrdinary(found[1]) {
		l.add(found[2])
	}
	if found := headerLine().FindStringSubmatch(word); found != nil && SecretName(found[1]) {
		l.add(found[2], redact.Credential(found[2]))
	}
	name, value, assigned := strings.Cut(word, "=")
	if !assigned {
		value = word
	}
	if strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[") || strings.Contains(value, "@") {
		for _, part := range redact.Parts(value) {
			l.add(part)
		}
	}
	if assigned && strings.HasPrefix(name, "--user") {
		l.user(value)
	}
}

// user adds the password of user:password; two numbers are a user and a group.
func (l *list) user(word string) {
	if _, password, ok := strings.Cut(word, ":"); ok && strings.Trim(password, "0123456789") != "" {
		l.add(password)
	}
}

// isOrdinary reports whether a variable says where things are on a machine.
func isOrdinary(name string) bool {
	return slices.Contains(ordinary, name) || strings.HasPrefix(name, "XDG_")
}

// between reports whether a character separates words within a word.
func between(r rune) bool { return strings.ContainsRune(" \t\n;&|'\"", r) }

func looksLikeToken(word string) bool {
	return len(word) >= shortestToken && !strings.HasPrefix(word, "-") && token().MatchString(word) &&
		strings.ContainsAny(word, "0123456789") && !fileName().MatchString(word)
}

// login adds the secrets of settings of logins.
func (l *list) login(settings json.RawMessage) {
	var members map[string]any
	if json.Unmarshal(settings, &members) != nil {
		return
	}
	for name, value := range members {
		if text, ok := value.(string); ok && SecretName(name) && name != "tokenUrl" && name != "authorizationUrl" {
			l.add(text)
		}
	}
}

// url adds what a URL holds beside the address.
func (l *list) url(raw string) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" && u.RawQuery == "" && u.User == nil {
		return
	}
	if u.User != nil {
		password, _ := u.User.Password()
		l.add(password, u.User.Username())
	}
	l.query(u.RawQuery)
	l.add(u.Fragment)
	for segment := range strings.SplitSeq(u.Path, "/") {
		if len(segment) >= shortestToken {
			l.add(segment)
		}
		if _, parameters, ok := strings.Cut(segment, ";"); ok {
			l.query(parameters)
		}
	}
}

// query adds the values of a query, as they are and unescaped, also where its escapes or
// separators are wrong. A parameter without a value may be one.
func (l *list) query(raw string) {
	for pair := range strings.FieldsFuncSeq(raw, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, assigned := strings.Cut(pair, "=")
		if !assigned || value == "" {
			value = name
		}
		if assigned && value == name && !looksLikeToken(name) && !strings.ContainsAny(name, "0123456789") {
			continue
		}
		l.add(value)
		if said, err := url.QueryUnescape(value); err == nil {
			l.add(said)
		}
	}
}
