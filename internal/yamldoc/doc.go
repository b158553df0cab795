// Package yamldoc is the one door to YAML: every file and every text in YAML is
// parsed here, because the library's parser takes memory by the square of the depth
// and has no limit of its own. Size, number of tokens and depth are checked before
// it parses, and what aliases unfold to after it.
//
// It is no reader of its own: what a document means is for its callers, who get the
// library's tree or a filled value.
package yamldoc
