// The details of one event, and of the run if none is selected.

const bytesShown = 4096, textShown = 65536;

function bytesOf(e) {
  if (e.b) return Uint8Array.from(atob(e.b), (c) => c.charCodeAt(0));
  return new TextEncoder().encode(e.r || "");
}

function facts(list) {
  const out = el("dl", "facts");
  for (const f of list) out.append(el("dt", "", f.name), el("dd", "", f.value));
  return out;
}

function folded(title, content, open) {
  const out = el("details", "", el("summary", "", title), content);
  out.open = open;
  return out;
}

// go links to an event of the same run.
function go(run, i, text) {
  const a = el("a", "go", text);
  a.href = "#" + run.prefix + (i + 1);
  return a;
}

// away is how long before or after something was.
function away(ns) {
  return Math.abs(ns) < 5e5 ? "at the same time" : `${span(Math.abs(ns))} ${ns > 0 ? "later" : "earlier"}`;
}

// links are those of an event to where it came from and where it went.
function links(run, i) {
  const e = run.story.events[i], out = el("p", "links");
  const add = (to, text) => out.append(go(run, to, `${text}: event ${to + 1}, ${away(run.story.events[to].t - e.t)}`));
  if (e.p) add(e.p - 1, e.p - 1 > i ? "Its answer" : "The request");
  if (e.s) add(e.s - 1, e.s - 1 > i ? "Seen by the client" : "Sent by the server");
  if (run.story.failure && run.causes.has(i)) add(run.story.failure - 1, "What failed");
  return out;
}

function raw(e) {
  const bytes = bytesOf(e), out = document.createDocumentFragment();
  if (!bytes.length) return out;
  if (e.g === "step") {
    out.append(folded("Its text", el("pre", "", e.r), true));
    return out;
  }
  const text = (e.r || new TextDecoder().decode(bytes)).slice(0, textShown);
  const json = text.search(/[{[]/);
  if (json >= 0) out.append(folded("JSON", prettyJSON(text.slice(json)), true));
  out.append(folded("Text", el("pre", "", text), json < 0));
  const cut = bytes.length > bytesShown ? `, the first ${bytesShown} of ${bytes.length}` : ` (${bytes.length})`;
  out.append(folded("Bytes" + cut, hexDump(bytes.subarray(0, bytesShown)), false));
  return out;
}

// showEvent fills the panel with an event.
function showEvent(panel, run, i) {
  const e = run.story.events[i], lanes = run.story.lanes;
  const where = e.o ? `${lanes[e.l].name} → ${lanes[e.o - 1].name}` : lanes[e.l].name;
  const self = go(run, i, "#" + run.prefix + (i + 1));
  self.title = "a link to this event";
  panel.replaceChildren(
    el("h2", "", `Event ${i + 1} `, self),
    el("p", "quiet", `${seconds(e.t)} · ${where} · ${e.k}`),
    el("p", "headline", e.h || e.k));
  if (missing(run.story, e)) panel.append(el("p", "note warn", "The client has not read this as it was sent: it was lost, changed, encoded or cut on the way, or nothing read it any more."));
  if (unanswered(e)) panel.append(el("p", "note warn", "No answer to this request was sent."));
  if (e.d) panel.append(el("p", "note", "The other run has no event like this."));
  if (e.e) panel.append(el("pre", "note " + (e.m || ""), e.e));
  panel.append(links(run, i), facts(e.f || []), raw(e));
}

// showRun fills the panel with what is known of the run.
function showRun(panel, run) {
  const s = run.story;
  panel.replaceChildren(el("h2", "", "This run"));
  for (const r of s.rules || []) panel.append(el("section", "rule", r.id ? el("b", "id", r.id) : null, el("p", "", r.text)));
  panel.append(facts(s.facts));
  if (s.again) panel.append(el("p", "quiet", "Run it again:"), el("pre", "command", s.again));
}
