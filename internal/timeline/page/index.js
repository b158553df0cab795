"use strict";
// The filter of the table of Rules: without it all are there.

const rows = [...document.querySelectorAll("#rules > tbody > tr")];
const texts = rows.map((r) => r.textContent.toLowerCase());
const search = document.getElementById("search"), verdict = document.getElementById("verdict");

function apply() {
  const text = search.value.toLowerCase();
  let shown = 0;
  rows.forEach((r, i) => {
    r.hidden = (verdict.value !== "" && r.dataset.verdict !== verdict.value) || !texts[i].includes(text);
    if (!r.hidden) shown++;
  });
  document.getElementById("count").textContent = `${shown} of ${rows.length} Rules`;
}

search.addEventListener("input", apply);
verdict.addEventListener("change", apply);
apply();
