// Package jsonc reads settings files in JSON with comments and trailing commas.
// A [Source] is a file, a [Document] what is in it, and a [Value] a cursor in the
// document: it reads values as what they must be and knows the file, the path and
// the place of each. What is not as it must be is collected in two kinds: a
// [Mistake] is a value of the wrong kind, and the reader of the format says what
// becomes of it; a [Problem] is what is told to the user.
//
// Nothing here opens a file, knows a format or keeps a value that it has shown:
// what a message shows of a file is masked. Other syntaxes can be read into the
// same tree, see [Source.Document].
package jsonc
