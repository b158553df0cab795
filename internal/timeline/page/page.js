// The page: what runs there are, what is wanted of them, keys and addresses.

const data = JSON.parse(document.getElementById("stories").textContent);
const $ = (id) => document.getElementById(id);
const groups = { step: "Steps", message: "Messages", runtime: "Runtime", network: "Network", server: "Servers" };
const wanted = { groups: new Set(Object.keys(groups)), text: "", wrong: false, server: "" };
const runs = data.stories.map((s, i) => new Run(s, i, choose));
let current = runs[0];

// choose selects an event and shows it, in its address too.
function choose(run, i, centred) {
  if (i < 0) return;
  current = run;
  if (run.rowOf[i] < 0) everything();
  for (const other of runs) if (other !== run && other.selected >= 0) { other.selected = -1; other.render(); }
  run.show(i, centred);
  showEvent($("detail"), run, i);
  $("detail").scrollTop = 0;
  const hash = "#" + run.prefix + (i + 1);
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

function serverOf(e) {
  const f = e.f && e.f.find((f) => f.name === "server");
  return f && f.value;
}

// visit follows the address.
function visit() {
  const m = /^#(b-)?event-(\d+)$/.exec(location.hash);
  const run = m && runs[m[1] ? 1 : 0];
  if (!run || m[2] < 1 || m[2] > run.story.events.length) return false;
  choose(run, m[2] - 1, true);
  run.list.focus({ preventScroll: true });
  return true;
}

function apply() {
  const text = wanted.text.toLowerCase();
  const keep = (e, i, run) => wanted.groups.has(e.g) && (!wanted.wrong || wrong(run, i)) &&
    (!wanted.server || e.g === "step" || serverOf(e) === wanted.server) && (!text || run.text(i).includes(text));
  const counts = runs.map((run) => `${run.filter(keep)} of ${run.story.events.length}`);
  $("count").textContent = counts.join(" | ") + " events";
}

// everything takes all filters away.
function everything() {
  Object.assign(wanted, { groups: new Set(Object.keys(groups)), text: "", wrong: false, server: "" });
  $("search").value = $("server").value = "";
  for (const b of document.querySelectorAll("#groups button")) b.setAttribute("aria-pressed", "true");
  $("wrong").setAttribute("aria-pressed", "false");
  apply();
}

function toggle(b, on) {
  b.setAttribute("aria-pressed", on);
  apply();
}

function tools() {
  for (const g in groups) {
    if (!runs.some((run) => run.story.events.some((e) => e.g === g))) continue;
    const b = button(groups[g], () => {
      if (!wanted.groups.delete(g)) wanted.groups.add(g);
      toggle(b, wanted.groups.has(g));
    }, g);
    b.setAttribute("aria-pressed", "true");
    $("groups").append(b);
  }
  $("wrong").addEventListener("click", () => toggle($("wrong"), (wanted.wrong = !wanted.wrong)));
  $("search").addEventListener("input", () => { wanted.text = $("search").value; apply(); });
  $("search").addEventListener("keydown", (e) => {
    if (e.key === "Enter") { choose(current, current.step(0)); current.list.focus(); }
    if (e.key === "Escape") everything();
  });
  const servers = new Set(runs.flatMap((run) => run.story.events.map(serverOf)).filter(Boolean));
  $("server").append(new Option("All servers", ""), ...[...servers].map((s) => new Option(visible(s), s)));
  $("server").parentNode.hidden = servers.size < 2;
  $("server").addEventListener("change", () => { wanted.server = $("server").value; apply(); });
  $("keys").addEventListener("click", () => $("help").showModal());
}

function head() {
  const s = runs[0].story, out = $("head");
  const title = el("h1", "", s.title);
  out.append(el("div", "title", runs.length > 1 ? null : verdictOf(s), title, s.place ? el("code", "quiet", s.place) : null));
  if (data.index) { const a = el("a", "", "All results"); a.href = data.index; out.firstChild.append(a); }
  for (const r of s.rules || []) out.append(el("p", "rule", r.id ? el("b", "id", r.id + " ") : null, r.text.split("\n")[0]));
  for (const run of runs) if (run.story.problem) out.append(problem(run));
  if (runs.length > 1) out.append(comparison());
}

// problem says what failed, and leads there and to what went wrong before.
function problem(run) {
  const s = run.story;
  const box = el("div", "problem " + s.verdict.replace(" ", "-"), el("pre", "", s.problem)), ways = el("p", "links");
  if (s.failure) ways.append(button("Go to what failed ( f )", () => failure(run), "primary"));
  for (const c of s.causes || []) ways.append(go(run, c - 1, `Before it, event ${c}: ${s.events[c - 1].k} ${s.events[c - 1].h}`.slice(0, 90)));
  box.append(ways);
  return box;
}

function comparison() {
  const first = data.first;
  const text = first < 0 ? "The two runs are alike." : first === 0 ? "The two runs differ from the first event on." : `The two runs are alike up to event ${first}.`;
  return el("p", "links", text, first < 0 ? null : button("Go to the first difference ( d )", difference, "primary"));
}

function difference() {
  if (data.first >= 0) for (const run of runs.toReversed()) if (run.story.events.length) choose(run, Math.min(data.first, run.story.events.length - 1), true);
}

function failure(run) {
  if (run) { choose(run, run.story.failure - 1, true); run.list.focus({ preventScroll: true }); }
}

// trouble is the next event that is marked, in one of the two directions.
function trouble(way) {
  const events = current.story.events;
  for (let i = current.selected + way; i >= 0 && i < events.length; i += way) {
    if (wrong(current, i) && current.rowOf[i] >= 0) return choose(current, i, true);
  }
}

function follow(to) {
  const e = current.story.events[current.selected];
  if (e && e[to]) choose(current, e[to] - 1);
}

const moves = {
  ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity,
};
const acts = {
  f: () => failure(runs.find((run) => run.story.failure)), n: () => trouble(1), p: () => trouble(-1), a: () => follow("p"), s: () => follow("s"), d: difference,
  "/": () => $("search").focus(), "?": () => $("help").showModal(), Enter: () => $("detail").focus(),
};

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, dialog")) return;
  const listed = e.target.closest(".list");
  if (e.key === "Escape") return current.list.focus();
  if (listed && e.key in moves) {
    current = runs[+listed.id.slice(5)];
    choose(current, current.step(moves[e.key]));
  } else if (e.key in acts && (e.key !== "Enter" || listed)) acts[e.key]();
  else return;
  e.preventDefault();
});

tools();
head();
document.body.classList.toggle("two", runs.length > 1);
$("runs").append(...runs.map((run) => run.node));
if (runs.length > 1) {
  for (const run of runs) run.list.addEventListener("scroll", () => {
    if (run.list.matches(":hover, :focus")) for (const other of runs) if (other !== run) other.list.scrollTop = run.list.scrollTop;
  }, { passive: true });
}
apply();
for (const run of runs) run.measure();
showRun($("detail"), runs[0]);
window.addEventListener("hashchange", visit);
visit() || (runs.length > 1 ? difference() : runs[0].story.failure && runs[0].show(runs[0].story.failure - 1, true));
