// Plays the pictures of a game. Without it the page has the last picture and the moves.
"use strict";
const film = document.getElementById("film");
if (film) show(film);

async function show(film) {
  const narrow = matchMedia("(max-width: 40rem)").matches;
  const screen = film.querySelector(narrow ? ".narrow" : ".wide");
  const answer = await fetch(film.dataset.film + (narrow ? "?narrow" : ""));
  if (!answer.ok) return;
  const changes = await answer.json();
  const bar = film.querySelector("figcaption"), range = bar.querySelector("input"), output = bar.querySelector("output");
  const items = new Map();
  for (const item of document.querySelectorAll(".moves li")) items.set(item.value, item);

  // Pictures share the lines that do not change.
  const pictures = [];
  let lines = [];
  for (const change of changes) {
    lines = lines.slice();
    for (const [row, ...runs] of change) lines[row] = runs;
    pictures.push(lines);
  }
  const last = pictures.length - 1;
  let at = last, timer = 0, now = null;

  function draw(moment) {
    at = Math.min(Math.max(moment, 0), last);
    const all = document.createDocumentFragment();
    for (const runs of pictures[at]) {
      for (let i = 0; i < runs.length; i += 2) {
        const span = document.createElement("span");
        span.className = runs[i];
        span.textContent = runs[i + 1];
        all.append(span);
      }
      all.append("\n");
    }
    screen.replaceChildren(all);
    range.value = at;
    output.textContent = at < last ? at + " of " + (last - 1) : "all hands";
    if (now) now.classList.remove("now");
    now = items.get(at);
    if (now) now.classList.add("now");
    if (at === last) stop();
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    bar.querySelector("[data-do=play]").textContent = "Play";
  }
  const doing = {
    first: () => { stop(); draw(0); },
    back: () => { stop(); draw(at - 1); },
    next: () => { stop(); draw(at + 1); },
    last: () => { stop(); draw(last); },
    play: () => {
      if (timer) return stop();
      if (at === last) draw(0);
      bar.querySelector("[data-do=play]").textContent = "Stop";
      timer = setInterval(() => draw(at + 1), 900);
    },
  };
  bar.addEventListener("click", (e) => { const what = e.target.dataset.do; if (what) doing[what](); });
  range.addEventListener("input", () => { stop(); draw(Number(range.value)); });
  for (const [moment, item] of items) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...item.childNodes);
    button.addEventListener("click", () => { stop(); draw(moment); });
    item.append(button);
  }
  document.addEventListener("keydown", (e) => {
    if (e.target === range || e.ctrlKey || e.metaKey || e.altKey) return;
    const what = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    if (what) { doing[what](); e.preventDefault(); }
  });
  range.max = last;
  draw(last);
  bar.hidden = false;
}
