package words

import "regexp"

// command matches what systems that run jobs take for a command wherever a job prints it:
// GitHub Actions a line that begins with ::name, and ##[name], Azure Pipelines ##vso[name],
// TeamCity ##teamcity[name].
var command = regexp.MustCompile(`(?m)^([\s\p{Zs}]*:):([A-Za-z])|#(#[A-Za-z]*\[)`)

// NoCommands is text in which nothing is a command for a system that runs the program. A
// sign of each is written by its code, which in a string of JSON is the sign itself.
func NoCommands(text string) string {
	return command.ReplaceAllStringFunc(text, func(found string) string {
		if found[0] == '#' {
			return `\u0023` + found[1:]
		}
		n := len(found) - 2
		return found[:n] + `\u003a` + found[n+1:]
	})
}
