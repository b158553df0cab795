// Package jsonscan is the one reader of what servers send: it checks a JSON text and
// takes it apart in the same pass, without reflection and without copying more than
// strings.
//
// It reads what encoding/json reads, and refuses what that refuses: nesting is bounded
// by [MaxDepth], fields match without regard to case where [Fields] say so, the last of
// duplicate members counts, null leaves a field as it is, lone surrogates and invalid
// UTF-8 become U+FFFD. Only arrays that it takes apart are bounded besides, by
// [MaxElements]. It writes nothing and knows no shapes: packages jsonrpc and protocol say
// what they expect.
package jsonscan
