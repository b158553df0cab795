package gherkin

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// TagExpr is a parsed tag expression:
//
//	@omp and not (@real or @expected-failure)
//
// not binds tighter than and, and tighter than or. It is the modern syntax only:
// "~@a", "@a,@b" and "&&" are errors that say what to write instead. It is
// immutable.
type TagExpr struct {
	eval evaluator
	tags []tagRef
}

// tagRef is a tag that an expression mentions.
type tagRef struct {
	name   string // with its @
	offset int    // in bytes, in the source
}

// Matches reports whether a scenario with these tags is selected.
func (e *TagExpr) Matches(tags []string) bool {
	return e.eval(func(name string) bool { return slices.Contains(tags, name) })
}

// TagError is a tag expression that cannot be used, with the place of the mistake.
type TagError struct {
	Source string
	Offset int // in bytes
	Reason string
}

// Error shows the expression with a caret under the mistake.
func (e *TagError) Error() string {
	return fmt.Sprintf("tag expression: %s\n  %s\n  %s^", e.Reason, e.Source, strings.Map(blank, e.Source[:e.Offset]))
}

// oneLine keeps offsets: an expression is shown on one line with its caret.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ")

// maxTagDepth bounds how deeply parentheses and nots may nest.
const maxTagDepth = 100

// parseTagExpr parses an expression without looking at which tags exist. Every
// error is a *[TagError].
func parseTagExpr(source string) (*TagExpr, error) {
	p := &tagParser{source: oneLine.Replace(source)}
	for _, at := range tagToken.FindAllStringIndex(p.source, -1) {
		p.tokens = append(p.tokens, token{p.source[at[0]:at[1]], at[0]})
	}
	eval, err := p.or(0)
	if err != nil {
		return nil, err
	}
	if tok := p.next(); tok.text != "" {
		return nil, p.fail(tok, trailing(tok.text))
	}
	return &TagExpr{eval: eval, tags: p.tags}, nil
}

func trailing(text string) string {
	if text == ")" {
		return `")" closes nothing`
	}
	return fmt.Sprintf(`"and" or "or" is missing before %q`, text)
}

type evaluator = func(has func(string) bool) bool

// tagToken is a parenthesis, or a word.
var tagToken = regexp.MustCompile(`[()]|[^ \t()]+`)

type tagParser struct {
	source string
	tokens []token // not read yet
	tags   []tagRef
}

type token struct {
	text   string // "" at the end
	offset int
}

func (p *tagParser) or(depth int) (evaluator, error) {
	return p.chain("or", depth, p.and, func(a, b evaluator) evaluator {
		return func(has func(string) bool) bool { return a(has) || b(has) }
	})
}

func (p *tagParser) and(depth int) (evaluator, error) {
	return p.chain("and", depth, p.unary, func(a, b evaluator) evaluator {
		return func(has func(string) bool) bool { return a(has) && b(has) }
	})
}

// chain reads operands joined by one operator.
func (p *tagParser) chain(op string, depth int, operand func(int) (evaluator, error), join func(a, b evaluator) evaluator) (evaluator, error) {
	left, err := operand(depth)
	if err != nil {
		return nil, err
	}
	for p.peek().text == op {
		p.next()
		right, err := operand(depth)
		if err != nil {
			return nil, err
		}
		left = join(left, right)
	}
	return left, nil
}

func (p *tagParser) unary(depth int) (evaluator, error) {
	tok := p.next()
	if depth > maxTagDepth {
		return nil, p.fail(tok, fmt.Sprintf("nested more than %d deep", maxTagDepth))
	}
	switch {
	case tok.text == "not":
		inner, err := p.unary(depth + 1)
		if err != nil {
			return nil, err
		}
		return func(has func(string) bool) bool { return !inner(has) }, nil
	case tok.text == "(":
		return p.group(tok, depth)
	case len(tok.text) > 1 && tok.text[0] == '@':
		return p.tag(tok)
	}
	return nil, p.fail(tok, expected(tok.text))
}

func (p *tagParser) group(open token, depth int) (evaluator, error) {
	inner, err := p.or(depth + 1)
	if err != nil {
		return nil, err
	}
	switch tok := p.next(); tok.text {
	case ")":
		return inner, nil
	case "":
		return nil, p.fail(open, `"(" is never closed`)
	default:
		return nil, p.fail(tok, trailing(tok.text))
	}
}

func (p *tagParser) tag(tok token) (evaluator, error) {
	if i := strings.IndexAny(tok.text, ",&|~!"); i >= 0 {
		tok.offset += i
		return nil, p.fail(tok, `write "or" for ",", "and" for "&&", "not" for "~"`)
	}
	p.tags = append(p.tags, tagRef{tok.text, tok.offset})
	return func(has func(string) bool) bool { return has(tok.text) }, nil
}

func expected(text string) string {
	switch {
	case text == "":
		return "a tag is missing at the end"
	case strings.ContainsAny(text, ",&|~!"):
		return `write "or" for ",", "and" for "&&", "not" for "~"`
	case text == "@":
		return "a tag has a name after its @"
	case text == "and" || text == "or" || text == ")":
		return fmt.Sprintf("a tag is missing before %q", text)
	}
	return fmt.Sprintf("a tag starts with @: write @%s", text)
}

func (p *tagParser) fail(tok token, reason string) error {
	return &TagError{Source: p.source, Offset: tok.offset, Reason: reason}
}

func (p *tagParser) peek() token {
	if len(p.tokens) == 0 {
		return token{offset: len(p.source)}
	}
	return p.tokens[0]
}

func (p *tagParser) next() token {
	tok := p.peek()
	p.tokens = p.tokens[min(1, len(p.tokens)):]
	return tok
}
