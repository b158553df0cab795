// The TypeScript SDK's client against server-everything behind the proxy: lists, calls twice
// and closes. It prints what each step came to.
// node proxied_client.mjs http URL, or stdio COMMAND ARGS...
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [kind, target, ...args] = process.argv.slice(2);
const client = new Client({ name: "peer", version: "1" });
const step = async (name, what) => {
  try {
    console.log(name, await what());
  } catch (e) {
    console.log(name, "failed:", e.message.split("\n")[0]);
  }
};
const options = { timeout: 4000 };
const call = async (message) =>
  (await client.callTool({ name: "echo", arguments: { message } }, undefined, options)).content[0]?.text ?? "nothing";
await step("connect", async () => {
  await client.connect(
    kind === "stdio"
      ? new StdioClientTransport({ command: target, args, env: process.env })
      : new StreamableHTTPClientTransport(new URL(target)),
    { timeout: 30000 }, // a busy machine takes long to start a program
  );
  return client.getServerVersion().name;
});
await step("list", async () => ((await client.listTools({}, options)).tools.length > 5 ? "many" : "few"));
await step("first", () => call("one"));
await step("second", () => call("two"));
await Promise.race([client.close(), new Promise((done) => setTimeout(done, 3000))]);
process.exit(0);
