// Package ui is what all commands of mcpsim share: the text they show, the errors
// they end with, their exit codes, and the run of one command line. It knows cobra
// and no MCP.
//
// The law for all text shown:
//
//   - stdout is the result; progress, hints and errors go to stderr. If a report
//     is written to stdout, nothing else is.
//   - Colours only on terminals, unless --color or CLICOLOR_FORCE says otherwise;
//     NO_COLOR and --color never end them. No meaning is in a colour alone.
//   - The progress line exists on terminals only and leaves nothing behind.
//   - An error says what is wrong, where (file:line:column and a caret), why, and
//     what to do next. It is one message in lower case without a full stop.
//   - Whatever is random is told with its seed; a failure ends with the line that
//     reproduces it.
//   - No stack trace unless mcpsim itself, or the program under test, is at fault.
//   - What a user's files or servers say is shown without secrets first, then as
//     words.Printable makes it: no character that drives a terminal or cannot be seen,
//     no line of its own unless behind a bar or further in than ours, at most 2 kB of
//     one text. Programs get at most 64 KiB of one, with the same characters escaped.
//     [Output] and Err let nothing else through, if a command forgot it.
package ui
