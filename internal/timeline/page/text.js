"use strict";
// Texts of others. They are shown as text nodes only, and what a reader would not see, or what
// would change the direction of a line, by its code, as a terminal of mcpsim does.

const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const hiddenAll = new RegExp(hidden.source, "gu");

function codeOf(c) {
  const n = c.codePointAt(0), hex = n.toString(16);
  if (n < 0x100) return "\\x" + hex.padStart(2, "0");
  return n < 0x10000 ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
}

// visible is text for attributes and labels.
function visible(text) {
  return hidden.test(text) ? text.replace(hiddenAll, codeOf) : text;
}

// put appends text to a node; codes stand out.
function put(node, text) {
  let from = 0;
  for (const m of text.matchAll(hiddenAll)) {
    if (m.index > from) node.append(text.slice(from, m.index));
    node.append(el("span", "code", codeOf(m[0])));
    from = m.index + m[0].length;
  }
  if (from < text.length) node.append(text.slice(from));
  return node;
}

// el makes an element with a class and children, which are nodes or texts.
function el(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  for (const c of children) {
    if (typeof c === "string") put(node, c);
    else if (c) node.append(c);
  }
  return node;
}

function button(text, act, className) {
  const b = el("button", className, text);
  b.type = "button";
  b.addEventListener("click", act);
  return b;
}

// seconds is a moment, span a duration; both come in nanoseconds.
function seconds(ns) {
  return (Math.round(ns / 1e6) / 1e3).toFixed(3) + " s";
}

function span(ns) {
  const ms = Math.round(ns / 1e6);
  if (ms < 1000) return ms + " ms";
  if (ms < 120e3) return +(ms / 1e3).toFixed(3) + " s";
  if (ms < 7200e3) return +(ms / 60e3).toFixed(1) + " min";
  return +(ms / 3600e3).toFixed(1) + " h";
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}\[\],:]|[^\s{}\[\],:"]+/gs;

// prettyJSON writes JSON with indents. It keeps every token as it came: numbers of any size,
// members that are there twice, and texts that end too early.
function prettyJSON(text) {
  const out = el("pre", "json");
  let depth = 0, before = "";
  const line = () => out.append("\n" + "  ".repeat(Math.min(depth, 40)));
  for (const [t] of text.matchAll(tokens)) {
    const opens = t === "{" || t === "[", closes = t === "}" || t === "]";
    if (closes) depth = Math.max(0, depth - 1);
    if ((before === "{" || before === "[") ? !closes : before === "," || (closes && before)) line();
    if (opens) depth++;
    if (t[0] === '"') out.append(el("span", "string", t));
    else if (t === ":") out.append(": ");
    else put(out, t);
    before = t;
  }
  for (const s of out.querySelectorAll(".string")) {
    if (s.nextSibling && s.nextSibling.nodeValue && s.nextSibling.nodeValue.startsWith(":")) s.className = "key";
  }
  return out;
}

// hexDump shows bytes as sixteen per line with their characters.
function hexDump(bytes) {
  const lines = [];
  for (let i = 0; i < bytes.length; i += 16) {
    const part = Array.from(bytes.subarray(i, i + 16));
    const hex = part.map((b) => b.toString(16).padStart(2, "0")).join(" ").padEnd(47);
    lines.push(i.toString(16).padStart(6, "0") + "  " + hex + "  " + part.map((b) => (b > 31 && b < 127 ? String.fromCharCode(b) : "·")).join(""));
  }
  return el("pre", "hex", lines.join("\n"));
}
