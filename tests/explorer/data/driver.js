// Drives an exported page as a person would, and writes what it shows into the page.
(() => {
  const told = [];
  const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const rows = (pane) => [...document.querySelectorAll(`#${pane} .row`)].map((row) => {
    const part = (name) => (row.querySelector(`:scope > .${name}`) || { textContent: "" }).textContent;
    const flags = [...row.classList].filter((name) => ["fresh", "ghost"].includes(name)).sort();
    return [part("m"), part("n").trim(), part("t"), part("b"), part("w"), flags.join(" ")].join("|");
  });
  const position = () => Number(document.body.dataset.position);
  const frame = () => ({
    position: position(), live: rows("live"), patch: rows("patch"), result: rows("result"),
    why: [...document.querySelectorAll("#why p")].map((line) => line.textContent),
  });
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  const toStep = (step) => click(document.querySelector(`#steps .row[data-row="${step}"]`));
  const end = document.querySelectorAll("#steps .row").length - 1;

  key("^");
  const frames = [frame()];
  for (let step = 0; step < end; step += 1) { key("s"); frames.push(frame()); }
  const back = [];
  for (let step = end; step > 0; step -= 1) { key("S"); back.push(frame()); }
  const ways = [];
  for (let step = 0; step <= end; step += 1) {
    for (const name of "sSoOfFcCxX^$][") {
      toStep(step);
      key(name);
      ways.push([step, name, position()]);
    }
  }
  toStep(0);
  click(document.querySelector("#strip").lastElementChild);
  const strip = position();
  const picks = [];
  for (const row of document.querySelectorAll("#live .row")) picks.push(row.dataset.row);
  const picked = picks.map((at) => {
    click(document.querySelector(`#live .row[data-row="${at}"]`));
    return ["live", "patch", "result"].map((pane) => {
      const found = document.querySelector(`#${pane} .row.pick`);
      return found ? Number(found.dataset.row) : -1;
    });
  });
  click(document.querySelector("#play"));
  const playing = document.querySelector("#play").textContent;
  key(" ");
  const stopped = document.querySelector("#play").textContent;
  const blocked = [];
  document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
  document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:9/a.png" }));
  fetch("http://127.0.0.1:9/").catch(() => {});
  const strange = [...document.querySelectorAll("body *")].map((one) => one.localName).filter((name) => ["b", "marquee", "svg", "iframe"].includes(name));
  setTimeout(() => {
    const out = document.createElement("pre");
    out.id = "told";
    out.textContent = JSON.stringify({ frames, back, ways, strip, picked, playing, stopped, blocked: [...new Set(blocked)].sort(), strange, hacked: typeof window.hacked });
    document.body.append(out);
  }, 50);
})();
