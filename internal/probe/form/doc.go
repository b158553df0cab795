// Package form knows what the specification says of the form of what servers send:
// items of lists, results and notifications. It says what is wrong with one of them.
// It is not a codec: nothing is made of what it reads, and members that it does not
// know are right. What a value means, such as base64 or a JSON Schema, is judged
// elsewhere.
package form
