"use strict";
// Plays the merge in a browser: the nodes as they are at step 0, and what each step changes. Rows look as in the explorer
// (src/report/rows); all text is added as text, never as markup.
(() => {
  const D = JSON.parse(document.getElementById("data").textContent);
  const S = (index) => D.strings[index];
  const END = D.steps.length;
  const [REJECTED, SERVER_ONLY, REORDERED, RETAINED, CLEARED, ADDED, CHANGED, DELETED, REPLACED, WARNING] = D.marks.map((_, at) => 1 << at);
  // What the first line of a text has where its other lines have only what changed.
  const OF_TEXT = ADDED | CHANGED | REPLACED;
  const [UNBORN, PRESENT, GONE, SUPERSEDED] = [0, 1, 2, 3];

  // ---- the scene ----
  const source = D.source.slice(), state = D.state.slice(), marks = new Array(D.parent.length).fill(0);
  const children = new Map(D.children.map(([id, ...list]) => [id, list]));
  const ordinal = new Map();
  for (const list of children.values()) {
    let at = 0;
    for (const id of list) if (id < D.live_count) ordinal.set(id, ++at);
  }
  let position = 0, touched = new Set(), picked = null;
  // The furthest step that was shown: a lesson hides the steps after it.
  let reached = 0, showsAll = !D.lesson?.choices.length;
  // Predict mode: a question is asked before each step.
  let predicts = false, asked = null, score = [0, 0];
  const isHidden = (step) => (predicts ? step > position : !showsAll && step > reached);

  const isScalar = (id) => D.kinds[source[id]] % 4 === 0;
  const isList = (id) => D.kinds[source[id]] % 4 === 1;
  const isBare = (id) => (D.kinds[source[id]] & 4) !== 0;
  const isName = (id) => (D.kinds[source[id]] & 8) !== 0;
  const below = (id) => children.get(id) || [];
  const isEmpty = (id) => !below(id).some((child) => state[child] === PRESENT);

  const change = (list, width, way) => {
    const apply = (at) => way(list[at], list[at + 1], list[at + 2]);
    for (let at = 0; at < list.length; at += width) apply(at);
  };
  const play = (step, forward) => {
    const { source: sources = [], state: states = [], marks: masks = [], order = [] } = step.edits;
    change(sources, 3, (id, before, after) => { source[id] = forward ? after : before; });
    change(states, 3, (id, before, after) => { state[id] = forward ? after : before; });
    change(masks, 3, (id, before, after) => { marks[id] = forward ? after : before; });
    for (const [id, before, after] of order) children.set(id, forward ? after : before);
  };
  const seek = (target) => {
    const to = Math.max(0, Math.min(END, target));
    while (position < to) play(D.steps[position++], true);
    while (position > to) play(D.steps[--position], false);
    touched = new Set(position > 0 ? D.steps[position - 1].touched : []);
    reached = Math.max(reached, position);
  };

  // ---- rows ----
  const shownChildren = (id) => {
    const all = below(id);
    if (!isBare(id) || (isList(id) && D.parent[id] < 0)) return all;
    const first = all.find((child) => state[child] === PRESENT);
    return first === undefined ? all : [first, ...all.filter((child) => child !== first)];
  };
  const headText = (id, empty) => S(empty && !isScalar(id) ? D.empty[source[id]] : D.text[source[id]]);
  const ghostName = (id) => {
    const scalars = below(id).filter(isScalar);
    const named = scalars.find(isName) ?? scalars[0];
    return named === undefined ? (isList(id) ? "[…]" : "{…}") : headText(named, false);
  };
  const ghostMark = (id) => [CLEARED, REPLACED, DELETED].find((mark) => marks[id] & mark) ?? 0;
  const noteOf = (row) => {
    if (row.ghost) return { [CLEARED]: "cleared", [REPLACED]: "replaced", [DELETED]: "removed" }[row.marks] ?? "not merged";
    const words = [];
    for (const [item, index] of row.dashes) {
      const serverOnly = marks[item] & SERVER_ONLY;
      if (item >= D.live_count || !(serverOnly || marks[item] & REORDERED)) continue;
      const before = ordinal.get(item), after = index + 1;
      if (serverOnly) words.push("server-only");
      if (before !== after) words.push(`${before} → ${after}`);
      else if (!serverOnly) words.push("reordered");
    }
    if (marks[row.id] & RETAINED) words.push("kept");
    return words.join(" ");
  };
  const resultRows = () => {
    const rows = [];
    let number = 0;
    const stack = [{ list: [0], at: 0, indent: 0, isList: false, dashes: [], index: 0 }];
    while (stack.length > 0) {
      const frame = stack[stack.length - 1];
      if (frame.at >= frame.list.length) { stack.pop(); continue; }
      const id = frame.list[frame.at++];
      if (state[id] === UNBORN || state[id] === SUPERSEDED) continue;
      const ghost = state[id] === GONE;
      const index = frame.index;
      let dashes = [], indent = frame.indent;
      if (!ghost) { frame.index += 1; dashes = frame.dashes; frame.dashes = []; }
      if (frame.isList) { dashes = [...dashes, [id, index]]; indent += 2; }
      const scalar = isScalar(id), more = scalar ? D.more[source[id]] || [] : [];
      const nothing = !scalar && isEmpty(id);
      const own = ghost ? 1 : scalar ? 1 + more.length : !isBare(id) || nothing ? 1 : 0;
      if (own > 0) {
        const hollow = nothing && !(ghost && below(id).length > 0);
        const head = ghost && !scalar && !hollow && isBare(id) ? ghostName(id) : headText(id, hollow);
        const row = { id, dashes, ghost, number: ghost ? 0 : number + 1, badge: D.badges[id] };
        row.text = " ".repeat(indent - 2 * dashes.length) + "- ".repeat(dashes.length) + head;
        if (ghost) {
          row.marks = ghostMark(id);
          row.badge = undefined;
          row.fresh = touched.has(id);
        } else {
          const about = [...dashes.map(([item]) => item), id];
          row.marks = about.reduce((all, node) => all | marks[node], 0);
          row.fresh = about.some((node) => touched.has(node));
          for (let up = D.parent[id]; up >= D.live_count; up = D.parent[up]) {
            row.marks |= marks[up] & (ADDED | REPLACED);
            row.fresh = row.fresh || touched.has(up);
          }
          for (let up = D.parent[id]; up >= 0; up = D.parent[up]) row.marks |= marks[up] & SERVER_ONLY;
        }
        row.note = noteOf(row);
        rows.push(row);
        if (!ghost) {
          // Of a text of which some lines are new only these are marked, and the first line.
          const added = row.marks & OF_TEXT ? D.added_lines[source[id]] : undefined;
          const others = row.marks & ~OF_TEXT;
          more.forEach((line, part) => rows.push({
            id, dashes: [], ghost, number: number + 2 + part, note: "", part: part + 1,
            marks: !added ? row.marks : added.includes(part + 1) ? others | CHANGED : others,
            fresh: row.fresh && (!added || added.includes(part + 1)),
            text: S(line) === "" ? "" : " ".repeat(indent) + S(line),
          }));
        }
      }
      if (ghost) continue;
      number += own;
      if (!scalar && below(id).length > 0) {
        stack.push({
          list: shownChildren(id), at: 0, isList: isList(id), index: 0, dashes: own === 0 ? dashes : [],
          indent: isBare(id) || isList(id) ? indent : indent + 2,
        });
      }
    }
    return rows;
  };
  const liveMarks = (id) => {
    let all = marks[id] & ~(ADDED | DELETED);
    for (let at = id; at >= 0; at = D.parent[at]) {
      all |= marks[at] & SERVER_ONLY;
      if (state[at] === GONE) return ghostMark(at);
      if (state[at] === SUPERSEDED) return REPLACED;
    }
    return all;
  };
  const faulty = (row) => (D.rejection >= 0 && position > D.rejection ? row.faulty : undefined);
  const liveRows = () => D.live.map((row) => {
    const about = row.nodes || [];
    const changed = row.changes !== undefined && liveMarks(row.changes) & (OF_TEXT | DELETED) ? CHANGED : 0;
    return {
      ...row, text: S(row.text), note: "", faulty: faulty(row), marks: about.reduce((all, id) => all | liveMarks(id), changed),
      fresh: about.some((id) => touched.has(id)),
    };
  });
  const patchRows = (which) => {
    const about = position > 0 ? D.steps[position - 1].about : [];
    return D.patches[which].map((row, at) => {
      const out = { ...row, text: S(row.text), note: "", faulty: faulty(row), marks: 0, stage: "" };
      if (row.warned < position) out.marks |= WARNING;
      if (row.step !== undefined) {
        const now = row.step + 1 === position && row.whole;
        out.stage = row.step >= position ? "later" : now ? "now" : "done";
        // A further line of a text has a mark of its own, but waits with the first one.
        if (out.stage === "later" && row.changes !== undefined) out.stage = "";
        else if (out.stage !== "later" && row.whole && row.mark !== undefined) out.marks |= 1 << row.mark;
      }
      out.fresh = (out.stage === "now" && row.changes === undefined) || (row.step !== undefined && about.some(([doc, line]) => doc === which && line === at));
      return out;
    });
  };

  // ---- drawing: only what is seen has elements ----
  const HEIGHT = 20;
  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  // Inline code between backticks.
  const rich = (name, className, text) => {
    const made = element(name, className);
    text.split("`").forEach((part, at, all) => {
      const isCode = at % 2 === 1 && at < all.length - 1;
      made.append(isCode ? element("code", "", part) : at % 2 === 1 ? "`" + part : part);
    });
    return made;
  };
  const marksOf = (mask) => D.marks.map((mark, at) => ({ ...mark, at })).filter(({ at }) => mask & (1 << at));
  const panes = {};
  const drawRow = (pane, row, at) => {
    const made = element("div", "row");
    made.style.top = `${at * HEIGHT}px`;
    made.dataset.row = at;
    const found = marksOf(row.marks).slice(0, 2);
    const sign = element("span", "m");
    for (const mark of found) {
      const glyph = element("span", `c${mark.at}`, mark.glyph);
      glyph.title = mark.meaning;
      sign.append(glyph);
    }
    if (found.length === 0 && row.stage === "later") sign.textContent = "·";
    made.append(sign);
    made.append(element("span", "n", `${row.number || "·"}`.padStart(pane.digits) + " "));
    const text = element("span", "t");
    const tint = [CLEARED, DELETED, ADDED].find((mark) => row.marks & mark);
    if (tint) text.classList.add(`c${Math.log2(tint)}`);
    if (row.faulty) {
      const [before, part] = row.faulty;
      const end = before.length + part.length;
      text.append(row.text.slice(0, before.length), element("span", "faulty", part), row.text.slice(end));
    } else if (row.ghost || (pane.name === "live" && row.marks & (DELETED | CLEARED))) {
      // The indent is no part of what is gone.
      const bare = row.text.trimStart();
      text.append(row.text.slice(0, row.text.length - bare.length), element("span", "s", bare));
    } else text.textContent = row.text;
    made.append(text);
    if (row.badge !== undefined) made.append(element("span", "b", `⟨${S(row.badge)}⟩`));
    if (row.note) made.append(element("span", `w${found[0] ? ` c${found[0].at}` : ""}`, row.note));
    made.classList.toggle("fresh", !!row.fresh);
    made.classList.toggle("ghost", !!row.ghost);
    made.classList.toggle("later", row.stage === "later");
    made.classList.toggle("now", row.stage === "now");
    made.classList.toggle("pick", pane.pick === at);
    return made;
  };
  const drawStep = (pane, step, at) => {
    const made = element("div", "row");
    made.style.top = `${at * HEIGHT}px`;
    made.dataset.row = at;
    made.id = `step-${at}`;
    made.setAttribute("role", "option");
    made.setAttribute("aria-selected", at === position);
    const hides = isHidden(at);
    const mark = step && step.mark !== undefined && !hides ? D.marks[step.mark] : undefined;
    const sign = element("span", `m${mark ? ` c${step.mark}` : ""}`, mark ? mark.glyph : "·");
    if (mark) sign.title = mark.meaning;
    const depth = step ? "  ".repeat(step.depth) : "";
    made.append(element("span", "n", `${at}`.padStart(pane.digits) + " "), sign);
    const text = hides ? "?" : step ? `${depth}${S(step.label)}  ${S(step.path)}` : "live object";
    made.append(element("span", "t", text));
    made.title = text.trim();
    made.classList.toggle("fresh", at === position);
    made.classList.toggle("later", at > position);
    return made;
  };
  // Before anything is scrolled to: a place that is not as long as its rows cannot be scrolled so far.
  const stretch = (pane) => { pane.body.style.height = `${pane.rows.length * HEIGHT}px`; };
  let printing = false;
  const paint = (pane) => {
    if (printing) {
      pane.body.replaceChildren(...pane.rows.map((row, at) => pane.draw(pane, row, at)));
      return;
    }
    const top = Math.max(0, Math.floor(pane.scroll.scrollTop / HEIGHT) - 10);
    const count = Math.ceil(pane.scroll.clientHeight / HEIGHT) + 20;
    const shown = pane.rows.slice(top, top + count).map((row, at) => pane.draw(pane, row, top + at));
    pane.body.replaceChildren(...shown);
  };
  const reveal = (pane, row) => {
    if (row === undefined || row < 0) return;
    const { scrollTop, clientHeight } = pane.scroll;
    const y = row * HEIGHT;
    if (y < scrollTop || y + HEIGHT > scrollTop + clientHeight) pane.scroll.scrollTop = Math.max(0, y - clientHeight / 2);
  };
  const digits = (count) => `${Math.max(1, count)}`.length;

  // ---- what belongs together ----
  // A place: [result node, row of live, patch, row of that patch]; -1 where there is none.
  const rowOfResult = (id) => {
    for (let at = id; at >= 0; at = D.parent[at]) {
      const found = panes.result.rows.findIndex((row) => row.id === at || row.dashes.some(([item]) => item === at));
      if (found >= 0) return found;
    }
    return -1;
  };
  const placeOf = (name, at) => {
    if (name === "result") {
      const id = panes.result.rows[at].id;
      return [id, ...D.places[id]];
    }
    return (name === "live" ? D.live : D.patches[D.shown])[at].place;
  };
  const stepsAt = (id) => D.steps.flatMap((step, at) => (step.at === id || step.touched.includes(id) ? [at + 1] : []));
  const show = (place) => {
    picked = place;
    const [id, live, patch, line] = place;
    if (patch >= 0 && patch !== D.shown) choosePatch(patch);
    panes.result.pick = id >= 0 ? rowOfResult(id) : -1;
    panes.live.pick = live;
    panes.patch.pick = patch === D.shown ? line : -1;
    for (const name of ["live", "patch", "result"]) reveal(panes[name], panes[name].pick);
  };
  const choosePatch = (which) => {
    D.shown = which;
    panes.patch.rows = patchRows(which);
    stretch(panes.patch);
    panes.patch.digits = digits(D.patches[which].length);
    panes.patch.title.textContent = D.names[which + 1] + (D.patches.length > 1 ? ` (${which + 1}/${D.patches.length})` : "");
  };

  // ---- the frame ----
  const why = document.getElementById("why"), slider = document.getElementById("slider");
  const strip = document.getElementById("strip"), status = document.getElementById("status");
  const cells = [];
  const explain = () => {
    const lines = position > 0 ? D.steps[position - 1].story : D.beginning;
    const parts = asked ? questionParts() : lines.map(([kind, text]) => rich("p", D.kinds_of_lines[kind], S(text)));
    if (picked && picked.steps) {
      parts.push(element("p", "Blank"), element("p", "Title", picked.steps.length > 0
        ? "Steps that changed this line:" : "No step changes this line."));
      const list = element("ol");
      for (const number of picked.steps.slice(0, 50)) {
        const button = element("button", "", `${number}  ${S(D.steps[number - 1].label)}  ${S(D.steps[number - 1].path)}`);
        button.addEventListener("click", () => visit(number));
        const item = element("li");
        item.append(button);
        list.append(item);
      }
      parts.push(list);
    }
    why.replaceChildren(...parts);
  };
  const draw = () => {
    panes.live.rows = liveRows();
    panes.patch.rows = D.patches.length > 0 ? patchRows(D.shown) : [];
    panes.result.rows = resultRows();
    Object.values(panes).forEach(stretch);
    if (picked) show(picked);
    panes.result.title.textContent = `${D.rejection >= 0 && position > D.rejection ? "✗ rejected  " : ""}step ${position}/${END}`;
    panes.steps.scroll.setAttribute("aria-activedescendant", `step-${position}`);
    reveal(panes.steps, position);
    for (const pane of Object.values(panes)) paint(pane);
    slider.value = position;
    slider.setAttribute("aria-valuetext", `step ${position} of ${END}`);
    for (const { cell, from, to, mark } of cells) {
      cell.className = mark !== undefined && !isHidden(to - 1) ? `c${mark}` : "";
      cell.classList.toggle("played", from <= position);
      cell.classList.toggle("current", from <= position && position < to);
    }
    explain();
    // It can be the answer to the question of a lesson.
    document.getElementById("outcome").hidden = isHidden(END);
    document.body.dataset.position = position;
  };
  const go = (to) => {
    asked = null;
    seek(to);
    const step = D.steps[position - 1];
    if (step) picked = step.place;
    draw();
    drawLesson();
  };
  // The address follows, so that it can be copied. Some browsers do not allow it for local files.
  const follow = () => {
    try { history.replaceState(null, "", `#step-${position}`); } catch { /* the page works without it */ }
  };
  const visit = (to) => { go(to); follow(); };
  const say = (text) => { status.textContent = text; };

  // ---- predict mode ----
  const ask = () => {
    const question = D.questions.find((one) => one.position > position);
    if (!question) { visit(END); return; }
    // Steps that only lead to others are played.
    if (question.position - 1 > position) seek(question.position - 1);
    asked = question;
    picked = null;
    // On a narrow screen another pane may be shown.
    choosePane("explanation");
    draw();
  };
  const answer = (at) => {
    const { choices, right, position: to } = asked;
    score = [score[0] + (at === right ? 1 : 0), score[1] + 1];
    visit(to);
    const verdict = at === right ? "Right" : `Wrong; the answer is: ${choices[right]}`;
    say(`${verdict} · ${score[0]} of ${score[1]}`);
  };
  const questionParts = () => {
    const list = element("ol");
    asked.choices.forEach((choice, at) => {
      const item = element("li"), button = rich("button", "", choice);
      button.addEventListener("click", () => answer(at));
      item.append(button);
      list.append(item);
    });
    return [rich("p", "Title", asked.text), list, element("p", "Rule", "1, 2 …: answer · Esc: skip")];
  };
  const togglePredict = () => {
    stop();
    predicts = !predicts;
    score = [0, 0];
    for (const button of document.querySelectorAll("[data-predict]")) button.setAttribute("aria-pressed", predicts);
    say(predicts ? "predict mode on: s asks about the next change" : "predict mode off");
    visit(predicts && position === END ? 0 : position);
  };

  // ---- the lesson ----
  const lesson = document.getElementById("lesson");
  let chosen = null;
  const drawLesson = () => {
    if (!D.lesson) return;
    const { question, choices, hints, note, point } = D.lesson;
    const parts = [rich("p", "Title", question)];
    if (choices.length > 0) {
      const list = element("ol");
      choices.forEach((choice, at) => {
        const item = element("li"), button = rich("button", "", choice.text);
        button.setAttribute("aria-pressed", chosen === at);
        button.addEventListener("click", () => { chosen = at; drawLesson(); });
        item.append(button);
        list.append(item);
      });
      parts.push(list);
    }
    if (chosen !== null) {
      const { right, reply } = choices[chosen];
      parts.push(rich("p", right ? "Fix" : "Warning", `${right ? "Right" : "Wrong"}. ${reply}`));
    }
    hints.forEach((hint, at) => {
      const details = element("details");
      details.append(element("summary", "", `Hint ${at + 1}`), rich("p", "", hint));
      parts.push(details);
    });
    if (note) parts.push(rich("p", "", note));
    if (reached === END) parts.push(rich("p", "Says", `The point: ${point}`));
    const open = lesson.contains(document.activeElement) ? [...lesson.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    lesson.replaceChildren(...parts);
    lesson.hidden = false;
    if (open >= 0) lesson.querySelectorAll("button")[open]?.focus();
  };

  // ---- keys ----
  const depthHere = () => (position > 0 ? D.steps[position - 1].depth : 0);
  const ahead = (fits) => {
    for (let at = position; at < END; at += 1) if (fits(D.steps[at])) return at + 1;
  };
  const before = (fits) => {
    for (let at = position - 2; at >= 0; at -= 1) if (fits(D.steps[at])) return at + 1;
  };
  const isIssue = (step) => !!step.issue;
  const elsewhere = (to) => (to > 0 && to !== position ? to : undefined);
  const ways = {
    stepForward: () => (position < END ? position + 1 : undefined),
    stepBack: () => (position > 0 ? position - 1 : undefined),
    overForward: () => (position < END ? ahead((step) => step.depth <= depthHere()) ?? END : undefined),
    overBack: () => (position > 0 ? before((step) => step.depth <= depthHere()) ?? 0 : undefined),
    outForward: () => (position < END && depthHere() > 0 ? ahead((step) => step.depth < depthHere()) ?? END : undefined),
    outBack: () => (position > 0 && D.steps[position - 1].parent !== undefined ? D.steps[position - 1].parent + 1 : undefined),
    nextDirective: () => ahead((step) => step.directive),
    previousDirective: () => before((step) => step.directive),
    // After the last one the first one again.
    nextIssue: () => elsewhere(ahead(isIssue) ?? D.steps.findIndex(isIssue) + 1),
    previousIssue: () => elsewhere(before(isIssue) ?? D.steps.map(isIssue).lastIndexOf(true) + 1),
    first: () => (position > 0 ? 0 : undefined),
    last: () => (position < END ? END : undefined),
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let timer = 0, interval = calm ? 2000 : 800;
  const stop = () => { clearInterval(timer); timer = 0; playButton.textContent = "play"; };
  const start = () => {
    if (position === END) go(0);
    timer = setInterval(() => { if (position < END) visit(position + 1); else stop(); }, interval);
    playButton.textContent = "stop";
  };
  const walk = (name) => {
    stop();
    if (predicts && name === "stepForward") { ask(); return; }
    const to = ways[name]();
    say(to === undefined ? "no further step of this kind" : "");
    if (to !== undefined) visit(to);
  };
  const speed = (by) => {
    interval = Math.max(100, Math.min(3200, interval * by));
    say(`playback: ${interval} ms per step`);
    if (timer) { stop(); start(); }
  };
  const KEYS = {
    s: "stepForward", "]": "stepForward", ArrowRight: "stepForward", S: "stepBack", "[": "stepBack", ArrowLeft: "stepBack",
    o: "overForward", O: "overBack", f: "outForward", F: "outBack", c: "nextDirective", C: "previousDirective",
    x: "nextIssue", X: "previousIssue", "^": "first", $: "last",
  };
  // The button of a lesson's answer with this number.
  const lessonAnswer = (key) => /^[1-9]$/.test(key) && !lesson.hidden && lesson.querySelectorAll("ol button")[Number(key) - 1];
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target instanceof HTMLButtonElement;
    const pane = Object.values(panes).find((one) => one.scroll === event.target);
    const way = KEYS[event.key];
    if (asked && event.key === "Escape") visit(asked.position);
    else if (asked && asked.choices[Number(event.key) - 1] !== undefined) answer(Number(event.key) - 1);
    else if (!asked && lessonAnswer(event.key)) lessonAnswer(event.key).click();
    else if (event.key === "P" && D.questions.length > 0) togglePredict();
    else if (way) walk(way);
    else if (event.key === " " && !onButton) timer ? stop() : start();
    else if (event.key === "+" || event.key === "=") speed(0.5);
    else if (event.key === "-") speed(2);
    else if ((event.key === "ArrowUp" || event.key === "ArrowDown" || event.key === "j" || event.key === "k") && !onButton) {
      const by = event.key === "ArrowUp" || event.key === "k" ? -1 : 1;
      if (!pane || pane === panes.steps) walk(by > 0 ? "stepForward" : "stepBack");
      else pick(pane.name, Math.max(0, Math.min(pane.rows.length - 1, (pane.pick ?? -1) + by)));
    } else return;
    event.preventDefault();
  });
  const pick = (name, at) => {
    if (!(at >= 0)) return;
    const place = placeOf(name, at) ?? [-1, -1, -1, -1];
    picked = Object.assign([...place], { steps: place[0] >= 0 ? stepsAt(place[0]) : [] });
    show(picked);
    panes[name].pick = at;
    for (const pane of Object.values(panes)) paint(pane);
    explain();
  };

  // ---- putting it together ----
  for (const name of ["live", "patch", "result", "steps"]) {
    const section = document.getElementById(name);
    const scroll = section.querySelector(".scroll");
    const pane = { name, scroll, body: scroll.firstElementChild, title: section.querySelector("small"), rows: [], draw: name === "steps" ? drawStep : drawRow };
    scroll.addEventListener("scroll", () => paint(pane));
    scroll.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (!row) return;
      stop();
      if (name === "steps") visit(Number(row.dataset.row));
      else pick(name, Number(row.dataset.row));
    });
    panes[name] = pane;
  }
  panes.live.title.textContent = D.names[0];
  panes.live.digits = digits(D.live.length);
  const furtherLines = Object.values(D.more).reduce((sum, lines) => sum + lines.length, 0);
  panes.result.digits = digits(D.parent.length + furtherLines);
  panes.steps.rows = [undefined, ...D.steps];
  panes.steps.digits = digits(END);
  if (D.patches.length > 0) choosePatch(D.shown);
  const playButton = document.getElementById("play");
  playButton.addEventListener("click", () => (timer ? stop() : start()));
  for (const button of document.querySelectorAll("[data-way]")) button.addEventListener("click", () => walk(button.dataset.way));
  slider.max = END;
  slider.addEventListener("input", () => { stop(); visit(Number(slider.value)); });
  const count = Math.min(END + 1, 240);
  for (let at = 0; at < count; at += 1) {
    const from = Math.floor((at * (END + 1)) / count), to = Math.max(from + 1, Math.floor(((at + 1) * (END + 1)) / count));
    const inside = D.steps.slice(Math.max(0, from - 1), to - 1);
    const marked = inside.find((step) => step.issue && step.mark !== undefined) ?? inside.find((step) => step.mark !== undefined);
    const cell = element("span");
    cell.title = `step ${to - 1}`;
    cell.addEventListener("click", () => { stop(); visit(to - 1); });
    cells.push({ cell, from, to, mark: marked?.mark });
    strip.append(cell);
  }
  const paintAll = () => { for (const pane of Object.values(panes)) paint(pane); };
  addEventListener("resize", paintAll);

  // ---- a narrow screen shows one pane at a time ----
  const tabs = [...document.querySelectorAll("[data-pane-tab]")];
  const choosePane = (name) => {
    document.body.dataset.pane = name;
    for (const tab of tabs) tab.setAttribute("aria-pressed", tab.dataset.paneTab === name);
    paintAll();
    if (panes[name]) reveal(panes[name], name === "steps" ? position : panes[name].pick);
  };
  for (const tab of tabs) tab.addEventListener("click", () => choosePane(tab.dataset.paneTab));

  // ---- print: everything, with all steps in words ----
  const handout = document.getElementById("handout");
  addEventListener("beforeprint", () => {
    printing = true;
    paintAll();
    handout.replaceChildren(...D.steps.map((step) => {
      const says = step.story.find(([kind]) => D.kinds_of_lines[kind] === "Says");
      return rich("li", "", `${S(step.label)} ${S(step.path)}: ${says ? S(says[1]) : ""}`);
    }));
  });
  addEventListener("afterprint", () => { printing = false; paintAll(); handout.replaceChildren(); });

  // ---- #step-3 ----
  const fromAddress = () => {
    const found = /^#step-(\d+)$/.exec(location.hash);
    return found ? Math.min(END, Number(found[1])) : undefined;
  };
  addEventListener("hashchange", () => { const to = fromAddress(); if (to !== undefined && to !== position) go(to); });
  for (const button of document.querySelectorAll("[data-predict]")) {
    button.hidden = D.questions.length === 0;
    button.addEventListener("click", togglePredict);
  }
  go(fromAddress() ?? D.start);
  choosePane("result");
})();
