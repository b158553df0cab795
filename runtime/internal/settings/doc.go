// Package settings is what settings files say about MCP servers: the definitions
// as they were written, which file each is from, which of two with one name
// counts, and what has changed between two versions of a file.
//
//   - [Parse] reads a settings file, [ParseServers] a file that holds servers only,
//     such as .mcp.json.
//   - [Layers] are the settings files of a user, merged; [Sources] everything that
//     defines servers, assembled into one [Map].
//   - [Entry] is one definition. [Entry.Server] is what can be connected,
//     [ConnectionID] the identity of such a connection.
//   - [Diff] says which keys differ, [RestartRequired] whether a key can be changed
//     while the program runs.
//
// Everything here is a pure function of its arguments. The package reads no file
// and watches none, admits no server and connects nothing. The
// format is that of Qwen Code; where programs differ is package discovery's matter.
package settings
