// The client of the TypeScript SDK's second version as a program for `mcpsim client
// --command`: URL, or COMMAND ARGS... of a server over stdio. Its folder must have a
// node_modules with @modelcontextprotocol/client.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
const modern = (process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? "") >= "2026";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const [target, ...args] = process.argv.slice(2);
const http = target.startsWith("http");
const transport = http
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args, env: process.env, stderr: "ignore" });
const timeout = context.timeoutMs ? { timeout: context.timeoutMs } : {};
const start = scenario === "initialize" ? timeout : {};

const client = new Client(
  { name: "typescript-sdk", version: "2" },
  {
    capabilities: { elicitation: { form: { applyDefaults: true } } },
    versionNegotiation: { mode: modern ? "auto" : "legacy" },
  },
);
client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: {} }));

const call = (name, given = {}, options) => client.callTool({ name, arguments: given }, options);
const add = (options) => call("add_numbers", { a: 5, b: 3 }, options);
const tasks = {
  "initialize": async () => {},
  "tools_call": () => add(timeout),
  "sse-retry": () => call("test_reconnection"),
  "elicitation-sep1034-client-defaults": () => call("test_client_elicitation_defaults"),
  "mcpsim-echo": async () => {
    const given = await call("mcpsim_give");
    await call("mcpsim_take", { text: given.content.find(({ type }) => type === "text").text });
  },
  "mcpsim-late-answer": async () => {
    await call("slow", {}, timeout).catch(() => {});
    await add();
  },
};
if (!(scenario in tasks)) throw new Error(`unknown scenario ${scenario}`);

try {
  await client.connect(transport, start);
  await client.listTools({}, start);
  await tasks[scenario]();
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  if (http) await transport.terminateSession().catch(() => {});
  await client.close();
}
