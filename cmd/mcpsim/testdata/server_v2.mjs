// A server of the TypeScript SDK's second version, of both eras: over stdio, or with a port
// over HTTP. Its folder must have a node_modules with @modelcontextprotocol/server.
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { McpServer, ResourceTemplate, completable, createMcpHandler, inputRequired, acceptedContent } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod/v4";

function server() {
  const s = new McpServer({ name: "typescript-v2", version: "1.0.0" }, { capabilities: { logging: {} } });
  s.registerTool("add", { description: "Adds", inputSchema: z.object({ a: z.number(), b: z.number() }) },
    async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }));
  s.registerTool("sum", { description: "Adds", inputSchema: z.object({ a: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    async ({ a }) => ({ structuredContent: { sum: a + 1 }, content: [{ type: "text", text: JSON.stringify({ sum: a + 1 }) }] }));
  s.registerTool("fail", { description: "Fails" }, async () => { throw new Error("no"); });
  const form = z.object({ name: z.string() });
  s.registerTool("ask", { description: "Asks", inputSchema: z.object({}) }, async (_, ctx) => {
    const given = acceptedContent(ctx.mcpReq.inputResponses, "who", form);
    if (!given) return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: "Who?", requestedSchema: form }) } });
    return { content: [{ type: "text", text: given.name }] };
  });
  s.registerResource("note", "note://one", { title: "A note" }, async (uri) => ({ contents: [{ uri: uri.href, text: "one" }] }));
  s.registerResource("notes", new ResourceTemplate("note://{name}", { list: undefined, complete: { name: (v) => ["one", "two"].filter((x) => x.startsWith(v)) } }),
    {}, async (uri, { name }) => ({ contents: [{ uri: uri.href, text: name }] }));
  s.registerPrompt("greet", { description: "Greets", argsSchema: z.object({ who: completable(z.string(), (v) => ["ann", "bob"].filter((x) => x.startsWith(v))) }) },
    async ({ who }) => ({ messages: [{ role: "user", content: { type: "text", text: "Hello " + who } }] }));
  return s;
}

const port = process.argv[2];
if (!port) {
  serveStdio(server);
} else {
  const handler = createMcpHandler(server);
  const web = createServer(async (q, a) => {
    const body = q.method === "GET" || q.method === "HEAD" ? undefined : Readable.toWeb(q);
    const gone = new AbortController();
    a.on("close", () => gone.abort());
    const answer = await handler.fetch(new Request(`http://${q.headers.host}${q.url}`, { method: q.method, headers: q.headers, body, duplex: "half", signal: gone.signal }));
    a.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body).on("error", () => a.destroy()).pipe(a); else a.end();
  });
  web.listen(Number(port), "127.0.0.1", () => console.error(`listening at http://127.0.0.1:${web.address().port}/mcp`));
}
