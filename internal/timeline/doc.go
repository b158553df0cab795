// Package timeline shows what happened in a run as a page: one HTML file for a browser, which
// needs no network and no other file. A [Story] is what happened, made from a trace
// ([FromTrace]) or a recording ([FromRecording]); [Write] makes the page of one, or of two side
// by side, and [WriteIndex] the page of all results of a run.
//
// All that a page shows was written by others, and is hostile until proven otherwise: it is
// data of the page, never markup, and what a reader would not see is shown by its code. The
// package reads no files, judges nothing and removes no secrets.
package timeline
