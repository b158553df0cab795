// Lets a server of an example, which listens at a fixed port of every address, listen at a
// free one of this machine alone, and say which: node --import ./loopback.mjs example.js
import net from "node:net";

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  this.once("listening", () => console.error(`listening at http://127.0.0.1:${this.address().port}/mcp`));
  return listen.call(this, { port: 0, host: "127.0.0.1" }, ...rest.filter((one) => typeof one === "function"));
};
