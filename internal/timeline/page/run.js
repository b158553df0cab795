// A run is a pane with its rows. Only those that can be seen are in the document: a hundred
// thousand events scroll as ten do.

const rowHeight = 24, timeWidth = 84, gapFrom = 100e6;
const svgName = "http://www.w3.org/2000/svg";

function draw(parent, name, attributes) {
  const node = document.createElementNS(svgName, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  parent.append(node);
  return node;
}

// unanswered reports whether an event is a request to which no answer was sent.
function unanswered(e) {
  return e.q && !e.p;
}

// missing reports whether the client has not seen what a server sent.
function missing(story, e) {
  return story.arrivals && e.k === "wire.sent" && !e.s && !e.u;
}

// wrong reports whether an event is one of those that went wrong.
function wrong(run, i) {
  const e = run.story.events[i];
  return Boolean(e.m || e.d || unanswered(e) || missing(run.story, e) || run.causes.has(i));
}

function verdictOf(s) {
  return s.verdict ? el("span", "verdict " + s.verdict.replace(" ", "-"), s.verdict) : null;
}

class Run {
  constructor(story, number, select) {
    this.story = story;
    this.number = number;
    this.prefix = number ? "b-event-" : "event-";
    this.select = select;
    this.selected = -1;
    this.causes = new Set((story.causes || []).map((c) => c - 1));
    this.texts = [];
    this.build();
    this.filter(() => true);
  }

  build() {
    const s = this.story;
    this.node = el("section", "run");
    this.node.setAttribute("aria-label", visible(s.title));
    this.lanes = el("div", "lanes");
    this.lanes.setAttribute("aria-hidden", "true");
    this.list = el("div", "list");
    this.list.id = "list-" + this.number;
    this.list.tabIndex = 0;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Events of " + visible(s.title));
    this.canvas = el("div", "canvas");
    this.canvas.setAttribute("role", "presentation");
    this.list.append(this.canvas);
    this.node.append(el("p", "which", verdictOf(s), `${s.title} `, el("code", "quiet", s.place || "")), this.lanes, this.list);
    this.list.addEventListener("scroll", () => this.covered() || this.render(), { passive: true });
    this.canvas.addEventListener("click", (e) => {
      const row = e.target.closest("[data-event]");
      if (row) this.select(this, +row.dataset.event);
    });
    new ResizeObserver(() => this.measure()).observe(this.list);
  }

  // measure gives each lane a width, and heads that fit it.
  measure() {
    const room = this.list.clientWidth - timeWidth;
    this.laneWidth = Math.max(16, Math.min(96, Math.floor((room * 0.42) / this.story.lanes.length)));
    this.lanesWidth = this.laneWidth * this.story.lanes.length;
    this.node.classList.toggle("narrow", this.laneWidth < 52);
    const longest = Math.max(...this.story.lanes.map((l) => l.name.length));
    this.lanes.style.height = this.laneWidth < 52 ? Math.min(118, 18 + longest * 7) + "px" : "";
    this.lanes.replaceChildren();
    this.story.lanes.forEach((lane, i) => {
      const name = el("span", "lane " + lane.kind, lane.name);
      name.title = visible(lane.name);
      name.style.left = timeWidth + i * this.laneWidth + "px";
      name.style.width = this.laneWidth + "px";
      this.lanes.append(name);
    });
    this.node.style.setProperty("--text", timeWidth + this.lanesWidth + 12 + "px");
    this.render();
  }

  x(lane) {
    return timeWidth + (lane + 0.5) * this.laneWidth;
  }

  // text is all of an event that a search looks at.
  text(i) {
    if (this.texts[i] === undefined) {
      const e = this.story.events[i];
      const facts = (e.f || []).map((f) => f.name + " " + f.value).join(" ");
      this.texts[i] = [e.k, e.h, e.e || "", e.r || "", facts].join(" ").toLowerCase();
    }
    return this.texts[i];
  }

  // filter makes the rows: the events that are wanted, and a row for each time in which
  // nothing happens. It returns how many events that are.
  filter(wanted) {
    const events = this.story.events;
    this.rows = [];
    this.rowOf = new Int32Array(events.length).fill(-1);
    let before = 0, shown = 0;
    for (let i = 0; i < events.length; i++) {
      if (!wanted(events[i], i, this)) continue;
      if (events[i].t - before >= gapFrom) this.rows.push({ gap: events[i].t - before });
      this.rowOf[i] = this.rows.length;
      this.rows.push({ event: i, repeat: shown > 0 && seconds(events[i].t) === seconds(before) });
      before = events[i].t;
      shown++;
    }
    this.span();
    this.canvas.style.height = this.rows.length * rowHeight + "px";
    this.render();
    return shown;
  }

  // span finds what is drawn from one row to another: requests with their answers, and
  // what was sent with its arrival.
  span() {
    this.spans = [];
    const ends = []; // per lane: when each slot is free again
    this.story.events.forEach((e, i) => {
      const from = this.rowOf[i];
      if (from < 0) return;
      if (e.p && e.p - 1 > i && this.rowOf[e.p - 1] >= 0) {
        const to = this.rowOf[e.p - 1], lane = e.o ? e.o - 1 : e.l;
        const slots = (ends[lane] = ends[lane] || []);
        let slot = slots.findIndex((free) => free < from);
        if (slot < 0) slot = slots.length;
        slots[slot] = to;
        this.spans.push({ kind: "open", from, to, lane, slot: Math.min(slot, 3) });
      }
      if (e.s && e.s - 1 > i && this.rowOf[e.s - 1] >= 0) this.spans.push({ kind: "flight", from, to: this.rowOf[e.s - 1], event: i });
    });
  }

  // covered reports whether all that can be seen has been drawn.
  covered() {
    const top = Math.floor(this.list.scrollTop / rowHeight), bottom = Math.ceil((this.list.scrollTop + this.list.clientHeight) / rowHeight);
    return this.drawn && this.drawn[0] <= top && Math.min(bottom, this.rows.length) <= this.drawn[1];
  }

  // render draws what can be seen now, and a little above and below.
  render() {
    if (!this.laneWidth) return;
    const first = Math.max(0, Math.floor(this.list.scrollTop / rowHeight) - 12);
    const last = Math.min(this.rows.length, first + Math.ceil(this.list.clientHeight / rowHeight) + 24);
    this.drawn = [first, last];
    const rows = [];
    for (let r = first; r < last; r++) rows.push(this.row(r));
    this.canvas.replaceChildren(...rows, this.picture(first, last));
    const active = this.selected >= 0 && this.rowOf[this.selected];
    if (active >= first && active < last) this.list.setAttribute("aria-activedescendant", this.prefix + (this.selected + 1));
    else this.list.removeAttribute("aria-activedescendant");
  }

  row(r) {
    const { event, gap, repeat } = this.rows[r];
    if (gap) {
      const node = el("div", "gap", el("span", "", span(gap) + " later"));
      node.setAttribute("role", "presentation");
      node.style.top = r * rowHeight + "px";
      return node;
    }
    const e = this.story.events[event];
    const badge = this.badge(e, event);
    const node = el("div", ["row", e.g, e.m || "", this.causes.has(event) ? "cause" : "", e.d ? "differs" : ""].join(" "),
      el("span", repeat ? "time repeat" : "time", seconds(e.t)),
      el("span", "what", badge ? el("b", "badge", badge) : null, el("span", "kind", this.kind(e)), el("span", "headline", e.h), e.e ? el("span", "error", e.e.split("\n")[0]) : null));
    node.id = this.prefix + (event + 1);
    node.dataset.event = event;
    node.style.top = r * rowHeight + "px";
    node.setAttribute("role", "option");
    node.setAttribute("aria-selected", event === this.selected);
    node.setAttribute("aria-posinset", event + 1);
    node.setAttribute("aria-setsize", this.story.events.length);
    node.setAttribute("aria-label", this.label(event));
    return node;
  }

  badge(e, i) {
    if (unanswered(e)) return "no answer";
    if (missing(this.story, e)) return "not seen";
    if (this.causes.has(i)) return "before it";
    return { fail: "failed", fault: "fault" }[e.m];
  }

  // kind says what a row is about; of a message who says it to whom is told by the arrow.
  kind(e) {
    const from = this.story.lanes[e.l];
    if (e.g === "message") return from.kind === "client" ? "→ " + this.story.lanes[e.o - 1].name : "← " + from.name;
    return e.g === "step" ? (e.m ? e.k : "") : e.k;
  }

  // label is a row in words.
  label(i) {
    const e = this.story.events[i], lanes = this.story.lanes;
    const where = e.o ? lanes[e.l].name + " to " + lanes[e.o - 1].name : lanes[e.l].name;
    return visible([`event ${i + 1}, ${seconds(e.t)}`, where, e.k, e.h, this.badge(e, i), e.e || ""].filter(Boolean).join(", "));
  }

  // picture draws lanes, dots and arrows behind the rows from first to last.
  picture(first, last) {
    const svg = document.createElementNS(svgName, "svg");
    svg.setAttribute("aria-hidden", "true");
    const top = first * rowHeight, height = (last - first) * rowHeight;
    svg.style.top = top + "px";
    svg.setAttribute("width", timeWidth + this.lanesWidth);
    svg.setAttribute("height", height);
    const y = (r) => (r + 0.5) * rowHeight - top;
    this.story.lanes.forEach((lane, i) => draw(svg, "line", { class: "rail " + lane.kind, x1: this.x(i), x2: this.x(i), y1: 0, y2: height }));
    for (const s of this.spans) {
      if (s.to < first || s.from >= last) continue;
      if (s.kind === "open") draw(svg, "rect", { class: "open", x: this.x(s.lane) + 1 + 3 * s.slot, width: 4, y: y(s.from), height: y(s.to) - y(s.from), rx: 2 });
      else this.flight(svg, s, y);
    }
    this.followed(svg, y);
    for (let r = first; r < last; r++) if (!this.rows[r].gap) this.mark(svg, this.rows[r].event, y(r));
    return svg;
  }

  // flight is what was sent on its way to where it was seen.
  flight(svg, s, y) {
    const e = this.story.events[s.event], seen = this.story.events[e.s - 1];
    this.arrow(svg, this.x(e.l), y(s.from), this.x(seen.l), y(s.to), "message" + (e.m ? " " + e.m : ""));
  }

  // followed is the way from the selected event to its pair.
  followed(svg, y) {
    const e = this.story.events[this.selected];
    if (!e || !e.p) return;
    const a = this.rowOf[Math.min(this.selected, e.p - 1)], b = this.rowOf[Math.max(this.selected, e.p - 1)];
    if (a < 0 || b < 0) return;
    const lane = Math.max(e.l, (e.o || 1) - 1), x = this.x(lane), bend = Math.min(26, this.laneWidth / 2 + 4);
    draw(svg, "path", { class: "follow", d: `M ${x} ${y(a)} C ${x + bend} ${y(a)}, ${x + bend} ${y(b)}, ${x + 6} ${y(b)}` });
    this.tip(svg, x + 5, y(b), Math.PI, "follow");
  }

  arrow(svg, x1, y1, x2, y2, className) {
    draw(svg, "line", { class: "arrow " + className, x1, y1, x2, y2 });
    this.tip(svg, x2, y2, Math.atan2(y2 - y1, x2 - x1), className);
  }

  // tip is the head of an arrow that comes from an angle.
  tip(svg, x, y, angle, className) {
    draw(svg, "path", { class: "tip " + className, d: "M 0 0 l -8 -3.5 v 7 z", transform: `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})` });
  }

  // mark is the shape of one event: a dot, of a fault a diamond, of a failure a cross.
  mark(svg, i, y) {
    const e = this.story.events[i], x = this.x(e.l), className = e.g + " " + (e.m || "");
    if (e.o && !(e.s && this.rowOf[e.s - 1] >= 0)) {
      const lost = missing(this.story, e), end = this.x(e.o - 1);
      if (lost) {
        const middle = (x + end) / 2;
        draw(svg, "line", { class: "arrow lost", x1: x, y1: y, x2: middle, y2: y });
        draw(svg, "path", { class: "cross lost", d: `M ${middle - 4} ${y - 4} l 8 8 m 0 -8 l -8 8` });
      } else this.arrow(svg, x, y, end, y, className);
    }
    if (e.m === "fail") draw(svg, "path", { class: "cross fail", d: `M ${x - 5} ${y - 5} l 10 10 m 0 -10 l -10 10` });
    else if (e.m === "fault") draw(svg, "path", { class: "diamond", d: `M ${x} ${y - 6} l 6 6 l -6 6 l -6 -6 z` });
    else draw(svg, "circle", { class: "dot " + className, cx: x, cy: y, r: e.g === "step" ? 4 : 3 });
  }

  // show selects an event and brings it into view.
  show(i, centred) {
    this.selected = i;
    const r = this.rowOf[i], top = r * rowHeight, list = this.list;
    if (centred || top < list.scrollTop || top + rowHeight > list.scrollTop + list.clientHeight) {
      const away = centred || Math.abs(top - list.scrollTop) > list.clientHeight * 1.5;
      list.scrollTop = away ? top - list.clientHeight * 0.4 : top < list.scrollTop ? top : top + rowHeight - list.clientHeight;
    }
    this.render();
  }

  // step is the event that is n shown events from the selected one; if none is selected, from
  // the first that can be seen.
  step(n) {
    const shown = this.rows.filter((r) => !r.gap).map((r) => r.event);
    const at = shown.indexOf(this.selected), top = this.list.scrollTop / rowHeight;
    const from = at < 0 ? shown.findIndex((i) => this.rowOf[i] >= top) - Math.sign(n) : at;
    return shown.length ? shown[Math.max(0, Math.min(shown.length - 1, from + n))] : -1;
  }
}
