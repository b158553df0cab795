// Package sample makes arguments for a tool from its input schema: some that the
// schema allows, and some that it forbids. What it returns has been checked with
// a JSON Schema validator, so that a mistake of the maker cannot blame a server.
//
// It is no fuzzer and no general generator of instances: it makes the smallest
// arguments that it can think of, the same ones each time, and says so where it
// can think of none. It calls nothing and loads nothing: a $ref to another
// document makes a schema unusable.
//
// Schemas are read as JSON Schema 2020-12 unless $schema says otherwise, and as
// draft-07 if they are none of 2020-12.
package sample
