// The TypeScript SDK's client against one server: lists, calls and pings.
// node typescript_client.mjs http|sse URL, or stdio COMMAND ARGS...
// Its folder must have a node_modules with @modelcontextprotocol/sdk.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [kind, target, ...args] = process.argv.slice(2);
const transports = {
  stdio: () => new StdioClientTransport({ command: target, args, env: process.env }),
  http: () => new StreamableHTTPClientTransport(new URL(target)),
  sse: () => new SSEClientTransport(new URL(target)),
};

const client = new Client({ name: "peer", version: "1" });
await client.connect(transports[kind]());
const { tools } = await client.listTools();
assert.deepEqual(tools.map((t) => t.name), ["echo"]);
const result = await client.callTool({ name: "echo", arguments: { text: "naïve 🚀" } });
assert.deepEqual(result.content, [{ type: "text", text: "naïve 🚀" }]);
await client.ping();
await client.close();
console.log("ok", client.getServerVersion().name);
