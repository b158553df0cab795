// The TypeScript SDK's client as a program for `mcpsim client --command`, and for
// the official conformance suite: URL, or COMMAND ARGS... of a server over stdio.
// Its folder must have a node_modules with @modelcontextprotocol/sdk.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const [target, ...args] = process.argv.slice(2);
const http = target.startsWith("http");
const transport = http
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args, env: process.env, stderr: "ignore" });
const timeout = context.timeoutMs ? { timeout: context.timeoutMs } : {};
const start = scenario === "initialize" ? timeout : {};

const client = new Client(
  { name: "typescript-sdk", version: "1" },
  { capabilities: { elicitation: { form: { applyDefaults: true } } } },
);
client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: {} }));

async function listAll() {
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, start);
    if (page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

const add = () => client.callTool({ name: "add_numbers", arguments: { a: 5, b: 3 } });
const tasks = {
  "initialize": async () => {},
  "tools_call": () => client.callTool({ name: "add_numbers", arguments: { a: 5, b: 3 } }, undefined, timeout),
  "sse-retry": () => client.callTool({ name: "test_reconnection", arguments: {} }),
  "elicitation-sep1034-client-defaults": () => client.callTool({ name: "test_client_elicitation_defaults", arguments: {} }),
  "mcpsim-echo": async () => {
    const given = await client.callTool({ name: "mcpsim_give", arguments: {} });
    await client.callTool({ name: "mcpsim_take", arguments: { text: given.content.find(({ type }) => type === "text").text } });
  },
  "mcpsim-late-answer": async () => {
    await client.callTool({ name: "slow", arguments: {} }, undefined, timeout).catch(() => {});
    await add();
  },
};
if (!(scenario in tasks)) throw new Error(`unknown scenario ${scenario}`);

try {
  await client.connect(transport, start);
  await listAll();
  await tasks[scenario]();
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  if (http) await transport.terminateSession().catch(() => {});
  await client.close();
}
