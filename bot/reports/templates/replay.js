"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const label = game.labels;
  const find = (selector) => document.querySelector(selector);
  const make = (tag, className = "", text = "") => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text) element.textContent = text;
    return element;
  };
  const SVG = "http://www.w3.org/2000/svg";
  const KINDS = ["vote", "nominate", "shot", "check", "care", "deed", "guess"];
  const GOOD = ["red", "town"];
  let all = false, at = 0, playing = 0, shown = [];

  // --- the page, once ---------------------------------------------------------------------------------------
  find("h1").textContent = game.title;
  find(".about").textContent = game.about.join(" · ");
  find(".log h2").textContent = label.log;
  find(".view").setAttribute("aria-label", label.view);
  for (const [name, value] of [["table", false], ["cards", true]]) {
    const choice = make("label"), input = make("input");
    input.type = "radio"; input.name = "view"; input.value = name; input.checked = value === all;
    input.addEventListener("change", () => { all = value; choose(); });
    choice.append(input, make("span", "", label[name]));
    find(".view").append(choice);
  }

  const seats = game.seats.map((seat, index) => {
    const angle = Math.PI * 2 * index / game.seats.length - Math.PI / 2;
    const box = make("div", "seat"), chip = make("div", "chip", String(index + 1));
    const x = 50 + 41 * Math.cos(angle), y = 49 + 40.5 * Math.sin(angle);
    box.style.left = `${x}%`; box.style.top = `${y}%`;
    const icon = make("span", "icon"), fouls = make("span", "fouls"), role = make("span", "role");
    const name = make("bdi", "name", seat.name);
    name.title = seat.name;
    chip.append(icon, fouls);
    box.append(chip, name, role);
    find(".table").append(box);
    return { box, icon, fouls, role, x: x * 10, y: (y - 2.6) * 10 };
  });

  if (seats.length > 10) find(".table").classList.add("many");
  const arrows = find(".arrows"), defs = document.createElementNS(SVG, "defs");
  for (const kind of KINDS) {
    const marker = document.createElementNS(SVG, "marker"), tip = document.createElementNS(SVG, "path");
    for (const [key, value] of Object.entries({ id: `tip-${kind}`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 22, markerHeight: 22, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" })) marker.setAttribute(key, value);
    tip.setAttribute("d", "M0 0 L10 5 L0 10 z");
    marker.setAttribute("class", kind);
    marker.append(tip); defs.append(marker);
  }
  arrows.append(defs);

  // --- one frame ----------------------------------------------------------------------------------------------
  function draw() {
    const frame = shown[at];
    document.body.classList.toggle("night", frame.night);
    find(".felt b").textContent = game.chapters[frame.chapter];
    find(".felt span").textContent = at === shown.length - 1 ? "🏁" : frame.night ? "🌙" : "☀️";
    seats.forEach((seat, index) => {
      const number = index + 1, card = game.seats[index];
      const known = all || frame.shown.includes(number) || at === shown.length - 1;
      const side = GOOD.includes(card.side) ? "good" : card.side === "loner" ? "loner" : "bad";
      seat.box.className = "seat" + (known ? ` known ${side}` : "") + (frame.alive.includes(number) ? "" : " out")
        + (frame.speaker === number ? " speaks" : "") + (frame.standing.includes(number) ? " stands" : "")
        + (frame.prison.includes(number) ? " jailed" : "");
      seat.icon.textContent = known ? card.icon : "";
      seat.role.textContent = known ? card.role : "";
      seat.fouls.textContent = "!".repeat(frame.fouls[number] || 0);
    });
    for (const old of arrows.querySelectorAll(":scope > path")) old.remove();
    for (const [from, to, kind] of frame.arrows) arrows.append(arrow(seats[from - 1], seats[to - 1], kind, from === to));
    const said = find(".said");
    said.classList.toggle("secret", frame.secret);
    said.replaceChildren(...frame.text.map((line) => make("p", "", line)));
    const slider = find(".slider");
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${game.chapters[frame.chapter]}: ${frame.text.join(" ")}`);
    find(".back").disabled = at === 0;
    find(".forward").disabled = at === shown.length - 1;
    find(".chapters").querySelectorAll("button").forEach((button, index) => {
      if (index === frame.chapter) {
        button.setAttribute("aria-current", "step");
        const strip = find(".chapters");
        strip.scrollLeft = button.offsetLeft - strip.offsetLeft - strip.clientWidth / 2 + button.clientWidth / 2;
      } else button.removeAttribute("aria-current");
    });
    const lines = find(".log ol").querySelectorAll("li[data-at]");
    lines.forEach((line) => {
      const place = Number(line.dataset.at);
      line.classList.toggle("now", place === at);
      line.classList.toggle("later", place > at);
      if (place === at) {
        const list = find(".log ol");
        list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    });
  }

  function arrow(from, to, kind, own) {
    const path = document.createElementNS(SVG, "path");
    if (own) {
      path.setAttribute("d", `M${from.x - 34} ${from.y - 30} C ${from.x - 90} ${from.y - 120}, ${from.x + 90} ${from.y - 120}, ${from.x + 36} ${from.y - 36}`);
    } else {
      const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
      const start = 52 / length, end = 1 - 60 / length;
      const bend = 0.08, mx = (from.x + to.x) / 2 - dy * bend, my = (from.y + to.y) / 2 + dx * bend;
      path.setAttribute("d", `M${from.x + dx * start} ${from.y + dy * start} Q ${mx} ${my} ${from.x + dx * end} ${from.y + dy * end}`);
    }
    path.setAttribute("class", kind);
    path.setAttribute("marker-end", `url(#tip-${kind})`);
    return path;
  }

  // --- which frames, and where --------------------------------------------------------------------------------
  function choose() {
    const frame = shown[at];
    const old = frame ? game.frames.indexOf(frame) : 0;
    shown = game.frames.filter((one) => all || !one.secret);
    at = Math.max(0, shown.findLastIndex((one) => game.frames.indexOf(one) <= old));
    find(".slider").max = shown.length - 1;
    const list = find(".log ol");
    list.replaceChildren();
    let chapter = -1;
    shown.forEach((one, place) => {
      if (one.chapter !== chapter) {
        chapter = one.chapter;
        list.append(make("li", "chapter", game.chapters[chapter]));
      }
      const line = make("li", one.secret ? "secret" : ""), jump = make("button", "", one.text.join("\n"));
      jump.type = "button";
      jump.tabIndex = -1;
      jump.addEventListener("click", () => go(place));
      line.dataset.at = place;
      line.append(jump);
      list.append(line);
    });
    draw();
  }

  function go(place) {
    at = Math.min(Math.max(place, 0), shown.length - 1);
    if (at === shown.length - 1) stop();
    draw();
  }
  function leap(by) {
    const now = shown[at].chapter;
    if (by > 0) {
      const next = shown.findIndex((one) => one.chapter > now);
      go(next < 0 ? shown.length - 1 : next);
    } else {
      const first = shown.findIndex((one) => one.chapter === now);
      go(at > first ? first : shown.findIndex((one) => one.chapter === now - 1));
    }
  }
  function stop() {
    clearInterval(playing);
    playing = 0;
    find(".play").textContent = "▶";
    find(".play").setAttribute("aria-label", label.play);
  }
  function play() {
    if (playing) return stop();
    if (at === shown.length - 1) at = 0;
    playing = setInterval(() => go(at + 1), 1600);
    find(".play").textContent = "❚❚";
    find(".play").setAttribute("aria-label", label.pause);
    draw();
  }

  game.chapters.forEach((title, index) => {
    const button = make("button", "", title);
    button.type = "button";
    button.addEventListener("click", () => go(shown.findIndex((one) => one.chapter >= index)));
    find(".chapters").append(button);
  });
  find(".chapters").setAttribute("aria-label", label.step);
  find(".table").setAttribute("role", "group");
  find(".table").setAttribute("aria-label", label.seats);
  const back = find(".back"), forward = find(".forward"), slider = find(".slider");
  back.textContent = "←"; back.setAttribute("aria-label", label.back);
  forward.textContent = "→"; forward.setAttribute("aria-label", label.forward);
  back.addEventListener("click", () => go(at - 1));
  forward.addEventListener("click", () => go(at + 1));
  find(".play").addEventListener("click", play);
  slider.setAttribute("aria-label", label.slider);
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.target.closest(".view") ? 0 : { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { event.preventDefault(); if (event.shiftKey) leap(step); else go(at + step); }
    else if (event.key === "Home") { event.preventDefault(); go(0); }
    else if (event.key === "End") { event.preventDefault(); go(shown.length - 1); }
    else if (event.key === " " && event.target === document.body) { event.preventDefault(); play(); }
  });

  const used = KINDS.filter((kind) => game.frames.some((frame) => frame.arrows.some((one) => one[2] === kind)));
  for (const kind of used) {
    const item = make("span");
    item.append(make("i", kind), document.createTextNode(label[kind]));
    find(".key").append(item, document.createTextNode(" "));
  }
  find(".key").append(make("br"), document.createTextNode(label.help));
  stop();
  choose();
})();
