'use strict';
// What was recorded, and what follows from it. Texts are data: they only ever become text nodes.

const element = id => document.getElementById(id);
const raw = JSON.parse(element('data').textContent);
const texts = raw.texts;

const place = ([file, func, line]) => ({ file: texts[file], func: texts[func], line });
const actions = raw.actions.map(([label, numbers, times, source, trail], index) => ({
  index, label,
  cause: numbers[0], run: numbers[1], name: texts[numbers[2]], text: texts[numbers[3]], change: texts[numbers[4]],
  thread: numbers[5], isDone: numbers[6] === 1, isDescribed: numbers[7] === 1,
  time: times[0], steps: times.slice(1), took: times[1] + times[2] + times[3] + times[4],
  source: place(source),
  trail: trail.map(step => ({ kind: texts[step[0]], text: texts[step[1]], ...place(step.slice(2)) })),
  consequences: [],
}));
for (const action of actions) if (action.cause >= 0) actions[action.cause].consequences.push(action.index);

const end = actions.reduce((last, action) => Math.max(last, action.time + action.took), 1);
const runs = raw.runs.map(([number, cause, kind, name, file, line, ending, began, ended]) => ({
  number, cause, kind: texts[kind], name: texts[name], file: texts[file], line, ending: texts[ending],
  began, ended: ended < 0 ? Math.max(end, began) : ended,
}));
const runOfNumber = new Map(runs.map(run => [run.number, run]));

const fileName = path => path.slice(path.lastIndexOf('/') + 1);
const feature = action => action.name.split(/[.(]/)[0];

// Each feature has a colour, the most frequent ones their own.
const features = new Map();
for (const action of actions) features.set(feature(action), (features.get(feature(action)) || 0) + 1);
const ranking = [...features].sort((a, b) => b[1] - a[1]).map(([name]) => name);
const colourOfFeature = new Map(ranking.map((name, rank) => [name, rank % 8]));
const colour = action => colourOfFeature.get(feature(action));

function duration(ns) {
  if (ns < 1e3) return ns + ' ns';
  if (ns < 1e6) return +(ns / 1e3).toPrecision(3) + ' µs';
  if (ns < 1e9) return +(ns / 1e6).toPrecision(3) + ' ms';
  return +(ns / 1e9).toPrecision(4) + ' s';
}

/** The actions that led to one, the first one first. */
function causesOf(action) {
  const chain = [];
  for (let next = action.cause; next >= 0; next = actions[next].cause) chain.push(next);
  return chain.reverse();
}

/** All that followed from an action. */
function consequencesOf(action) {
  const all = [];
  const waiting = [...action.consequences].reverse();
  while (waiting.length) {
    const next = waiting.pop();
    all.push(next);
    for (let i = actions[next].consequences.length - 1; i >= 0; i--) waiting.push(actions[next].consequences[i]);
  }
  return all;
}

// States are kept as what differs from the one before; each 128th is remembered once it is known.
const remembered = new Map();
const isKept = actions.some((_, index) => raw.actions[index][6] !== null);
function applied(state, change) {
  return change === null ? state : state.slice(0, change[0]) + change[2] + state.slice(state.length - change[1]);
}
function statesOf(index) {
  let at = index - index % 128;
  while (at > 0 && !remembered.has(at)) at -= 128;
  let state = at > 0 ? remembered.get(at) : '';
  for (; ; at++) {
    if (at % 128 === 0) remembered.set(at, state);
    const before = applied(state, raw.actions[at][5]);
    const after = applied(before, raw.actions[at][6]);
    if (at === index) {
      const isFirst = at === 0 && raw.actions[at][5] === null;
      return { before: isFirst ? null : before, after: raw.actions[at][6] && after };
    }
    state = after;
  }
}

/** A value on lines of its own where it is long, as people would write it. */
function pretty(text, width = 64) {
  const root = { open: '', items: [''], children: [[]] };
  const stack = [root];
  const add = piece => {
    const top = stack[stack.length - 1];
    const parts = top.children[top.children.length - 1];
    if (typeof piece === 'string' && typeof parts[parts.length - 1] === 'string') parts[parts.length - 1] += piece;
    else parts.push(piece);
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      let last = i + 1;
      while (last < text.length && text[last] !== '"') last += text[last] === '\\' ? 2 : 1;
      add(text.slice(i, last + 1));
      i = last;
    } else if (c === '(' || c === '[' || c === '{') {
      const group = { open: c, children: [[]] };
      add(group);
      stack.push(group);
    } else if ((c === ')' || c === ']' || c === '}') && stack.length > 1) {
      stack.pop().close = c;
    } else if (c === ',' && stack.length > 1) {
      stack[stack.length - 1].children.push([]);
      if (text[i + 1] === ' ') i++;
    } else {
      add(c);
    }
  }
  const flat = piece => typeof piece === 'string' ? piece
    : piece.open + piece.children.map(parts => parts.map(flat).join('')).join(', ') + (piece.close || '');
  const lines = [];
  let line = '';
  const write = (piece, depth) => {
    if (typeof piece === 'string') { line += piece; return; }
    const short = flat(piece);
    if (depth > 40 || line.length + short.length <= width + depth * 2) { line += short; return; }
    lines.push(line + piece.open);
    piece.children.forEach((parts, index) => {
      line = '  '.repeat(depth + 1);
      for (const part of parts) write(part, depth + 1);
      lines.push(line + (index + 1 < piece.children.length ? ',' : ''));
    });
    line = '  '.repeat(depth) + (piece.close || '');
  };
  for (const part of root.children[0]) write(part, 0);
  return [...lines, line].join('\n').split('\n');
}

/** An element with a class, a text and children. */
function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}
