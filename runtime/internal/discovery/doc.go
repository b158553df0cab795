// Package discovery finds the MCP servers that a person has configured already,
// in the files of the programs that [Programs] names, and decides which of them a
// host uses.
//
// [Load] reads the files of all providers in the order of their priority. The
// first definition of a name wins and is never merged with another one. What is
// not used is not lost: it is in Result.LeftOut with the reason. A file that
// cannot be read harms no other file.
//
// Definitions stay as they are written: placeholders and names of variables are
// resolved whenever a server is connected, so that a result holds no secret that
// was looked up and a rotated one is used (OMP-LC-29, OMP-LC-30). Only the
// filters look at a copy whose placeholders are filled in, so that nothing hides
// behind one.
//
// A session reads what oh-my-pi reads. With Options.EveryProgram the files of other
// programs, their variables and their off-switches count too.
//
// The package connects nothing, runs nothing and writes nothing. It does not
// walk up from the project's directory and knows no plugins.
package discovery
