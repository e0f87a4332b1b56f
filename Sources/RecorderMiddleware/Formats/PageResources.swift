// swift-format-ignore-file
// SPDX-License-Identifier: MIT

/// The files in `Page/`. `make page` writes this file.
enum PageResources {
    static let compare_js = ####"""
// Two recordings side by side: this one and another one, and where they part.

const dialog = element('compare-dialog');
let compared = [];
let comparedFocus = 0;
const comparedHeight = 26;

/** Whether two actions are the same, and have changed the same. */
function sameness(a, b) {
  if (a.text !== b.text) return 'other';
  if (a.change !== b.change) return 'change';
  return 'same';
}

/** Pairs of actions of two recordings, of which one is null where only the other one has it. */
function align(left, right) {
  const made = [];
  const lookahead = 64;
  let i = 0, j = 0;
  while (i < left.length && j < right.length) {
    if (left[i].text === right[j].text) { made.push([left[i++], right[j++]]); continue; }
    // The nearest place where both go on alike, with two actions in a row if there are as many.
    let found = null;
    const goesOn = (a, b) => left[a].text === right[b].text
      && (a + 1 >= left.length || b + 1 >= right.length || left[a + 1].text === right[b + 1].text);
    for (let sum = 1; sum <= lookahead && !found; sum++) {
      for (let skipped = 0; skipped <= sum && !found; skipped++) {
        const [a, b] = [i + skipped, j + sum - skipped];
        if (a < left.length && b < right.length && goesOn(a, b)) found = [a, b];
      }
    }
    const [a, b] = found || [i + 1, j + 1];
    while (i < a) made.push([left[i++], null]);
    while (j < b) made.push([null, right[j++]]);
  }
  while (i < left.length) made.push([left[i++], null]);
  while (j < right.length) made.push([null, right[j++]]);
  return made;
}

function compare(data, name) {
  const others = readActions(data);
  compared = align(actions, others).map(([left, right]) => ({ left, right, kind: !left ? 'right' : !right ? 'left' : sameness(left, right) }));
  const parting = compared.findIndex(row => row.kind !== 'same');
  const count = kind => compared.filter(row => row.kind === kind).length;
  const parts = [['left', 'only here'], ['right', 'only in ' + name], ['change', 'with another change']]
    .filter(([kind]) => count(kind)).map(([kind, words]) => count(kind).toLocaleString('en') + ' ' + words);
  element('parting').textContent = parting < 0 ? 'Both have the same ' + amount(compared.length, 'action') + '.'
    : 'They are the same for ' + amount(parting, 'action') + ' and part at '
      + (compared[parting].left ? compared[parting].left.label + ' ' + compared[parting].left.name : 'the end of this one')
      + (compared[parting].kind === 'change' ? ', which changes something else' : '') + '; ' + parts.join(', ') + '.';
  element('other-name').textContent = name;
  element('compared-rows').style.height = compared.length * comparedHeight + 'px';
  dialog.showModal();
  comparedFocus = Math.max(0, parting);
  const box = element('compared');
  box.scrollTop = Math.max(0, comparedFocus - 4) * comparedHeight;
  drawCompared();
  box.focus();
}

function drawCompared() {
  const box = element('compared');
  const first = Math.max(0, Math.floor(box.scrollTop / comparedHeight) - 6);
  const last = Math.min(compared.length, Math.ceil((box.scrollTop + box.clientHeight) / comparedHeight) + 6);
  const words = { same: 'same', change: 'another change', left: 'only here', right: 'only there', other: 'other' };
  const cell = action => make('span', 'cell', ...(action ? [make('span', 'number', action.label), ' ' + action.text.slice(0, 200)
    + (action.text.length > 200 ? '…' : '')] : []));
  const made = [];
  for (let index = first; index < last; index++) {
    const { left, right, kind } = compared[index];
    const row = make('div', 'pair ' + kind, cell(left), make('span', 'verdict', words[kind]), cell(right));
    row.id = 'p' + index;
    row.style.top = index * comparedHeight + 'px';
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', index === comparedFocus);
    row.setAttribute('aria-setsize', compared.length);
    row.setAttribute('aria-posinset', index + 1);
    if (kind === 'change') row.title = left.change + '\n\n' + right.change;
    made.push(row);
  }
  element('compared-rows').replaceChildren(...made);
  if (made.some(row => row.id === 'p' + comparedFocus)) box.setAttribute('aria-activedescendant', 'p' + comparedFocus);
  const row = compared[comparedFocus];
  element('compared-change').textContent = row?.kind === 'change' ? 'Here: ' + row.left.change + '\nThere: ' + row.right.change : '';
}

function moveCompared(index) {
  comparedFocus = Math.min(Math.max(index, 0), compared.length - 1);
  const box = element('compared'), top = comparedFocus * comparedHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + comparedHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + comparedHeight - box.clientHeight;
  drawCompared();
}
/** The next difference behind a row, or the one before it. */
function nextDifference(step) {
  for (let i = comparedFocus + step; i >= 0 && i < compared.length; i += step) if (compared[i].kind !== 'same') return moveCompared(i);
}
function leaveCompared() {
  const { left } = compared[comparedFocus] || {};
  dialog.close();
  if (left) select(left.index, true);
}

element('compared').addEventListener('scroll', drawCompared, { passive: true });
element('compared').addEventListener('keydown', event => {
  const keys = {
    ArrowDown: () => moveCompared(comparedFocus + 1), ArrowUp: () => moveCompared(comparedFocus - 1), Home: () => moveCompared(0),
    End: () => moveCompared(compared.length - 1), n: () => nextDifference(1), N: () => nextDifference(-1), Enter: leaveCompared,
    PageDown: () => moveCompared(comparedFocus + 12), PageUp: () => moveCompared(comparedFocus - 12),
  };
  if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keys[event.key]();
});
element('compared').addEventListener('click', event => {
  const row = event.target.closest('.pair');
  if (row) moveCompared(Number(row.id.slice(1)));
});
element('next-difference').addEventListener('click', () => nextDifference(1));
element('go-compared').addEventListener('click', leaveCompared);
element('close-compared').addEventListener('click', () => dialog.close());

"""####

    static let data_js = ####"""
'use strict';
/** Whether a running app sent the page: see live.js. */
const isLive = document.currentScript.hasAttribute('data-live');
// The recording and values that are derived from it. Texts are data: they only become text nodes.

const element = id => document.getElementById(id);
const raw = JSON.parse(element('data').textContent);
// The page without its data, as a template for other pages.
element('data').textContent = '';
const source = document.documentElement.outerHTML;

// An action is a row of numbers in one list: these columns.
const columns = ['store', 'number', 'cause', 'run', 'name', 'text', 'change', 'thread', 'flags', 'time', 'handle', 'reduce',
  'observers', 'io', 'file', 'func', 'line', 'trail', 'before', 'after'];
const width = columns.length;
const column = Object.fromEntries(columns.map((name, index) => [name, index]));
const countOf = raw => raw.actions.length / width;

/** Characters that cannot be seen, or turn what follows round, by their numbers. */
const signs = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const visible = text => signs.test(text)
  ? text.replace(new RegExp(signs, 'g'), sign => '\\u{' + sign.charCodeAt(0).toString(16) + '}') : text;

const nameOfStore = (raw, store) => raw.stores?.find(([known]) => known === store)?.[1] ?? '' + store;
const labelOf = (raw, store, number) => !raw.several ? '' + number
  : raw.stores?.some(([known]) => known === store) ? nameOfStore(raw, store) + ' ' + number : store + '.' + number;

/** An action of a recording; what it has is read from the columns when somebody asks. */
class Action {
  constructor(raw, index) { this.raw = raw; this.index = index; }
  at(name) { return this.raw.actions[this.index * width + column[name]]; }
  textAt(name) { return this.raw.texts[this.at(name)]; }
  /** The number in its store; behind the name of the store if there are several. */
  get label() { return labelOf(this.raw, this.at('store'), this.at('number')); }
  get cause() { return this.at('cause'); }
  get run() { return this.at('run'); }
  get name() { return this.textAt('name'); }
  get text() { return this.textAt('text'); }
  get change() { return this.textAt('change'); }
  get thread() { return this.at('thread'); }
  get isDone() { return (this.at('flags') & 1) === 1; }
  get isDescribed() { return (this.at('flags') & 2) === 2; }
  get time() { return this.at('time'); }
  get steps() { return ['handle', 'reduce', 'observers', 'io'].map(name => this.at(name)); }
  get took() { return this.at('handle') + this.at('reduce') + this.at('observers') + this.at('io'); }
  get source() { return { file: this.textAt('file'), func: this.textAt('func'), line: this.at('line') }; }
  get trail() { return trailOf(this.raw, this.at('trail')); }
  get before() { return this.at('before'); }
  get after() { return this.at('after'); }
  /** What it did not lead to. */
  get notices() { return this.raw === raw && noticesOf.get(this.index) || []; }
  get consequences() {
    const all = [];
    for (let next = firstConsequence[this.index]; next >= 0; next = nextConsequence[next]) all.push(next);
    return all;
  }
}

/** The steps of a source, the first one first; each has the number of the one before it. */
function trailOf({ steps, texts }, last) {
  const trail = [];
  for (let at = last; at >= 0; at = steps[at * 6]) {
    trail.push({ kind: texts[steps[at * 6 + 1]], text: texts[steps[at * 6 + 2]], file: texts[steps[at * 6 + 3]],
      func: texts[steps[at * 6 + 4]], line: steps[at * 6 + 5] });
  }
  return trail.reverse();
}

function readActions(raw) {
  raw.texts = raw.texts.map(visible);
  return Array.from({ length: countOf(raw) }, (_, index) => new Action(raw, index));
}
const actions = readActions(raw);
const texts = raw.texts;
const optionalText = number => number < 0 ? undefined : texts[number];

const typedColumns = new Map();
/** A column, or the sum of several ones, as a typed list. Only new actions are read. */
function columnOf(Type, ...names) {
  const key = names.join(), known = typedColumns.get(key), from = known?.length ?? 0, count = actions.length;
  let made = known;
  if (!made || made.buffer.byteLength < count * Type.BYTES_PER_ELEMENT) {
    made = new Type(isLive ? Math.max(1024, 2 * count) : count);
    if (known) made.set(known);
  }
  made = new Type(made.buffer, 0, count);
  for (const name of names) for (let index = from, at = from * width + column[name]; index < count; index++, at += width) made[index] += raw.actions[at];
  typedColumns.set(key, made);
  return made;
}

/** Enters a cause that has arrived after its consequence. */
function enterCause(index, cause) {
  raw.actions[index * width + column.cause] = cause;
  const known = typedColumns.get('cause');
  if (known && index < known.length) known[index] = cause;
}

const runOf = ([number, cause, kind, name, file, line, ending, began, ended, text, limit, caught, by, attempts, key, explanation]) => ({
  number, cause, kind: texts[kind], name: texts[name], file: texts[file], line, began, isOpen: ended < 0, ended,
  end: { kind: texts[ending], text: optionalText(text), limit: limit < 0 ? undefined : limit, isCaught: caught === 1, by },
  attempts, key: optionalText(key), explanation: texts[explanation],
});
/** What did not happen: `action` is the index of the action that it is about, -1 for none, and -2 for one that is gone. */
const noticeOf = ([action, kind, reason, ruleKind, ruleText, file, func, line, key, text, by, run, time, explanation]) => ({
  action, kind: texts[kind], reason: texts[reason], by, run, time, text: optionalText(text), explanation: texts[explanation],
  rule: { kind: texts[ruleKind], text: texts[ruleText], file: texts[file], func: texts[func], line, key: optionalText(key) },
});
/** Makes values of the rows that are new or were replaced. A function brings each value up to date, and returns whether its group has changed. */
function readRows(rows, known, make, refresh) {
  let isChanged = false;
  for (let at = 0; at < rows.length; at++) {
    if (known.rows[at] !== rows[at]) {
      known.rows[at] = rows[at];
      known.values[at] = make(rows[at]);
      isChanged = true;
    }
    if (refresh(known.values[at], rows[at])) isChanged = true;
  }
  return isChanged;
}
/** The values of a list by a key, each key with its values in order. */
function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value), group = groups.get(key);
    if (group) group.push(value); else groups.set(key, [value]);
  }
  return groups;
}

let firstConsequence, nextConsequence, end, outsideCount;
const runs = [], notices = [];
let runOfNumber = new Map(), runsOfCause = new Map(), runsCancelledBy = new Map(), noticesOf = new Map();
const runRows = { rows: [], values: runs }, noticeRows = { rows: [], values: notices };
/** Finds what follows from the columns; again after actions were added. */
function readLinks() {
  firstConsequence = new Int32Array(actions.length).fill(-1);
  nextConsequence = new Int32Array(actions.length).fill(-1);
  outsideCount = 0;
  const causes = columnOf(Int32Array, 'cause');
  for (let index = causes.length - 1; index >= 0; index--) {
    const cause = causes[index];
    if (cause === -1) outsideCount++;
    if (cause < 0) continue;
    nextConsequence[index] = firstConsequence[cause];
    firstConsequence[cause] = index;
  }

  end = 1;
  const times = columnOf(Float64Array, 'time'), tooks = columnOf(Float64Array, 'handle', 'reduce', 'observers', 'io');
  for (let index = 0; index < times.length; index++) end = Math.max(end, times[index] + tooks[index]);
  // The cause of a run or a notice may arrive later, and is entered into the row then.
  const areRunsChanged = readRows(raw.runs, runRows, runOf, (run, row) => {
    const isMoved = run.cause !== row[1] || run.end.by !== row[12];
    [run.cause, run.end.by] = [row[1], row[12]];
    if (run.isOpen) run.ended = Math.max(end, run.began);
    return isMoved;
  });
  if (areRunsChanged) {
    runOfNumber = new Map(runs.map(run => [run.number, run]));
    runsOfCause = grouped(runs, run => run.cause);
    runsCancelledBy = grouped(runs, run => run.end.by);
  }
  const areNoticesChanged = readRows(raw.notices, noticeRows, noticeOf, (notice, row) => {
    const isMoved = notice.action !== row[0];
    [notice.action, notice.by] = [row[0], row[10]];
    return isMoved;
  });
  if (areNoticesChanged) noticesOf = grouped(notices, notice => notice.action);
}
readLinks();

// The endings of runs and the kinds of notices, each with a symbol. The menu lists them in this order.
const kinds = {
  returned: ['✓', 'returned'], running: ['▸', 'running'], failed: ['!', 'failed'], timedOut: ['◔', 'timed out'],
  cancelled: ['✕', 'cancelled'], refused: ['⊗', 'refused'], revoked: ['⌫', 'revoked'], superseded: ['↷', 'superseded'],
  ignored: ['∅', 'ignored'], endedWithStore: ['■', 'ended with the store'], dropped: ['⊘', 'dropped'],
  undone: ['…', 'not done'], cancels: ['✂', 'cancels a run'],
};
const signOf = kind => (kinds[kind] || ['?', kind])[0];
const wordOf = kind => (kinds[kind] || ['?', kind])[1];
const isBad = kind => kind !== 'returned' && kind !== 'running';
/** The name of a run, with its key. */
const titleOf = run => run.name + (run.key === undefined ? '' : ' for ' + run.key);
/** Whether a run ended in another way than by returning, and no notice tells it: of a cancelled delay one does. */
const isTrouble = run => isBad(run.end.kind) && !(run.kind === 'effect' && run.name.startsWith('Delay of '));
const how = run => wordOf(run.end.kind) + (run.end.isCaught ? ' and was caught' : '') + (run.end.text ? ': ' + run.end.text : '')
  + (run.end.by >= 0 ? ' by ' + actions[run.end.by].label + ' ' + actions[run.end.by].name : '');

/** Whether a closed gate kept an action from its middleware. A gate can also drop an action that its middleware sent: that one has a text. */
const isClosedGate = notice => notice.kind === 'dropped' && notice.text === undefined;
/** The signs in the row of an action: what it did not lead to, how its runs ended if they did not return, and whether it cancelled any. */
const signsOf = action => outcomesOf(action, action.notices.filter(notice => !isClosedGate(notice)));
/** The signs of an action, and whether a gate was closed for it. */
function outcomesOf(action, notices = action.notices) {
  const kinds = [...new Set(notices.map(notice => notice.kind))];
  if (!action.isDone) kinds.push('undone');
  for (const run of runsOfCause.get(action.index) || []) {
    if (isTrouble(run) && !kinds.includes(run.end.kind)) kinds.push(run.end.kind);
  }
  if (runsCancelledBy.has(action.index)) kinds.push('cancels');
  return kinds;
}

/** A number with four digits, where it has more behind its point; in texts in quotes nothing changes. */
const longNumber = /"(?:[^"\\]|\\.)*"?|(?<![\w.])-?\d+\.\d{4,}(?:e[-+]?\d+)?/g;
const rounded = text => text.replace(longNumber, found => found[0] === '"' ? found : '' + +(+found).toPrecision(4));

const fileName = path => path.slice(path.lastIndexOf('/') + 1);
const featureOf = name => name.split(/[.(]/)[0];

// Each feature has a colour, the most frequent ones their own.
let counts, features, ranking, colourOfFeature, colourOfName;
/** The number of actions of each name, by its text, among the first actions. */
const countOfText = new Map();
let counted = 0;
function readColours() {
  const names = columnOf(Int32Array, 'name');
  for (; counted < names.length; counted++) countOfText.set(names[counted], (countOfText.get(names[counted]) || 0) + 1);
  counts = new Map([...countOfText].map(([text, count]) => [texts[text], count]));
  features = new Map();
  for (const [name, count] of counts) features.set(featureOf(name), (features.get(featureOf(name)) || 0) + count);
  ranking = [...features].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  colourOfFeature = new Map(ranking.map((name, rank) => [name, rank % 8]));
  colourOfName = new Map([...counts.keys()].map(name => [name, colourOfFeature.get(featureOf(name))]));
}
readColours();
const colour = action => colourOfName.get(action.name);

function duration(ns) {
  if (ns < 1e3) return ns + ' ns';
  if (ns < 1e6) return +(ns / 1e3).toPrecision(3) + ' µs';
  if (ns < 1e9) return +(ns / 1e6).toPrecision(3) + ' ms';
  return +(ns / 1e9).toPrecision(4) + ' s';
}
const amount = (count, word) => count.toLocaleString('en') + ' ' + word + (count === 1 ? '' : 's');

/** The actions that led to one, the first one first. */
function causesOf(action) {
  const chain = [];
  for (let next = action.cause; next >= 0; next = actions[next].cause) chain.push(next);
  return chain.reverse();
}

/** All that followed from an action. */
function consequencesOf(action) {
  const all = [];
  const waiting = action.consequences.reverse();
  while (waiting.length) {
    const next = waiting.pop();
    all.push(next);
    for (const follower of actions[next].consequences.reverse()) waiting.push(follower);
  }
  return all;
}

/** An element with a class, a text and children. */
function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}
function button(className, action, ...children) {
  const made = make('button', className, ...children);
  made.type = 'button';
  made.addEventListener('click', action);
  return made;
}
const sign = kind => {
  const made = make('span', 'sign ' + kind, signOf(kind));
  made.title = wordOf(kind);
  made.setAttribute('role', 'img');
  made.setAttribute('aria-label', wordOf(kind));
  return made;
};

"""####

    static let details_js = ####"""
// The details of the action that is selected.

const details = element('details');

function link(index, more) {
  const action = actions[index];
  const made = button('', () => select(index, true), make('span', 'number', action.label), ...signsOf(action).map(sign),
    textOf(action), make('span', 'where', more));
  made.title = action.text.length > 400 ? action.text.slice(0, 400) + '…' : action.text;
  return make('li', '', made);
}

/** Links to actions: the first and the last ones, and between them a button that shows more of them. */
function links(indexes, more, first, last) {
  const made = make('ul', 'links');
  const fill = (from, to) => indexes.slice(from, to).map(index => link(index, more(actions[index])));
  const hidden = indexes.length - first - last;
  if (hidden <= 1) { made.append(...fill(0)); return made; }
  let from = first, to = indexes.length - last;
  const rest = make('li', 'more');
  const write = () => {
    const step = Math.min(200, to - from);
    rest.replaceChildren(
      make('span', 'sub', amount(to - from, 'more action') + ' between'),
      button('', () => reveal(from, from + step), 'Next ' + step), button('', () => reveal(to - step, to), 'Last ' + step));
  };
  const reveal = (a, b) => {
    const added = fill(a, b);
    if (a === from) { rest.before(...added); from = b; } else { rest.after(...added); to = a; }
    added[0].firstChild.focus();
    if (from >= to) rest.remove(); else write();
  };
  write();
  made.append(...fill(0, first), rest, ...fill(to));
  return made;
}

const where = ({ file, line }) => file ? fileName(file) + ':' + line : '';
const stepOf = action => action.trail[action.trail.length - 1];
const via = action => {
  const step = stepOf(action);
  return action.cause === -1 || !step ? where(action.source) : step.kind + ' at ' + where(step);
};

function showDetails() {
  if (selected < 0) {
    details.replaceChildren(...chosenRunLine(), make('p', 'sub', actions.length ? 'Select an action to see where it came from, and what it changed.'
      : isLive ? 'Actions appear here as they happen.'
      : 'Nothing was recorded. A recording of another run can be dropped here, as .jsonl or as a page.'));
    return;
  }
  const action = actions[selected];
  const anchor = make('a', '', action.label);
  anchor.href = '#' + new URLSearchParams({ action: action.label });
  anchor.title = 'A link to this action';
  details.replaceChildren(
    button('back', showList, '↑ List'),
    make('h2', '', anchor, ' ', ...breakable(action.name), ...signsOf(action).flatMap(kind => [' ', sign(kind)])),
    ...chosenRunLine(), make('p', 'why', why(action)), ...whyNot(action), make('p', 'led', ledTo(action)),
    make('p', 'sub', ...placeOf(action), ', after ' + duration(action.time) + ', on thread ' + action.thread),
    ...presentationLines(action),
    make('h3', '', action.isDescribed ? 'Action, as its description' : 'Action'),
    make('pre', '', pretty(action.text).join('\n')),
    ...changeOf(action), ...chainOf(action), ...laterState(action), ...stateOf(action), ...durationsOf(action), ...wayOf(action), ...closedGates(action));
  markMatches(details);
}

/** The line of code that sent an action, and for an answer also the one that dispatched the first cause. */
function placeOf(action) {
  const { source } = action, step = action.cause === -1 ? null : stepOf(action), outside = ', ' + source.func;
  return step?.file ? [make('code', '', where(step)), ', ' + step.func + '; first dispatched at ', make('code', '', where(source)), outside]
    : [make('code', '', where(source)), outside];
}

/** A name with places where a long word of it may go on in the next line: behind dots, and in front of capitals. */
function breakable(name) {
  const parts = name.split('.').flatMap((word, index, words) => {
    const whole = word + (index + 1 < words.length ? '.' : '');
    return whole.length > 18 ? whole.split(/(?<=[a-z0-9])(?=[A-Z])/) : [whole];
  });
  return parts.flatMap((part, index) => index ? [make('wbr', ''), part] : [part]);
}

/** Whether an action left the state as it was, as far as that is recorded. */
const changedNothing = action => !raw.redacted && action.change === '' && (action.after >= 0 ? action.before === action.after
  : isLive ? !isBrief(action) && !!live.head?.changes : hasChanges);

/** In a sentence or more what an action has led to. */
function ledTo(action) {
  const some = (all, word, nameOf) => !all.length ? [] : word + amount(all.length, word === 'Led to ' ? 'action' : 'run') + ': '
    + all.slice(0, 3).map(nameOf).join(', ') + (all.length > 3 ? ', and ' + (all.length - 3).toLocaleString('en') + ' more' : '') + '.';
  return [
    some(action.consequences, 'Led to ', index => actions[index].label + ' ' + actions[index].name),
    some(runsOfCause.get(action.index) || [], 'Started ', titleOf), some(runsCancelledBy.get(action.index) || [], 'Cancelled ', titleOf),
  ].flat().join(' ') || 'Led to nothing.';
}

/** In one sentence why an action is there, or why it was not processed. */
function why(action) {
  const run = runOfNumber.get(action.run);
  const step = stepOf(action);
  const by = step ? ', ' + step.kind + ' at ' + where(step) : '';
  const died = !action.isDone ? ' The process ended while it was processed.' : changedNothing(action) ? ' It changed nothing.' : '';
  if (action.cause === -2) return 'What caused it is not kept any more' + by + '.' + died;
  if (action.cause === -1) return (run ? 'It was sent by a run of ' + run.name + ', which nothing caused.' : 'It came from outside, dispatched at ' + where(action.source) + '.') + died;
  const chain = causesOf(action), cause = actions[action.cause], root = actions[chain[0]];
  return 'It answers ' + cause.label + ' ' + cause.name + by + (run ? ', in a run that ' + (run.isOpen ? 'was still running' : 'has ' + how(run)) : '')
    + (chain.length > 1 ? '; that goes back ' + amount(chain.length, 'step') + ' to ' + root.label + ' ' + root.name
      + (root.cause === -2 ? ', whose cause is not kept any more' : ', which came from outside at ' + where(root.source)) : ', which ' + (root.cause === -2 ? 'has a cause that is not kept any more' : 'came from outside'))
    + '.' + died;
}

const whyNotLine = ({ kind, explanation, count = 1, presentation }, index) => make('p', 'why not', sign(kind), ' ' + rounded(explanation)
  + (count > 1 ? ' (' + count.toLocaleString('en') + ' times)' : ''),
  index >= 0 ? button('by', () => select(index, true), 'Go to ' + actions[index].label) : null,
  presentation?.first >= 0 ? button('by', () => selectPresentation(presentation), 'Go to ' + nameOfPresentation(presentation)) : null);

/** What an action did not lead to, and which of its runs did not return, in a sentence each. */
function whyNot(action) {
  const ended = (runsOfCause.get(action.index) || []).filter(run => isTrouble(run) && run.number !== chosenRun)
    .map(run => ({ kind: run.end.kind, explanation: run.explanation, by: run.end.by }));
  return whyNotLines([...action.notices.filter(notice => !isClosedGate(notice)), ...ended]);
}
/** The gates that were closed for an action, at the end, since most of them are meant to be closed. */
function closedGates(action) {
  const lines = whyNotLines(action.notices.filter(isClosedGate));
  return lines.length ? [make('h3', '', 'Closed gates'), ...lines] : [];
}
function whyNotLines(reasons) {
  const all = [...grouped(reasons, ({ kind, explanation }) => kind + explanation).values()]
    .map(same => whyNotLine({ ...same[0], presentation: null, count: same.length }, same[0].by));
  return all.length > 10 ? [...all.slice(0, 10), make('p', 'sub', (all.length - 10).toLocaleString('en') + ' more of this kind.')] : all;
}

/** What did not happen, and which runs did not return, by rule: a menu, which is named after how many there are. */
function writeOmissions() {
  const ended = runs.filter(isTrouble)
    .map(run => ({ kind: run.end.kind, explanation: run.explanation, action: run.cause, time: run.ended, name: run.name }));
  const ofRules = notices.map(notice => ({ ...notice, name: notice.rule.text || where(notice.rule) }));
  const all = [...ofRules, ...ended].sort((a, b) => a.time - b.time);
  const counts = new Map();
  const count = kind => counts.set(kind, (counts.get(kind) || 0) + 1);
  for (const { kind } of all) count(kind);
  for (let at = column.flags; at < raw.actions.length; at += width) if (!(raw.actions[at] & 1)) count('undone');
  const order = Object.keys(kinds);
  element('omitted').hidden = !counts.size;
  element('omitted-label').replaceChildren(...order.filter(kind => counts.has(kind)).flatMap((kind, index) =>
    [index ? make('span', 'wide', ', ') : '', sign(kind), ' ' + counts.get(kind).toLocaleString('en'), make('span', 'wide', ' ' + wordOf(kind))]));
  const groups = [...grouped(all, ({ kind, name }) => kind + ' ' + name).values()]
    .sort(([a], [b]) => order.indexOf(a.kind) - order.indexOf(b.kind));
  element('omissions').replaceChildren(...groups.slice(0, 200).map(omissionsOfRule));
}

/** The line of a rule that has one, or a folded list with a title such as “Gate at App.swift:200: 340 times”. */
function omissionsOfRule(lines) {
  const [{ kind, name, action }] = lines;
  if (lines.length === 1) return whyNotLine(lines[0], action);
  const made = make('details', 'why not', make('summary', '', sign(kind), ' ' + name + ': ' + amount(lines.length, 'time')));
  made.addEventListener('toggle', () => {
    const left = lines.length > 100 ? make('p', 'sub', 'The last 100 of them.') : null;
    made.append(...[left, ...lines.slice(-100).map(line => whyNotLine(line, line.action))].filter(Boolean));
  }, { once: true });
  return made;
}

function changeOf(action) {
  const title = make('h3', '', 'Change of the state');
  if (!action.change) return [title, make('p', 'sub', action.after >= 0 || hasChanges ? 'None.' : 'Not recorded.')];
  const lines = action.change.split('\n');
  const box = make('div', 'change', ...lines.slice(0, 200).map(line => changeLine(action, line)));
  if (lines.length > 200) {
    const rest = button('', () => rest.replaceWith(...lines.slice(200).map(line => changeLine(action, line))), amount(lines.length - 200, 'more line'));
    box.append(rest);
  }
  return [title, box];
}
let hasChanges = actions.some(action => action.change !== '');

/** A path, which leads to the last change of the same before it, and what became of it. */
function changeLine(action, line) {
  const colon = line.indexOf(': ');
  if (colon < 0) return make('div', '', rounded(line));
  const name = line.slice(0, colon), rest = line.slice(colon + 2), arrow = rest.indexOf(' → ');
  const path = button('path', () => changedBefore(action, name), name);
  path.title = 'What changed it before';
  if (rest.startsWith('removed ')) return make('div', '', path, ': removed ', make('del', '', rounded(rest.slice(8))));
  if (rest.startsWith('inserted ')) return make('div', '', path, ': inserted ', make('ins', '', rounded(rest.slice(9))));
  if (arrow < 0) return make('div', '', path, ': ' + rounded(rest));
  return make('div', '', path, ': ', make('del', '', rounded(rest.slice(0, arrow))), ' → ', make('ins', '', rounded(rest.slice(arrow + 3))));
}

/** Goes to the last action before one that has changed the same part of the state, or what it is in. */
function changedBefore(action, name) {
  const store = action.at('store');
  const touches = line => {
    const other = line.slice(0, Math.max(0, line.indexOf(': ')));
    const [short, long] = other.length < name.length ? [other, name] : [name, other];
    return short === long || short !== '' && long.startsWith(short) && /[.[]/.test(long[short.length]) || other === 'state';
  };
  for (let index = action.index - 1; index >= 0; index--) {
    const other = actions[index];
    if (other.at('store') === store && other.change !== '' && other.change.split('\n').some(touches)) {
      announce('Action ' + other.label + ' has changed ' + name + ' before that.');
      return select(index, true);
    }
  }
  announce('No earlier action that is kept has changed ' + name + '.');
}

function chainOf(action) {
  const causes = causesOf(action), all = consequencesOf(action);
  const made = [], run = runOfNumber.get(action.run);
  // The sentence at the top is complete for an action from outside.
  if (causes.length || run) made.push(make('h3', '', 'Because of' + (causes.length > 1 ? ', ' + amount(causes.length, 'action') : '')));
  if (causes.length && actions[causes[0]].cause === -2) {
    made.push(make('p', 'sub', 'Earlier causes are not kept any more.'));
  }
  if (causes.length) made.push(links(causes, via, 3, 12));
  if (run) made.push(runLine('Sent by a run: ', run));
  // Those that did not return are named at the top.
  const started = (runsOfCause.get(action.index) || []).filter(run => !isTrouble(run));
  const cancelled = runsCancelledBy.get(action.index) || [];
  if (all.length || started.length || cancelled.length) made.push(make('h3', '', 'What followed' + (all.length > 1 ? ', ' + amount(all.length, 'action') : '')));
  made.push(...started.slice(0, 20).map(run => runLine('Run: ', run)));
  if (started.length > 20) {
    const rest = button('', () => rest.replaceWith(...started.slice(20).map(run => runLine('Run: ', run))), amount(started.length - 20, 'more run'));
    made.push(rest);
  }
  made.push(...cancelled.slice(0, 20).map(run => runLine('It cancelled: ', run, run.cause)));
  if (all.length) made.push(links(all, via, 20, 3));
  return made;
}

function runLine(head, run, by = run.end.by) {
  return make('p', 'sub run', sign(run.end.kind), ' ' + head + titleOf(run) + ' (' + how(run) + (run.isOpen ? '' : ', after ' + duration(run.ended - run.began)) + ')',
    by >= 0 ? button('by', () => select(by, true), 'Go to ' + actions[by].label) : null);
}

function durationsOf(action) {
  const names = ['handle', 'reduce', 'observers', 'IO'];
  const bar = make('div', 'bar');
  bar.setAttribute('aria-hidden', 'true');
  const parts = action.steps.map((took, step) => {
    const part = make('span', '');
    part.style.background = 'var(--d' + step + ')';
    part.style.flexGrow = took;
    if (took > 0) bar.append(part);
    const dot = make('i', 'dot');
    dot.style.background = 'var(--d' + step + ')';
    return make('span', '', dot, names[step] + ' ' + duration(took));
  });
  return [make('h3', '', 'Durations, ' + duration(action.took) + ' in all'), bar, make('div', 'times', ...parts)];
}

function wayOf(action) {
  if (!action.trail.length) return [];
  const steps = action.trail.map(step => make('li', '', make('code', '', step.text), make('span', 'sub', ' ' + where(step))));
  return [make('h3', '', 'Way of the source'), make('ol', 'trail', ...steps)];
}

"""####

    static let files_js = ####"""
// Recordings as files: read from JSON lines or from a page, and parts of this one written.

/** Collects the data of a page: each text and each step of a trail once. */
class Collector {
  constructor(start) {
    this.places = new Map();
    this.stepPlaces = new Map();
    this.nodePlaces = new Map();
    this.data = { start, several: false, stores: [], actions: [], runs: [], notices: [], steps: [], nodes: [], texts: [] };
  }
  text(text = '') {
    let place = this.places.get(text);
    if (place === undefined) this.places.set(text, place = this.data.texts.push(text) - 1);
    return place;
  }
  trail(trail) {
    let last = -1;
    for (const step of trail) {
      const numbers = [last, this.text(step.kind), this.text(step.text), this.text(step.file), this.text(step.func), step.line];
      const key = numbers.join();
      last = this.stepPlaces.get(key);
      if (last === undefined) {
        this.stepPlaces.set(key, last = this.stepPlaces.size);
        this.data.steps.push(...numbers);
      }
    }
    return last;
  }
  /** A part of a state of this page, with all that it holds and no more. */
  node(id) {
    if (id < 0) return -1;
    const known = this.nodePlaces.get(id);
    if (known !== undefined) return known;
    const parts = partsOf(id);
    let made;
    if (!parts || isEmptyDictionary(id)) made = this.text(leafOf(id));
    else {
      // The unchanged elements of the base list are at both ends.
      const base = nodes[id][1], old = base >= 0 && this.nodePlaces.has(base) ? partsOf(base) : null;
      const [first, last] = old ? [nodes[id][2], nodes[id][3]] : [0, 0];
      made = [this.text(openOf(id)), old ? this.nodePlaces.get(base) : -1, first, last];
      for (let i = first; i < parts.values.length - last; i++) {
        made.push(parts.labels[i] < 0 ? -1 : this.text(texts[parts.labels[i]]), this.node(parts.values[i]));
      }
    }
    const place = this.data.nodes.push(made) - 1;
    this.nodePlaces.set(id, place);
    return place;
  }
  textOrNone(text) { return text === undefined ? -1 : this.text(text); }
  run({ number, cause, kind, name, file, line, began, ended, isOpen, end, attempts, key, explanation }) {
    this.data.runs.push([number, cause, this.text(kind), this.text(name), this.text(file), line, this.text(end.kind), began, isOpen ? -1 : ended,
      this.textOrNone(end.text), end.limit ?? -1, end.isCaught ? 1 : 0, end.by, attempts || 1, this.textOrNone(key), this.text(explanation)]);
  }
  notice({ action, kind, reason, rule, text, by, run, time, explanation }) {
    this.data.notices.push([action, this.text(kind), this.text(reason), this.text(rule.kind), this.text(rule.text), this.text(rule.file),
      this.text(rule.func), rule.line, this.textOrNone(rule.key), this.textOrNone(text), by, run || 0, time, this.text(explanation)]);
  }
}

/** The data of a part of this recording. */
function slice(indexes) {
  const made = new Collector(raw.start);
  const place = new Map(indexes.map((index, place) => [index, place]));
  const moved = index => index < 0 ? index : place.get(index) ?? -2;
  // A notice without an action is part of the whole recording only.
  const isWhole = indexes.length === actions.length;
  const kept = new Set(indexes.map(index => actions[index].at('store')));
  made.data.several = kept.size > 1;
  made.data.stores = (raw.stores || []).filter(([store]) => kept.has(store));
  if (raw.program) made.data.program = raw.program;
  for (const index of indexes) {
    const a = actions[index];
    made.data.actions.push(a.at('store'), a.at('number'), moved(a.cause), a.run, made.text(a.name), made.text(a.text), made.text(a.change),
      a.thread, a.at('flags'), a.time, ...a.steps, made.text(a.source.file), made.text(a.source.func), a.source.line,
      made.trail(a.trail), made.node(a.before), made.node(a.after));
  }
  const wanted = new Set(indexes.map(index => actions[index].run));
  for (const run of runs) {
    if (!wanted.has(run.number) && !place.has(run.cause)) continue;
    made.run({ ...run, cause: moved(run.cause), end: { ...run.end, by: moved(run.end.by) } });
  }
  for (const notice of notices) {
    if (place.has(notice.action) || isWhole) made.notice({ ...notice, action: moved(notice.action), by: moved(notice.by) });
  }
  return made.data;
}

const storeSize = 2 ** 28;
const numberOf = action => action.at('store') * storeSize + action.at('number');

/** A part of this recording as JSON lines. */
function linesOf(indexes) {
  const wanted = new Set(indexes.map(index => actions[index].run)), kept = new Set(indexes);
  const link = (name, index) => index >= 0 ? { [name]: numberOf(actions[index]) } : {};
  const nameOf = action => raw.stores?.some(([store]) => store === action.at('store')) ? { store: nameOfStore(raw, action.at('store')) } : {};
  const step = ({ kind, text, key, file, func, line }) => ({ kind, text, key, file, function: func, line });
  const lines = [{ type: 'recording', version: 1, began: Math.round(raw.start * 1e6), actions: indexes.length,
    ...(raw.program ? { program: raw.program } : {}), changes: hasChanges }];
  for (const run of runs) {
    if (!wanted.has(run.number) && !kept.has(run.cause)) continue;
    const { number, kind, name, file, line, began, attempts, key, explanation, end } = run;
    lines.push({ type: 'run', number, ...link('cause', run.cause), kind, name, file, line, began, ...(run.isOpen ? {} : { ended: run.ended }),
      ending: end.kind, text: end.text, limit: end.limit, ...(end.kind === 'failed' ? { caught: end.isCaught } : {}), ...link('by', end.by),
      attempts, key, explanation });
  }
  for (const index of indexes) {
    const a = actions[index], [handle, reduce, observers, io] = a.steps;
    lines.push({ type: 'action', number: numberOf(a), ...nameOf(a), ...link('cause', a.cause), ...(a.run ? { run: a.run } : {}), name: a.name, action: a.text,
      described: true, text: a.text, file: a.source.file, function: a.source.func, line: a.source.line, trail: a.trail.map(step),
      change: a.change, time: a.time, handle, reduce, observers, io, thread: a.thread, done: a.isDone });
  }
  for (const { action, kind, reason, rule, text, by, run, time, explanation } of notices) {
    if (!kept.has(action) && indexes.length < actions.length) continue;
    lines.push({ type: kind, reason, rule: step(rule), ...link('action', action), text, ...link('by', by), ...(run ? { run } : {}), time, explanation });
  }
  return lines.map(line => JSON.stringify(line) + '\n').join('');
}

/** The data of a recording that was written as JSON lines; an error says what is wrong with it. */
function fromLines(text) {
  const lines = [], broken = [];
  text.split('\n').forEach((line, index) => {
    if (!line.trim()) return;
    try { lines.push(JSON.parse(line)); } catch { broken.push(index + 1); }
  });
  const head = lines[0];
  if (head?.type !== 'recording') throw new Error("This is not a recording: its first line is not a recording's header.");
  if (head.version !== 1) throw new Error('This recording has version ' + head.version + ', but only version 1 can be read here.');
  const made = new Collector(head.began / 1e6);
  const found = lines.filter(line => line.type === 'action');
  const place = new Map(found.map((line, index) => [line.number, index]));
  const placeOf = number => number === undefined ? -1 : place.get(number) ?? -2;
  // Who goes from cause to cause is not to come back.
  const way = new Map();
  for (const line of found) {
    for (let next = line; next && way.get(next) !== true; next = found[place.get(next.cause)]) {
      if (way.get(next) === line) { delete next.cause; break; }
      way.set(next, line);
    }
    for (let next = line; next && way.get(next) !== true; next = found[place.get(next.cause)]) way.set(next, true);
  }
  for (const run of lines.filter(line => line.type === 'run')) {
    const end = { kind: run.ending, text: run.text, isCaught: run.caught, limit: run.limit, by: placeOf(run.by) };
    made.run({ ...run, cause: Math.max(-1, placeOf(run.cause)), isOpen: run.ended === undefined, end });
  }
  for (const line of lines.filter(line => line.rule)) {
    made.notice({ ...line, kind: line.type, action: placeOf(line.action), by: placeOf(line.by), rule: { ...line.rule, func: line.rule.function } });
  }
  found.forEach(line => {
    made.data.actions.push(Math.floor(line.number / storeSize), line.number % storeSize, placeOf(line.cause), line.run || 0, made.text(line.name),
      made.text(line.text), made.text(line.change), line.thread, (line.done ? 1 : 0) | (line.described ? 2 : 0),
      line.time, line.handle, line.reduce, line.observers, line.io, made.text(line.file), made.text(line.function), line.line,
      made.trail((line.trail || []).map(step => ({ ...step, func: step.function }))), -1, -1);
  });
  const names = new Map(found.map(line => [Math.floor(line.number / storeSize), line.store]));
  made.data.several = names.size > 1;
  made.data.stores = [...names].filter(([, name]) => name !== undefined).sort(([a], [b]) => a - b);
  if (head.program) made.data.program = head.program;
  const missing = head.actions - found.length;
  const damage = [head.damage, broken.length && 'line ' + broken[0] + (broken.length > 1 ? ' and ' + (broken.length - 1) + ' more are' : ' is') + ' no JSON',
    missing > 0 && amount(missing, 'action') + ' are missing'].filter(Boolean).join('; ');
  if (damage) made.data.damage = damage;
  return made.data;
}

/** The data of a file: JSON lines, or a page like this one. */
function dataOf(text) {
  if (!/^\s*</.test(text)) return fromLines(text);
  const data = new DOMParser().parseFromString(text, 'text/html').getElementById('data');
  if (!data) throw new Error('This page has no recording.');
  const found = JSON.parse(data.textContent);
  if (!found.steps || !found.nodes || !found.notices) throw new Error('This page has a recording of another version.');
  return found;
}

/** A page like this one with other data. */
function pageOf(data) {
  const page = new DOMParser().parseFromString(source, 'text/html');
  page.getElementById('data').textContent = JSON.stringify(data).replaceAll('<', '\\u003c');
  // A file has no server that sends a nonce.
  for (const part of isLive ? page.querySelectorAll('[data-live]') : []) { part.removeAttribute('data-live'); part.removeAttribute('nonce'); }
  page.querySelector('meta[http-equiv]').content = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  return '<!doctype html>\n' + page.documentElement.outerHTML.replace(/<\/body>\s*<\/html>$/, '</body>\n</html>') + '\n';
}

function save(name, type, text) {
  const anchor = make('a', '');
  anchor.href = URL.createObjectURL(new Blob([text], { type }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

const parts = {
  all: () => actions.map(action => action.index),
  shown: () => shown,
  chain: () => selected < 0 ? [] : [...new Set([...related, selected])].sort((a, b) => a - b),
  view: () => { const [first, last] = visibleRanks(); return [...byTime.slice(first, last)].sort((a, b) => a - b); },
};
function exported(format) {
  const indexes = parts[element('part').value]();
  if (!indexes.length) return announce('There is no action to save.');
  if (format === 'html') save('recording.html', 'text/html', pageOf(slice(indexes)));
  else save('recording.jsonl', 'application/jsonl', linesOf(indexes));
  announce(amount(indexes.length, 'action') + ' saved.');
}

function opened(data) { location.assign(URL.createObjectURL(new Blob([pageOf(data)], { type: 'text/html' }))); }

/** Takes a file that was dropped or chosen. */
async function take(file, use) {
  try {
    const data = dataOf(await file.text());
    if (!isLive && (use === 'open' || !actions.length)) opened(data); else compare(data, file.name);
  } catch (error) {
    element('damage').hidden = false;
    element('damage').textContent = file.name + ' cannot be read: ' + error.message;
  }
}

for (const use of ['open', 'compare']) {
  const input = element(use + '-file');
  element(use).addEventListener('click', () => input.click());
  input.addEventListener('change', () => { if (input.files[0]) take(input.files[0], use); input.value = ''; });
}
element('save-page').addEventListener('click', () => exported('html'));
element('save-lines').addEventListener('click', () => exported('jsonl'));

// The left half of the page opens a dropped file, the right half compares it.
const drop = element('drop');
document.addEventListener('dragover', event => {
  if (![...event.dataTransfer.types].includes('Files')) return;
  event.preventDefault();
  drop.hidden = false;
  drop.dataset.use = isLive || actions.length && event.clientX > innerWidth / 2 ? 'compare' : 'open';
});
document.addEventListener('dragleave', event => { if (!event.relatedTarget) drop.hidden = true; });
document.addEventListener('drop', event => {
  event.preventDefault();
  drop.hidden = true;
  const file = event.dataTransfer.files[0];
  if (file) take(file, isLive || actions.length && event.clientX > innerWidth / 2 ? 'compare' : 'open');
});

"""####

    static let list_js = ####"""
// The list: only the rows that can be seen are there.

const list = element('list'), rows = element('rows');
const rowHeight = 30;
let shown = [];
let isInShown = new Uint8Array(actions.length);
let selected = -1;
let related = new Set();
let isRelated = new Uint8Array(actions.length);
const hiddenCases = new Set();
let hidesOthers = true;
/** Whether an action is what was searched for. */
let isMatch = new Uint8Array(actions.length);

const isShown = action => isInShown[action.index] === 1;

/** How many actions were left out, by the search and by their case. */
const leftOut = { bySearch: 0, byCase: 0, matches: 0 };

function filter() {
  shown = [];
  isInShown = new Uint8Array(actions.length);
  isMatch = new Uint8Array(actions.length);
  Object.assign(leftOut, { bySearch: 0, byCase: 0, matches: 0 });
  for (let index = 0; index < actions.length; index++) {
    if (hiddenCases.size && hiddenCases.has(actions[index].name)) { leftOut.byCase++; continue; }
    const matches = !terms.length || matchesQuery(actions[index]);
    if (matches) { leftOut.matches++; isMatch[index] = 1; } else if (hidesOthers) { leftOut.bySearch++; continue; }
    isInShown[index] = 1;
    shown.push(index);
  }
  element('empty').hidden = shown.length > 0;
  list.hidden = shown.length === 0;
  rows.style.height = shown.length * rowHeight + 'px';
  writeSummary();
  drawRows(true);
  draw();
}

function writeSummary() {
  element('summary').replaceChildren(amount(actions.length, 'action'), make('span', 'wide', ', ' + outsideCount.toLocaleString('en') + ' from outside'),
    (runs.length ? ', ' + amount(runs.length, 'run') : '') + ', ' + duration(end),
    make('span', 'wide', ' from ' + new Date(raw.start).toLocaleString()));
  element('only').classList.toggle('wide', !terms.length);
  const reasons = [[leftOut.bySearch, 'by the search'], [leftOut.byCase, 'by case']].filter(([count]) => count > 0);
  const parts = [];
  if (terms.length) parts.push(amount(leftOut.matches, 'match').replace('matchs', 'matches'));
  if (reasons.length) {
    parts.push(shown.length.toLocaleString('en') + ' of ' + actions.length.toLocaleString('en') + ' shown; left out '
      + reasons.map(([count, by]) => count.toLocaleString('en') + ' ' + by).join(', '));
  }
  // The same text again would be read aloud again.
  if (element('filtered').textContent !== parts.join(', ')) element('filtered').textContent = parts.join(', ');
}

let drawnRange = '';
function drawRows(isForced = false) {
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 8);
  const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 8);
  const range = first + '-' + last + '-' + selected;
  if (!isForced && range === drawnRange) return;
  drawnRange = range;
  const known = new Map([...rows.children].map(row => [row.id, row])), made = [];
  for (let place = first; place < last; place++) {
    const fresh = row(actions[shown[place]], place), old = known.get(fresh.id);
    markMatches(fresh);
    if (old) bringUpToDate(old, fresh);
    made.push(old ?? fresh);
    known.delete(fresh.id);
  }
  for (const old of known.values()) old.remove();
  let next = rows.firstChild;
  for (const row of made) if (row === next) next = next.nextSibling; else rows.insertBefore(row, next);
  if (made.some(row => row.id === 'a' + selected)) list.setAttribute('aria-activedescendant', 'a' + selected);
  else list.removeAttribute('aria-activedescendant');
}

/** Changes a row as far as it differs. A click is lost if its row is replaced while the button is pressed. */
function bringUpToDate(row, fresh) {
  for (const { name, value } of fresh.attributes) if (name !== 'style' && row.getAttribute(name) !== value) row.setAttribute(name, value);
  if (row.style.top !== fresh.style.top) row.style.top = fresh.style.top;
  if (row.innerHTML !== fresh.innerHTML) row.replaceChildren(...fresh.childNodes);
}

function row(action, place) {
  const dot = make('span', 'dot');
  dot.style.background = 'var(--c' + colour(action) + ')';
  const made = make('div', 'row',
    make('span', 'number', action.label), dot, textOf(action), ...signsOf(action).map(sign),
    action.cause === -1 ? null : make('span', 'cause', action.cause >= 0 ? '← ' + actions[action.cause].label : '← gone'),
    make('span', 'took', action.isDone ? duration(action.took) : 'not done'));
  made.id = 'a' + action.index;
  made.style.top = place * rowHeight + 'px';
  made.setAttribute('role', 'option');
  made.setAttribute('aria-selected', action.index === selected);
  made.setAttribute('aria-setsize', shown.length);
  made.setAttribute('aria-posinset', place + 1);
  if (related.has(action.index)) made.classList.add('related');
  if (terms.length && !hidesOthers && isMatch[action.index]) made.classList.add('matches');
  if (!action.isDone) made.classList.add('broken');
  return made;
}

/** The case in front, what it holds behind it. */
function textOf(action) {
  const { name, payload } = partsOfAction(action);
  const short = payload.length > 300 ? payload.slice(0, 300) + '…' : payload;
  return make('span', 'text', make('b', '', name), short ? make('i', '', ' ' + rounded(short)) : null);
}

const elementAction = /^Element(?:ID|Index)Action<.*?>\(((?:id|index): .*?), action: (.*)\)$/s;
/** Whether a text is one pair of brackets and what they hold. */
function isOneGroup(text) {
  if (text[0] !== '(') return false;
  let depth = 0, isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    if (isQuoted) { if (text[i] === '\\') i++; else if (text[i] === '"') isQuoted = false; continue; }
    if (text[i] === '"') isQuoted = true;
    else if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i === text.length - 1;
  }
  return false;
}

/** The cases of an action that hold nothing but the next one, and all that the last of them holds. */
function partsOfAction({ name, text }) {
  if (text.startsWith('{')) return { name, payload: text };
  const cases = name.split('.'), ids = [];
  let rest = text, depth = 0;
  while (depth < cases.length) {
    const element = rest.match(elementAction);
    if (element) { ids.push(element[1]); rest = element[2]; }
    if (!rest.startsWith(cases[depth])) break;
    const after = rest.slice(cases[depth].length);
    if (after !== '' && !isOneGroup(after)) break;
    depth++;
    rest = after.slice(1, -1);
  }
  if (depth === 0) return { name: '', payload: text };
  const held = [...ids, ...(rest ? [rest] : [])].join(', ');
  return { name: cases.slice(0, depth).join('.'), payload: held ? '(' + held + ')' : '' };
}

function reveal(index) {
  const place = shown.indexOf(index);
  if (place < 0) return;
  const top = place * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top - 2 * rowHeight;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight + 3 * rowHeight;
}

/** Moves the selection by some rows of the list. */
function move(count) {
  if (!shown.length) return;
  const place = shown.indexOf(selected);
  const next = place < 0 ? 0 : Math.min(Math.max(place + count, 0), shown.length - 1);
  select(shown[next]);
}

"""####

    static let live_js = ####"""
// The page of a running app: reads the events of its inspector, and adds them to the recording.

/** The data of this page, to which events are added. */
class Growing extends Collector {
  constructor() {
    super(0);
    this.data = raw;
    this.places = new Map(texts.map((text, place) => [text, place]));
    /** The index of each action, by its number. */
    this.indexes = new Map();
    /** The index of each run's row. */
    this.rowOfRun = new Map();
    /** Functions that enter an action as a cause, by the number of that action, which has not arrived. */
    this.waiting = new Map();
  }
  text(text = '') { return super.text(visible(text)); }

  /** The index of an action, or -2; when the action arrives later, `enter` gets its index. */
  indexOf(number, enter) {
    if (number === undefined) return -1;
    const known = this.indexes.get(number);
    if (known !== undefined) return known;
    if (!this.waiting.has(number)) this.waiting.set(number, []);
    this.waiting.get(number).push(enter);
    return -2;
  }

  action(line) {
    const index = actions.length, at = index * width;
    const store = Math.floor(line.number / storeSize);
    raw.actions.push(store, line.number % storeSize, -1, line.run || 0, this.text(line.name), 0, 0, line.thread, line.done ? 1 : 0, line.time,
      line.handle, line.reduce, line.observers, line.io, this.text(line.file), this.text(line.function), line.line, -1, -1, -1);
    raw.actions[at + column.cause] = this.indexOf(line.cause, cause => enterCause(index, cause));
    actions.push(new Action(raw, index));
    eventOf.push(line.event);
    this.write(index, line);
    if (!raw.stores.some(([known]) => known === store) && line.store) raw.stores.push([store, line.store]);
    if (index > 0 && store !== actions[0].at('store')) raw.several = true;
    this.indexes.set(line.number, index);
    for (const enter of this.waiting.get(line.number) || []) enter(index);
    this.waiting.delete(line.number);
    if (line.action !== undefined && !line.described) lastOfCase.set(line.name, line.action);
  }
  /** Writes the parts of an action that a brief event has not. */
  write(index, line) {
    const at = index * width;
    raw.actions[at + column.text] = this.text(line.brief ? line.name : line.text);
    raw.actions[at + column.change] = this.text(line.change);
    raw.actions[at + column.trail] = this.trail((line.trail || []).map(step => ({ ...step, func: step.function })));
    raw.actions[at + column.flags] = (line.done ? 1 : 0) | (line.described ? 2 : 0) | (line.brief ? 4 : 0);
    if (line.change) hasChanges = true;
  }
  runEvent(line) {
    const known = this.rowOfRun.get(line.number), at = known ?? raw.runs.length;
    const cause = this.indexOf(line.cause, cause => { raw.runs[at][1] = cause; });
    const by = this.indexOf(line.by, by => { raw.runs[at][12] = by; });
    const end = { kind: line.ending, text: line.text, isCaught: line.caught, limit: line.limit, by };
    this.run({ ...line, cause: Math.max(-1, cause), isOpen: line.ended === undefined, end });
    if (known === undefined) this.rowOfRun.set(line.number, at); else raw.runs[known] = raw.runs.pop();
  }
  noticeEvent(line) {
    const at = raw.notices.length;
    const action = this.indexOf(line.action, action => { raw.notices[at][0] = action; });
    const by = this.indexOf(line.by, by => { raw.notices[at][10] = by; });
    this.notice({ ...line, kind: line.type, action, by, rule: { ...line.rule, func: line.rule.function } });
  }
  /** Adds two states, and returns their numbers. */
  states({ before, after, nodes: added, texts: words }) {
    const first = nodes.length, number = id => this.text(words[id]), moved = id => id < 0 ? id : id + first;
    for (const node of added) {
      if (typeof node === 'number') { nodes.push(number(node)); continue; }
      const [open, base, from, to, ...parts] = node;
      if (open < 0) { nodes.push([-1, moved(base), from, to, number(parts[0])]); continue; }
      nodes.push([number(open), moved(base), from, to, ...parts.map((id, place) => place % 2 ? moved(id) : id < 0 ? -1 : number(id))]);
    }
    return { before: moved(before), after: moved(after) };
  }
}

/** The number of each action's event. */
const eventOf = [];
/** The last action of each case, as JSON. */
const lastOfCase = new Map();
const endedStores = new Set();
/** `read` is the number of the newest event that has arrived, and `last` that of the newest one that was added. */
const live = { token: '', read: 0, last: 0, head: null, skipped: 0, isPaused: false, reading: null, arrived: [], updating: 0, cost: 0, isAsked: new Set(), marked: -1,
  // With more actions, the page begins again with the newest events, and leaves out the others.
  limit: 250000, leftOut: 0 };
const growing = isLive ? new Growing() : null;
/** The milliseconds after which the other events that have arrived wait for the next update, so that a click is answered. */
const addingTime = 30;

const isBrief = action => (action.at('flags') & 4) === 4;
const ask = (path, options = {}) => fetch(path, { ...options, cache: 'no-store', credentials: 'omit', headers: { ...options.headers, Authorization: 'Bearer ' + live.token } });

/** A button for the state of an action, which the app has and the page has not. */
function laterState(action) {
  if (!isLive || action.after >= 0 || !live.head?.states) return [];
  if (!live.isAsked.has(action.index)) askForState(action);
  return [make('h3', '', 'State after it'), make('p', 'sub', live.reasons?.get(action.index) ?? 'Asking the app …')];
}

async function askForState(action) {
  live.isAsked.add(action.index);
  live.reasons ??= new Map();
  try {
    const answer = await ask('/state?form=parts&at=' + eventOf[action.index]);
    if (answer.ok) {
      const { before, after } = growing.states(await answer.json());
      raw.actions[action.index * width + column.before] = before;
      raw.actions[action.index * width + column.after] = after;
    } else live.reasons.set(action.index, (await answer.text()).trim());
  } catch {
    live.isAsked.delete(action.index);
    live.reasons.set(action.index, 'The app does not answer.');
  }
  if (selected === action.index) showDetails();
}

/** Marks the selected action, or the newest one. */
function mark() {
  live.marked = selected >= 0 ? selected : actions.length - 1;
  if (live.marked < 0) return announce('There is no action to mark.');
  element('since').textContent = 'Since ' + actions[live.marked].label;
  element('since').hidden = false;
  announce('Marked ' + actions[live.marked].label + '.');
}

/** Shows what the state has gained from the marked action to a later one that is selected, otherwise to the newest one. */
async function showSince() {
  const marked = actions[live.marked], isOfStore = action => action?.at('store') === marked.at('store');
  const isSelected = selected > live.marked && isOfStore(actions[selected]);
  const index = isSelected ? selected : actions.findLastIndex(isOfStore);
  const head = make('h2', '', 'Since ' + marked.label + ' ' + marked.name);
  let parts;
  try {
    const answer = await ask('/state?form=parts&at=' + eventOf[index] + '&since=' + eventOf[live.marked]);
    parts = answer.ok ? stateOf({ ...growing.states(await answer.json()), index }) : [make('p', 'sub', (await answer.text()).trim())];
  } catch {
    parts = [make('p', 'sub', 'The app does not answer.')];
  }
  select(-1);
  details.replaceChildren(head, make('p', 'sub', 'Up to ' + actions[index].label + ' ' + actions[index].name + ', the ' + (isSelected ? 'selected' : 'newest') + ' action, ' + amount(index - live.marked, 'action') + ' later.'), ...parts);
}

/** Asks for the texts of brief actions that are to be seen. */
async function askForTexts() {
  const wanted = new Set(shown.slice(Math.max(0, Math.floor(list.scrollTop / rowHeight) - 8), Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 8));
  if (selected >= 0) wanted.add(selected);
  const missing = [...wanted].filter(index => isBrief(actions[index]) && !live.isAsked.has('t' + index)).sort((a, b) => a - b);
  if (!missing.length) return;
  for (const index of missing) live.isAsked.add('t' + index);
  // Neighbours are asked for together.
  for (let i = 0; i < missing.length;) {
    const first = eventOf[missing[i]];
    let last = first;
    while (i < missing.length && eventOf[missing[i]] - first < 200) last = eventOf[missing[i++]];
    const answer = await ask('/events?after=' + (first - 1) + '&count=' + (last - first + 1)).catch(() => null);
    if (!answer?.ok) {
      // They are asked for again when they are drawn the next time.
      for (const index of missing) if (isBrief(actions[index])) live.isAsked.delete('t' + index);
      continue;
    }
    let read = 0;
    for (const text of (await answer.text()).split('\n')) {
      const line = text && JSON.parse(text), index = line ? growing.indexes.get(line.number) : undefined;
      if (line) read = line.event;
      if (line?.type === 'action' && index !== undefined) growing.write(index, line);
    }
    // An answer ends early if it becomes too large.
    for (const index of missing) if (eventOf[index] > read && eventOf[index] <= last) live.isAsked.delete('t' + index);
  }
  drawRows(true);
  if (missing.includes(selected)) showDetails();
}

/** Adds an event, without showing it. */
function addEvent(line) {
  if (line.event) live.last = line.event;
  if (line.type === 'recording') {
    live.head = line;
    raw.start = line.began / 1e6;
    if (line.program) raw.program = line.program;
    if (line.redacted) raw.redacted = true;
    for (const { numbers, ended, name } of line.stores) {
      for (const number of numbers) {
        if (ended) endedStores.add(number);
        if (name && !raw.stores.some(([known]) => known === number)) raw.stores.push([number, name]);
      }
    }
    element('sending').hidden = !line.dispatch;
    element('mark').hidden = !line.states;
    writeTitle();
  } else if (line.type === 'action') growing.action(line);
  else if (line.type === 'run') growing.runEvent(line);
  else if (line.type === 'skipped') live.skipped += line.count;
  else if (line.type === 'storeEnded') for (const number of line.numbers) endedStores.add(number);
  else if (line.rule) growing.noticeEvent(line);
}

/** What the details of the selected action depend on. */
const lookOf = action => !action ? '' : [action.text, action.change, action.notices.length, consequencesOf(action).length,
  runsCancelledBy.get(action.index)?.length,
  ...(runsOfCause.get(action.index) || []).map(run => run.end.kind + run.end.text), runOfNumber.get(action.run)?.end.kind].join('\n');

/** Shows what has arrived. */
function update() {
  live.updating = 0;
  if (!live.arrived.length) return;
  const began = performance.now(), before = lookOf(actions[selected]), count = actions.length, oldTotal = total();
  const isAtEnd = list.scrollTop + list.clientHeight >= shown.length * rowHeight - rowHeight;
  const followed = count === 0 || view.to >= oldTotal - (view.to - view.from) * 0.05;
  let added = 0;
  // The timers of a hidden page are slow, so that it adds all events at once.
  const isLate = () => !document.hidden && added % 100 === 0 && performance.now() > began + addingTime;
  while (added < live.arrived.length && !isLate()) addEvent(live.arrived[added++]);
  live.arrived.splice(0, added);
  readLinks();
  readColours();
  readPresentations();
  readTimes();
  readLanes();
  const isRelatedBefore = related;
  isRelated = new Uint8Array(actions.length);
  related = selected >= 0 ? new Set(causesOf(actions[selected]).concat(consequencesOf(actions[selected]))) : isRelatedBefore;
  for (const index of related) isRelated[index] = 1;
  if (!element('filter').open) writeCases();
  if (!element('omitted').open) writeOmissions();
  writeLegend();
  writeExtent();
  writePosition();
  filter();
  if (followed && actions.length > count) {
    const size = count === 0 && scale === 'steps' ? Math.max(20, inner() / 14) : view.to - view.from;
    setView(Math.max(0, total() - size), Math.max(total(), size));
  }
  if (isAtEnd) { list.scrollTop = shown.length * rowHeight; drawRows(true); }
  if (count === 0 && actions.length) recall();
  if (selected < 0 ? count === 0 : lookOf(actions[selected]) !== before) showDetails();
  const gaps = [];
  if (live.leftOut) gaps.push('The page is full, so it leaves out the first ' + amount(live.leftOut, 'event') + '.');
  if (live.skipped) gaps.push(amount(live.skipped, 'event') + ' were overwritten before the page had read them.');
  element('damage').hidden = !gaps.length;
  element('damage').textContent = gaps.join(' ');
  writeSending();
  askForTexts();
  live.cost = performance.now() - began;
  if (live.arrived.length) live.updating = setTimeout(update, live.cost);
  if (actions.length <= live.limit) return;
  sessionStorage.setItem('after', live.last - Math.floor(live.limit / 2));
  location.reload();
}

/** Collects lines, and shows them together: seldom if that takes long. */
function arrive(line) {
  live.arrived.push(line);
  if (!live.updating) live.updating = setTimeout(update, Math.max(100, live.cost * 6));
}

/** Reads the stream of events until it ends. */
async function readEvents() {
  const reading = live.reading = new AbortController();
  const answer = await ask('/events?after=' + live.read, { signal: reading.signal });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  setStatus('live');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || reading !== live.reading) break;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const data = block.split('\n').find(line => line.startsWith('data: '));
        if (!data) continue;
        const line = JSON.parse(data.slice(6));
        if (line.event) { if (line.event <= live.read) continue; live.read = line.event; }
        arrive(line);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
    clearTimeout(live.updating);
    update();
  }
}

const words = { live: 'Live', paused: 'Paused', waiting: 'The app does not answer. Trying again …', refused: 'Open the address that the app has printed.' };
function setStatus(name) {
  const status = element('live-status');
  status.dataset.status = name;
  if (status.textContent !== words[name]) status.textContent = words[name];
}

/** Reads events as long as the page is there, and again after the connection has ended. */
async function watch() {
  let pause = 250;
  while (!live.isPaused) {
    try {
      await readEvents();
      pause = 250;
    } catch (error) {
      if (live.isPaused) break;
      if (/token/.test(error.message)) return setStatus('refused');
    }
    if (live.isPaused) break;
    setStatus('waiting');
    await new Promise(done => setTimeout(done, pause));
    pause = Math.min(4000, pause * 2);
  }
}

function togglePause() {
  live.isPaused = !live.isPaused;
  element('pause').textContent = live.isPaused ? 'Resume' : 'Pause';
  if (live.isPaused) { live.reading?.abort(); live.reading = null; setStatus('paused'); } else watch();
}

// The form for actions.

/** An action with empty values instead of redacted ones. */
const emptied = value => Array.isArray(value) ? value.map(emptied) : value && typeof value === 'object'
  ? Object.fromEntries(Object.entries(value).map(([key, value]) => [key, emptied(value)])) : typeof value === 'string' ? '' : value;

/** JSON with escapes for characters that cannot be seen, or turn what follows round. */
const escaped = json => json.replace(new RegExp(signs, 'g'), sign => '\\u' + sign.charCodeAt(0).toString(16).padStart(4, '0'));

function option(value, text) {
  const made = make('option', '', visible(text));
  made.value = value;
  return made;
}
function writeSending() {
  const cases = element('send-case'), known = new Set([...cases.options].map(option => option.value));
  for (const name of lastOfCase.keys()) if (!known.has(name)) cases.append(option(name, name));
  const list = element('send-store'), chosen = list.value;
  const living = (live.head?.stores ?? []).filter(({ ended, numbers }) => !ended && !numbers.some(number => endedStores.has(number)));
  const isNamed = ({ name }) => name !== undefined && living.filter(other => other.name === name).length === 1;
  const wanted = living.map(store => option(store.store, isNamed(store) ? store.name : (store.name ?? 'Store') + ' ' + store.store));
  if (list.options.length !== wanted.length || wanted.some(({ value, text }, place) => list[place].value !== value || list[place].text !== text)) {
    list.replaceChildren(...wanted);
    if (wanted.some(({ value }) => value === chosen)) list.value = chosen;
  }
  list.parentNode.hidden = wanted.length < 2;
  if (!element('send-action').value && lastOfCase.size) fillIn();
}
function fillIn() {
  const last = lastOfCase.get(element('send-case').value);
  element('send-action').value = last === undefined ? '' : escaped(JSON.stringify(raw.redacted ? emptied(last) : last, null, 2));
}
/** Reads which stores the app has: no event tells of a store without actions. */
async function readStores() {
  const reading = new AbortController();
  try {
    const answer = await ask('/events?after=' + live.last, { signal: reading.signal });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
    }
    live.head.stores = JSON.parse(text.slice('data: '.length, text.indexOf('\n\n'))).stores;
    writeSending();
  } finally {
    reading.abort();
  }
}
async function send() {
  const result = element('send-result');
  try {
    const action = JSON.parse(element('send-action').value), store = element('send-store').value;
    const body = JSON.stringify(element('send-store').parentNode.hidden ? { action } : { store: Number(store), action });
    const answer = await ask('/dispatch', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const text = await answer.text();
    result.textContent = answer.ok ? 'Sent as ' + JSON.parse(text).source + '.' : visible(text.trim());
  } catch (error) {
    result.textContent = error instanceof SyntaxError ? 'This is not JSON: ' + error.message : 'The app does not answer.';
  }
}

/** Takes the token out of the address, so that it is in no link and on no screen. The browser's history keeps it. */
function takeToken() {
  const token = location.hash.slice(1), isToken = /^[0-9a-f]{32}$/.test(token);
  if (isToken) {
    sessionStorage.setItem('token', token);
    history.replaceState(null, '', location.pathname);
  }
  return isToken;
}

function startLive() {
  const labelled = (text, id, tag) => { const made = make(tag, ''); made.id = id; return make('label', '', text + ' ', made); };
  const status = make('span', ''), pause = button('', togglePause, 'Pause');
  status.id = 'live-status';
  status.setAttribute('role', 'status');
  pause.id = 'pause';
  const marking = button('', mark, 'Mark'), since = button('', showSince, 'Since');
  [marking.id, marking.hidden, since.id, since.hidden] = ['mark', true, 'since', true];
  marking.title = 'To see later what the state has gained since now';
  since.title = 'What the state has gained up to a later action that is selected, otherwise up to the newest one';
  const area = make('textarea', ''), result = make('p', 'sub'), go = button('', send, 'Send');
  [area.id, area.rows, area.spellcheck, result.id, go.id] = ['send-action', 8, false, 'send-result', 'send'];
  area.setAttribute('aria-label', 'Action as JSON');
  result.setAttribute('role', 'status');
  const panel = make('div', 'panel', labelled('Case', 'send-case', 'select'), labelled('Store', 'send-store', 'select'), area, go, result);
  panel.setAttribute('role', 'group');
  panel.setAttribute('aria-label', 'Send an action');
  const sending = make('details', 'menu', make('summary', '', 'Send'), panel);
  [sending.id, sending.hidden] = ['sending', true];
  // Without an answer, the form keeps the stores that it knows.
  sending.addEventListener('toggle', () => { if (sending.open) readStores().catch(() => {}); });
  const box = make('div', '', status, pause, marking, since);
  box.id = 'live';
  element('file').before(box, sending);
  element('send-case').addEventListener('change', fillIn);
  // The page of another recording would need a script without the nonce of this one.
  element('open').hidden = true;
  list.addEventListener('scroll', () => { clearTimeout(live.scrolled); live.scrolled = setTimeout(askForTexts, 100); }, { passive: true });

  takeToken();
  // The address of the next run of the app may differ in the token alone, which loads no page.
  window.addEventListener('hashchange', () => { if (takeToken()) location.reload(); });
  live.token = sessionStorage.getItem('token') || '';
  live.read = live.leftOut = Number(sessionStorage.getItem('after'));
  sessionStorage.removeItem('after');
  watch();
}

"""####

    static let main_js = ####"""
// What ties the parts together: selection, keys, pointer, and the fragment of the address.

const slider = element('slider'), tip = element('tip');

function select(index, isFollowed = false, presentation = null, run = 0) {
  selected = index;
  chosen = presentation;
  chosenRun = run;
  const action = actions[index];
  related = new Set(action ? causesOf(action).concat(consequencesOf(action)) : []);
  isRelated.fill(0);
  for (const index of related) isRelated[index] = 1;
  if (action) {
    slider.value = index;
    writePosition();
    const name = action.label + ' ' + action.name + signsOf(action).map(kind => ', ' + wordOf(kind)).join('');
    slider.setAttribute('aria-valuetext', name);
    canvas.setAttribute('aria-valuenow', index);
    canvas.setAttribute('aria-valuetext', name);
    // A link leads also to what the filter hides.
    if (isFollowed && !isShown(action)) { clearFilter(); }
    reveal(index);
    show(action);
  }
  drawRows(true);
  showDetails();
  element('details').scrollTop = 0;
  remember();
}

function writePosition() {
  if (selected >= 0) element('position').textContent = actions[selected].label + ' of ' + actions[actions.length - 1].label;
}

/** Says something to those who do not see what has changed. */
function announce(text) { element('announcement').textContent = text; }

function clearFilter() {
  search.value = '';
  setQuery('');
  hiddenCases.clear();
  writeCases();
  filter();
}

// The cases, the most frequent ones first.
let cases = [];
function writeCases() {
  cases = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const all = make('button', '', hiddenCases.size ? 'Show all' : 'Hide all');
  all.type = 'button';
  all.addEventListener('click', () => {
    if (hiddenCases.size) hiddenCases.clear(); else for (const [name] of cases) hiddenCases.add(name);
    writeCases(); filter(); remember();
  });
  const labels = cases.map(([name, count]) => {
    const box = make('input', '');
    box.type = 'checkbox';
    box.checked = !hiddenCases.has(name);
    box.addEventListener('change', () => {
      if (box.checked) hiddenCases.delete(name); else hiddenCases.add(name);
      filterLabel(); filter(); remember();
    });
    const dot = make('span', 'dot');
    dot.style.background = 'var(--c' + colourOfName.get(name) + ')';
    return make('label', '', box, dot, make('span', '', name), make('span', 'count', count.toLocaleString('en')));
  });
  element('cases').replaceChildren(all, ...labels);
  filterLabel();
}
function filterLabel() {
  element('filter-label').textContent = hiddenCases.size ? cases.length - hiddenCases.size + ' of ' + cases.length + ' cases' : 'All cases';
}

// The fragment contains the selection, so that a link can be shared.
const indexOf = label => actions.findIndex(action => action.label === label);
let remembering = 0;
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    const parts = new URLSearchParams();
    if (selected >= 0) parts.set('action', actions[selected].label);
    if (query) parts.set('search', search.value);
    if (hiddenCases.size) parts.set('hidden', [...hiddenCases].join('~'));
    if (scale !== 'steps') parts.set('scale', scale);
    history.replaceState(null, '', '#' + parts);
  }, 120);
}
function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  search.value = parts.get('search') || '';
  setQuery(search.value);
  hiddenCases.clear();
  for (const name of (parts.get('hidden') || '').split('~')) if (counts.has(name)) hiddenCases.add(name);
  setScale(parts.get('scale') === 'time' ? 'time' : 'steps');
  writeCases();
  filter();
  const index = indexOf(parts.get('action'));
  select(index >= 0 ? index : selected >= 0 || isLive ? selected : firstToShow());
}

/** What a page opens with: the action that the process died of, else the first one that failed, else the first one; -1 for none. */
function firstToShow() {
  const undone = actions.find(action => !action.isDone);
  if (undone) return undone.index;
  const failed = runs.filter(run => run.end.kind === 'failed' || run.end.kind === 'timedOut').sort((a, b) => a.ended - b.ended)
    .map(run => run.cause >= 0 ? run.cause : actions.findIndex(action => action.run === run.number)).find(index => index >= 0);
  return failed ?? (actions.length ? 0 : -1);
}

function setScale(name) {
  scale = name;
  for (const choice of document.querySelectorAll('[name=scale]')) choice.checked = choice.value === name;
  const size = name === 'steps' ? Math.min(total(), Math.max(20, inner() / 14)) : total();
  const at = selected >= 0 ? scales[scale].start(selected) : 0;
  setView(at - size / 2, at + size / 2);
}

function writeLegend() {
  const parts = ranking.slice(0, 8).map(name => {
    const dot = make('i', 'dot');
    dot.style.background = 'var(--c' + colourOfFeature.get(name) + ')';
    return make('span', '', dot, name.slice(0, 30));
  });
  element('legend').replaceChildren(...parts);
}

let searching = 0;
search.addEventListener('input', () => {
  clearTimeout(searching);
  searching = setTimeout(searchAgain, actions.length > 20000 ? 150 : 0);
});
function searchAgain() {
  clearTimeout(searching);
  if (query === search.value.trim()) return;
  setQuery(search.value);
  filter();
  showDetails();
  remember();
}
search.addEventListener('keydown', event => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  searchAgain();
  nextMatch(event.shiftKey ? -1 : 1);
});
element('next-match').addEventListener('click', () => nextMatch(1));
element('last-match').addEventListener('click', () => nextMatch(-1));
element('only-matches').addEventListener('change', event => { hidesOthers = event.target.checked; filter(); if (selected >= 0) reveal(selected); });
slider.addEventListener('input', () => select(Number(slider.value)));
element('previous').addEventListener('click', () => select(Math.max(0, selected - 1)));
element('next').addEventListener('click', () => select(Math.min(actions.length - 1, selected + 1)));
element('zoom-in').addEventListener('click', () => zoom(0.5));
element('zoom-out').addEventListener('click', () => zoom(2));
element('zoom-all').addEventListener('click', () => setView(0, total()));
for (const choice of document.querySelectorAll('[name=scale]')) {
  choice.addEventListener('change', () => { setScale(choice.value); remember(); });
}
list.addEventListener('scroll', () => drawRows(), { passive: true });
const indexAt = event => Number(event.target.closest('.row')?.id.slice(1) ?? -1);
// On a live page, another row may be under the pointer when the button is released.
rows.addEventListener('mousedown', event => { if (event.button === 0 && indexAt(event) >= 0) select(indexAt(event)); });
rows.addEventListener('click', event => {
  const index = indexAt(event);
  if (index < 0) return;
  if (index !== selected) select(index);
  if (isNarrow()) showOnNarrow(details);
});
// Where the list stands above the details, one is out of sight while the other one is looked at.
const isNarrow = () => matchMedia('(max-width: 760px)').matches;
const showOnNarrow = part => part.scrollIntoView({ block: 'start' });
function showList() {
  showOnNarrow(element('actions'));
  list.focus({ preventScroll: true });
}
document.addEventListener('click', event => {
  for (const menu of document.querySelectorAll('.menu')) if (!menu.contains(event.target)) menu.open = false;
});

const page = () => Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
const keys = {
  ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(page()), PageUp: () => move(-page()),
  Home: () => move(-Infinity), End: () => move(Infinity),
  c: () => { if (selected >= 0 && actions[selected].cause >= 0) select(actions[selected].cause, true); },
  e: () => { if (selected >= 0 && actions[selected].consequences.length) select(actions[selected].consequences[0], true); },
  r: () => { if (selected >= 0 && actions[selected].cause >= 0) select(causesOf(actions[selected])[0], true); },
  n: () => nextMatch(1), N: () => nextMatch(-1),
  p: () => nextPresentation(1), P: () => nextPresentation(-1),
};
function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}
list.addEventListener('keydown', keyed);
canvas.addEventListener('keydown', event => {
  const more = { ArrowRight: () => move(1), ArrowLeft: () => move(-1), '+': () => zoom(0.5), '-': () => zoom(2), 0: () => setView(0, total()) };
  if (!more[event.key] || event.ctrlKey || event.metaKey || event.altKey) return keyed(event);
  event.preventDefault();
  more[event.key]();
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && !/^(input|textarea|select)$/i.test(event.target.tagName)) { event.preventDefault(); search.focus(); }
  if (event.key !== 'Escape' || dialog.open) return;
  for (const menu of document.querySelectorAll('.menu[open]')) { menu.open = false; menu.firstElementChild.focus(); }
  if (event.target === search) list.focus();
});

// The pointer: a click selects, dragging moves, the wheel zooms, two fingers too.
const pointers = new Map();
let hasMoved = false;
const spread = () => { const [a, b] = [...pointers.values()]; return Math.max(8, Math.abs(a - b)); };
canvas.addEventListener('pointerdown', event => {
  pointers.set(event.pointerId, event.offsetX);
  hasMoved = false;
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointermove', event => {
  const last = pointers.get(event.pointerId);
  if (last === undefined) return hover(event);
  if (Math.abs(event.offsetX - last) < 3 && !hasMoved) return;
  hasMoved = true;
  if (pointers.size === 2) {
    const before = spread();
    pointers.set(event.pointerId, event.offsetX);
    zoom(before / spread(), [...pointers.values()].reduce((a, b) => a + b) / 2);
  } else {
    pointers.set(event.pointerId, event.offsetX);
    const moved = (event.offsetX - last) / perUnit();
    setView(view.from - moved, view.to - moved);
  }
});
function released(event) {
  if (pointers.size === 1 && !hasMoved && event.type === 'pointerup') {
    const target = hit(event.offsetX, event.offsetY);
    if (target?.action) select(target.action.index);
    else if (target?.presentation) selectPresentation(target.presentation);
    else if (target) selectRun(target.run);
  }
  pointers.delete(event.pointerId);
}
canvas.addEventListener('pointerup', released);
canvas.addEventListener('pointercancel', released);
canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
canvas.addEventListener('wheel', event => {
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
    event.preventDefault();
    const moved = (event.deltaX || event.deltaY) / perUnit();
    setView(view.from + moved, view.to + moved);
  } else if (event.ctrlKey || event.metaKey || matchMedia('(min-width: 761px)').matches) {
    event.preventDefault();
    zoom(Math.exp(event.deltaY / 400), event.offsetX);
  }
}, { passive: false });

function hover(event) {
  const target = hit(event.offsetX, event.offsetY);
  tip.hidden = !target;
  canvas.style.cursor = target ? 'pointer' : 'grab';
  if (!target) return;
  tip.textContent = target.presentation ? (target.refused ? rounded(target.refused.explanation) : sentenceOf(target.presentation)) : target.run
    ? titleOf(target.run) + ' – ' + how(target.run) + ', ' + duration(target.run.ended - target.run.began)
    : target.action.label + ' ' + rounded(target.action.text.slice(0, 160)) + (target.action.text.length > 160 ? '…' : '')
      + signsOf(target.action).map(kind => ', ' + wordOf(kind)).join('') + ' – ' + duration(target.action.took);
  const box = element('timeline').getBoundingClientRect(), around = canvas.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.offsetX + 12, box.width - tip.offsetWidth - 6)) + 'px';
  tip.style.top = around.top - box.top + event.offsetY + 18 + 'px';
}

function writeTitle() {
  if (!raw.program) return;
  document.title = raw.program + ' – Rex recording';
  element('program').textContent = raw.program;
}
writeTitle();
if (raw.damage) { element('damage').hidden = false; element('damage').textContent = 'Not all could be read: ' + raw.damage; }
function writeExtent() {
  slider.max = Math.max(0, actions.length - 1);
  element('states').hidden = actions.length === 0;
  canvas.setAttribute('aria-valuemax', Math.max(0, actions.length - 1));
}
writeExtent();
canvas.setAttribute('aria-valuenow', 0);
canvas.setAttribute('aria-valuetext', 'no action');
element('signs').append(...Object.keys(kinds).map(kind => make('span', '', sign(kind), ' ' + wordOf(kind))));
readPalette();
rows.style.position = 'relative';
writeLegend();
writeOmissions();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readPalette(); draw(); });
new ResizeObserver(() => { draw(); drawRows(); }).observe(document.body);
if (isLive) startLive();
window.addEventListener('hashchange', recall);
recall();

"""####

    static let nodes_js = ####"""
// The states as numbered parts. Equal parts of consecutive states have the same number.

const nodes = raw.nodes;
const expanded = new Map();

/** A dictionary without entries is written with a sign of its own. */
const isEmptyDictionary = id => typeof nodes[id] === 'number' && texts[nodes[id]] === '[:]';

/** The parts in the brackets of a node as `{ labels, values }`; null for one without brackets. */
function partsOf(id) {
  if (isEmptyDictionary(id)) return { labels: [], values: [] };
  if (typeof nodes[id] === 'number' || nodes[id][0] < 0) return null;
  // A list can be made of the one before it, and that again.
  const waiting = [];
  let at = id;
  while (at >= 0 && !expanded.has(at)) { waiting.push(at); at = nodes[at][1]; }
  let parts = at >= 0 ? expanded.get(at) : null;
  while (waiting.length) {
    at = waiting.pop();
    const [, , first, last] = nodes[at];
    const labels = parts ? parts.labels.slice(0, first) : [], values = parts ? parts.values.slice(0, first) : [];
    for (let i = 4; i < nodes[at].length; i += 2) { labels.push(nodes[at][i]); values.push(nodes[at][i + 1]); }
    if (last > 0) {
      for (let i = parts.values.length - last; i < parts.values.length; i++) { labels.push(parts.labels[i]); values.push(parts.values[i]); }
    }
    parts = { labels, values };
    if (expanded.size > 300) expanded.clear();
    expanded.set(at, parts);
  }
  return parts;
}

/** What is in front of the parts of a node, with its bracket. */
const openOf = id => isEmptyDictionary(id) ? '[' : texts[nodes[id][0]];
const closes = { '(': ')', '[': ']', '{': '}' };
const closeOf = id => closes[openOf(id).slice(-1)] || '';

/** The text of a node without parts; one of a text that is a state can be made of the one before it. */
function leafOf(id) {
  if (typeof nodes[id] === 'number') return texts[nodes[id]];
  const chain = [];
  for (let at = id; at >= 0; at = nodes[at][1]) chain.push(nodes[at]);
  return chain.reverse().reduce((text, [, , start, end, middle]) =>
    text.slice(0, start) + texts[middle] + (end > 0 ? text.slice(-end) : ''), '');
}

/** A node on one line, of about so many characters; `…` stands for the rest. */
function flat(id, limit = Infinity) {
  const parts = partsOf(id);
  if (!parts || isEmptyDictionary(id)) {
    const text = leafOf(id);
    return text.length > limit ? text.slice(0, Math.max(1, limit)) + '…' : text;
  }
  if (!parts.values.length) return openOf(id) + closeOf(id);
  let text = openOf(id);
  for (let i = 0; i < parts.values.length; i++) {
    if (text.length >= limit) { text += i > 0 ? ', …' : '…'; break; }
    text += (i > 0 ? ', ' : '') + (parts.labels[i] < 0 ? '' : texts[parts.labels[i]] + ': ') + flat(parts.values[i], limit - text.length);
  }
  return text + closeOf(id);
}

/**
 * How the parts of two nodes belong together: pairs of places, of which one is -1 for what was inserted or removed.
 * Parts with labels belong together by them, others by what is around them.
 */
function pairs(before, after) {
  const labelled = after.values.length ? after.labels[0] >= 0 : before.labels[0] >= 0;
  const made = [];
  if (labelled) {
    const old = new Map(before.labels.map((label, place) => [label, place]));
    after.labels.forEach((label, place) => { made.push([old.has(label) ? old.get(label) : -1, place]); old.delete(label); });
    for (const place of old.values()) made.push([place, -1]);
    return made;
  }
  const [a, b] = [before.values, after.values];
  let first = 0, last = 0;
  while (first < Math.min(a.length, b.length) && a[first] === b[first]) { made.push([first, first]); first++; }
  while (last < Math.min(a.length, b.length) - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++;
  const changed = Math.min(a.length, b.length) - first - last;
  for (let i = 0; i < changed; i++) made.push([first + i, first + i]);
  for (let i = first + changed; i < a.length - last; i++) made.push([i, -1]);
  for (let i = first + changed; i < b.length - last; i++) made.push([-1, i]);
  for (let i = last; i > 0; i--) made.push([a.length - i, b.length - i]);
  return made;
}

/** The place that a part had before, as `pairs` finds it for all of them; -1 if it is new. */
function partner(before, after, place) {
  if (after.labels[place] >= 0) return before.labels.indexOf(after.labels[place]);
  const [a, b] = [before.values, after.values], room = Math.min(a.length, b.length);
  let first = 0;
  while (first < room && a[first] === b[first]) if (++first > place) return place;
  let last = 0;
  while (last < room - first && a[a.length - 1 - last] === b[b.length - 1 - last]) if (b.length - ++last <= place) return place - b.length + a.length;
  return place < room - last ? place : -1;
}

/** The action that has changed a part of the state last, up to one; -1 for none that is kept. */
function lastChange(index, path) {
  const store = actions[index].at('store');
  let at = [...path];
  for (let i = index; i >= 0; i--) {
    const action = actions[i];
    if (action.at('store') !== store || action.after < 0) continue;
    const place = placeBefore(action.before, action.after, at);
    if (!place) return i;
    at = place;
  }
  return -1;
}

/** Where a part of a state stood in the state before; null if it is new, or another one. */
function placeBefore(before, after, path) {
  const found = [];
  for (let depth = 0; ; depth++) {
    if (before === after) return [...found, ...path.slice(depth)];
    if (depth === path.length || before < 0) return null;
    const [old, parts] = [partsOf(before), partsOf(after)];
    if (!old || !parts || openOf(before) !== openOf(after)) return null;
    const place = partner(old, parts, path[depth]);
    if (place < 0) return null;
    found.push(place);
    before = old.values[place];
    after = parts.values[path[depth]];
  }
}

"""####

    static let page_css = ####"""
:root {
  --page: #f5f6f8; --panel: #ffffff; --text: #1b1f26; --faint: #5a6372; --line: #d9dde4; --lane: #f0f2f5;
  --accent: #0b5cad; --accent-soft: #e3effb; --old: #a3231d; --old-soft: #fdecea; --new: #176639; --new-soft: #e5f5ea;
  --mark: #ffe08a; --mark-text: #1b1f26; --mark-soft: #fff6da; --arrow: #8a94a5; --run: #7a869a;
  --d0: #3d4655; --d1: #6d788a; --d2: #9aa4b3; --d3: #c6cdd8;
  --c0: #2f6fb7; --c1: #b4581a; --c2: #23805a; --c3: #a03d80; --c4: #6a55c2; --c5: #8a6d00; --c6: #127b87; --c7: #b23a48;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151a; --panel: #1b1f26; --text: #e8ebf0; --faint: #a2adbd; --line: #343b47; --lane: #222831;
    --accent: #6cb2f5; --accent-soft: #1c3550; --old: #ff9c94; --old-soft: #43211f; --new: #7fd8a0; --new-soft: #17382a;
    --mark: #d9bd55; --mark-text: #12151a; --mark-soft: #3a3320; --arrow: #76829a; --run: #93a0b5;
    --d0: #d5dbe5; --d1: #a2adbd; --d2: #717c8e; --d3: #4a5464;
    --c0: #6aaef2; --c1: #f0a05a; --c2: #5ec99a; --c3: #e68cc8; --c4: #aa9bf5; --c5: #d9bd55; --c6: #58c4d0; --c7: #f28c97;
  }
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body {
  background: var(--page); color: var(--text); display: flex; flex-direction: column;
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
}
h1 { font-size: 17px; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 16px; margin: 0 0 2px; overflow-wrap: break-word; }
h2 a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 3px; }
h2 a:hover { color: var(--accent); text-decoration-color: currentcolor; }
h3 { font-size: 13px; margin: 18px 0 6px; color: var(--faint); font-weight: 600; }
p { margin: 0; }
[hidden] { display: none !important; }
button, input, summary { font: inherit; color: inherit; }
button, summary, input[type=search] {
  background: var(--panel); border: 1px solid var(--line); border-radius: 7px; padding: 4px 10px; min-height: 32px;
}
button { cursor: pointer; }
button:hover, summary:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding: 10px 16px; }
#summary { color: var(--faint); }
#damage { background: var(--old-soft); color: var(--old); border-radius: 7px; padding: 4px 10px; }
#filtered { color: var(--accent); }
#filtered:empty { display: none; }
#tools { margin-left: auto; display: flex; flex-wrap: wrap; gap: 8px; }
#searching { display: flex; gap: 4px; align-items: center; }
#search { width: 200px; max-width: 100%; min-width: 0; }
#only { display: flex; gap: 4px; align-items: center; white-space: nowrap; color: var(--faint); }
.menu { position: relative; }
.menu summary { cursor: pointer; list-style: none; white-space: nowrap; }
.menu summary::-webkit-details-marker { display: none; }
.menu summary::after { content: " ▾"; color: var(--faint); }
.panel {
  position: absolute; right: 0; top: 38px; z-index: 5; min-width: 240px; width: max-content; max-width: min(460px, 92vw);
  max-height: 60vh; overflow: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 9px; padding: 8px;
  box-shadow: 0 8px 28px rgb(0 0 0 / 0.2);
}
#file .panel { display: flex; flex-direction: column; gap: 6px; }
#file select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 7px; min-height: 32px; max-width: 100%; }
#help h2 { font-size: 13px; color: var(--faint); margin: 8px 0 0; }
#help table { border-spacing: 0 4px; margin: 0 0 8px; }
#signs { display: flex; flex-wrap: wrap; gap: 4px 14px; margin-top: 4px; }
#help th { text-align: left; font-weight: 600; padding-right: 12px; vertical-align: top; }
#help td { vertical-align: top; }
#cases label { display: flex; gap: 8px; align-items: center; padding: 4px 8px; border-radius: 6px; }
#cases label:hover { background: var(--accent-soft); }
#cases span { overflow-wrap: anywhere; }
#cases .count { margin-left: auto; color: var(--faint); font-variant-numeric: tabular-nums; }
#cases > button { width: 100%; margin-bottom: 4px; }
main {
  flex: 1; min-height: 0; display: grid; gap: 10px; padding: 0 16px 14px;
  grid-template: auto minmax(0, 1fr) / minmax(0, 5fr) minmax(0, 4fr);
}
section { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; min-width: 0; }
#timeline { grid-column: 1 / -1; position: relative; overflow: hidden; }
#scale { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 8px 10px; }
.segments { display: flex; border: 1px solid var(--line); border-radius: 7px; overflow: hidden; }
.segments input { position: absolute; opacity: 0; }
.segments span { display: block; padding: 4px 12px; min-height: 30px; cursor: pointer; }
.segments input:checked + span { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.segments input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: -2px; }
.buttons { display: flex; gap: 4px; }
#legend { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-left: auto; color: var(--faint); font-size: 12px; }
#legend span { display: inline-flex; align-items: center; gap: 5px; }
.dot { display: inline-block; width: 9px; height: 9px; border-radius: 3px; flex: none; }
#lanes { max-height: 40vh; overflow: hidden auto; border-top: 1px solid var(--line); }
#canvas { display: block; width: 100%; touch-action: pan-y; cursor: grab; }
#canvas:focus-visible { outline-offset: -2px; }
#tip {
  position: absolute; z-index: 4; pointer-events: none; max-width: min(460px, 80%); padding: 4px 9px; border-radius: 7px;
  background: var(--text); color: var(--panel); font-size: 12px; overflow-wrap: anywhere;
}
#states { display: flex; align-items: center; gap: 8px; padding: 6px 10px; border-top: 1px solid var(--line); }
#states button { width: 36px; padding: 0; font-size: 18px; }
#slider { flex: 1; min-width: 60px; accent-color: var(--accent); }
#position { color: var(--faint); font-variant-numeric: tabular-nums; white-space: nowrap; }
#actions { position: relative; overflow: hidden; }
#list { height: 100%; overflow: auto; position: relative; outline-offset: -2px; }
#empty { position: absolute; inset: 40px 0 auto; text-align: center; color: var(--faint); }
.row {
  position: absolute; left: 0; right: 0; height: 30px; display: flex; align-items: center; gap: 8px; padding: 0 12px;
  white-space: nowrap; cursor: pointer; border-left: 3px solid transparent;
}
.row:hover { background: var(--lane); }
.row[aria-selected=true] { background: var(--accent-soft); border-left-color: var(--accent); }
.row.related { border-left-color: var(--arrow); }
.row .number { color: var(--faint); width: 5.5ch; text-align: right; font-variant-numeric: tabular-nums; flex: none; }
.row .text { overflow: hidden; text-overflow: ellipsis; flex: 1; font-family: var(--mono); font-size: 12.5px; }
.row .text b { font-weight: 650; }
.row .text i { font-style: normal; color: var(--faint); }
.row .cause { color: var(--faint); font-size: 12px; font-variant-numeric: tabular-nums; }
.row .took { color: var(--faint); font-size: 12px; width: 7ch; text-align: right; font-variant-numeric: tabular-nums; flex: none; }
.row.broken .text b { color: var(--old); }
.row.matches { background: var(--mark-soft); }
mark.match { background: var(--mark); color: var(--mark-text); border-radius: 2px; }
.sign {
  display: inline-block; min-width: 17px; text-align: center; border-radius: 5px; padding: 0 3px; font-size: 11.5px; font-weight: 700;
  line-height: 17px; background: var(--old-soft); color: var(--old); flex: none;
}
.sign.returned, .sign.running { background: var(--new-soft); color: var(--new); }
.sign.dropped, .sign.ignored, .sign.superseded, .sign.revoked, .sign.refused { background: var(--lane); color: var(--text); }
h2 + .sign { margin: 4px 4px 0 0; }
#details { overflow: auto; padding: 14px 16px 24px; }
#details .sub { color: var(--faint); }
#details .sub code { color: var(--text); }
code, pre { font-family: var(--mono); font-size: 12.5px; }
pre { margin: 0; padding: 9px 11px; background: var(--lane); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
.why { margin: 6px 0; font-size: 15px; }
#live { display: flex; gap: 8px; align-items: center; }
#live-status::before { content: "●"; margin-right: 5px; color: var(--faint); }
#live-status[data-status="live"]::before { color: var(--c2); }
#sending textarea { display: block; width: 100%; margin: 6px 0; font-family: var(--mono); font-size: 12.5px; }
.presentation[aria-current] { font-weight: 600; }
.why.not { font-size: 14px; overflow-wrap: anywhere; }
.small { font-size: 12px; margin: 0 0 4px; }
.run, .led { margin: 6px 0; }
.back { display: none; }
p .by { min-height: 24px; padding: 0 8px; margin-left: 6px; }
#help .panel { max-width: min(640px, 92vw); }
#help th { min-width: 150px; }
.links { list-style: none; margin: 0; padding: 0; display: flex; flex-direction: column; }
.links button {
  display: flex; gap: 8px; align-items: baseline; width: 100%; text-align: left; border: 0; background: none; padding: 3px 6px;
  min-height: 28px; min-width: 0;
}
.links button:hover { background: var(--accent-soft); }
.links .number { color: var(--accent); font-variant-numeric: tabular-nums; }
.links .text { font-family: var(--mono); font-size: 12.5px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.links .text i { font-style: normal; color: var(--faint); }
.links .where { flex: none;  color: var(--faint); font-size: 12px; margin-left: auto; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 50%; }
.links .more { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 3px 6px; border-left: 2px dotted var(--arrow); }
.links .more button { width: auto; border: 1px solid var(--line); }
.links .here { padding: 3px 6px; font-weight: 600; display: flex; gap: 8px; }
.change { font-family: var(--mono); font-size: 12.5px; border-radius: 8px; background: var(--lane); padding: 9px 11px; }
.change div { overflow-wrap: anywhere; padding-left: 1.2em; text-indent: -1.2em; }
.change .path, .tree .path { color: var(--faint); }
.change button.path { border: 0; background: none; padding: 0; min-height: 24px; text-align: left; font: inherit; text-indent: 0; overflow-wrap: anywhere; }
.change button.path:hover { color: var(--accent); text-decoration: underline; }
.change del, .tree del { background: var(--old-soft); color: var(--old); text-decoration: none; border-radius: 3px; padding: 0 3px; }
.change ins, .tree ins { background: var(--new-soft); color: var(--new); text-decoration: none; border-radius: 3px; padding: 0 3px; }
.bar { display: flex; height: 12px; border-radius: 4px; overflow: hidden; background: var(--lane); margin-bottom: 6px; }
.bar span { min-width: 1px; }
.times { display: flex; flex-wrap: wrap; gap: 2px 18px; }
.times span { display: inline-flex; gap: 6px; align-items: center; font-variant-numeric: tabular-nums; }
.trail { margin: 0; padding-left: 18px; }
.tree { font-family: var(--mono); font-size: 12.5px; border-radius: 8px; background: var(--lane); padding: 7px 9px; }
.node { display: flex; gap: 4px; align-items: baseline; padding: 1px 4px; border-radius: 5px; cursor: default; }
.node > * { overflow-wrap: anywhere; }
.node .fold { width: 1.1em; flex: none; color: var(--faint); }
.node .value { white-space: pre-wrap; min-width: 0; }
.node .path { white-space: pre; max-width: 50%; overflow: hidden; text-overflow: ellipsis; flex: none; }
.node.group > .value { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.node.changed > .path { color: var(--text); font-weight: 650; }
.node .last { flex: none; visibility: hidden; margin-left: auto; color: var(--accent); cursor: pointer; padding: 0 4px; }
.node:hover .last, .tree:focus .node[aria-selected=true] .last { visibility: visible; }
.node .last:hover { text-decoration: underline; }
.tree:focus .node[aria-selected=true] { background: var(--accent-soft); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#drop { position: fixed; inset: 0; z-index: 9; display: flex; background: rgb(0 0 0 / 0.45); pointer-events: none; }
#drop p { flex: 1; margin: 24px; border: 3px dashed #fff; border-radius: 18px; background: #33383f; color: #fff; font-size: 22px; display: grid; place-items: center; }
#drop[data-use=open] .open, #drop[data-use=compare] .compare { background: #0b5cad; }
dialog { width: min(1200px, 96vw); height: min(860px, 92vh); border: 1px solid var(--line); border-radius: 12px; background: var(--panel); color: var(--text); padding: 14px 16px; }
dialog[open] { display: flex; flex-direction: column; gap: 8px; }
dialog::backdrop { background: rgb(0 0 0 / 0.45); }
dialog .names { display: flex; justify-content: space-around; font-weight: 600; color: var(--faint); }
#compared { flex: 1; overflow: auto; border: 1px solid var(--line); border-radius: 8px; min-height: 120px; }
#compared-rows { position: relative; }
#compared-change { max-height: 22vh; overflow: auto; }
#compared-change:empty { display: none; }
.pair { position: absolute; left: 0; right: 0; height: 26px; display: grid; grid-template-columns: 1fr 9em 1fr; gap: 8px; align-items: center; padding: 0 8px; font-family: var(--mono); font-size: 12.5px; }
.pair .cell { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.pair .number { color: var(--faint); }
.pair .verdict { font: 12px system-ui, sans-serif; text-align: center; color: var(--faint); }
.pair.left .cell:first-child { background: var(--old-soft); color: var(--old); }
.pair.right .cell:last-child { background: var(--new-soft); color: var(--new); }
.pair.left .number, .pair.right .number { color: inherit; }
.pair.change .cell { background: var(--accent-soft); }
.pair.change .number { color: inherit; }
.pair[aria-selected=true] { outline: 2px solid var(--accent); outline-offset: -2px; }
@media (max-width: 760px) {
  html, body { height: auto; }
  .wide { display: none; }
  header { padding: 8px; gap: 6px 10px; align-items: baseline; }
  #tools { margin-left: 0; width: 100%; gap: 6px; }
  #searching { order: 1; width: 100%; }
  #search { flex: 1; min-width: 0; width: auto; }
  .panel { right: auto; left: 0; max-width: 94vw; }
  .menu { position: static; }
  .panel { top: auto; left: 8px; right: 8px; margin-top: 4px; width: auto; }
  .pair { grid-template-columns: 1fr 4.5em 1fr; }
  main { display: flex; flex-direction: column; padding: 0 8px 10px; gap: 8px; }
  #scale { padding: 6px 8px; }
  #legend { margin-left: 0; gap: 2px 10px; }
  #lanes { max-height: 300px; }
  #actions { height: 46vh; min-height: 240px; }
  .row { padding: 0 8px; gap: 6px; }
  .row .number { width: 4.5ch; }
  .row .took { display: none; }
  #details { overflow: visible; padding: 12px; scroll-margin-top: 6px; min-height: 100vh; }
  .back { display: inline-block; margin-bottom: 8px; }
}
@media (prefers-reduced-motion: no-preference) { .row { transition: background 0.08s; } }

"""####

    static let page_html = ####"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="@POLICY@">
<meta name="color-scheme" content="light dark">
<title>Rex recording</title>
<style@NONCE@>@STYLE@</style>
</head>
<body>
<header>
<h1><span id="program"></span> <span class="wide">Recording</span></h1>
<p id="summary"></p>
<p id="filtered" role="status"></p>
<p id="damage" role="alert" hidden></p>
<div id="tools">
<div id="searching" role="search">
<input id="search" type="search" placeholder="Search ( / )" aria-label="Search" aria-describedby="search-help">
<button id="last-match" type="button" aria-label="Previous match" title="Shift and Enter, or N in the list">↑</button>
<button id="next-match" type="button" aria-label="Next match" title="Enter, or n in the list">↓</button>
<label id="only"><input id="only-matches" type="checkbox" checked>Only matches</label>
</div>
<details id="filter" class="menu">
<summary><span id="filter-label">All cases</span></summary>
<div id="cases" class="panel" role="group" aria-label="Cases that are shown"></div>
</details>
<details id="omitted" class="menu" hidden>
<summary><span id="omitted-label"></span></summary>
<div id="omissions" class="panel" role="group" aria-label="What did not happen" tabindex="0"></div>
</details>
<details id="file" class="menu">
<summary>File</summary>
<div class="panel" role="group" aria-label="File">
<button id="open" type="button">Open a recording…</button>
<button id="compare" type="button">Compare with a recording…</button>
<input id="open-file" type="file" accept=".jsonl,.ndjson,.html" hidden aria-label="Recording to open">
<input id="compare-file" type="file" accept=".jsonl,.ndjson,.html" hidden aria-label="Recording to compare with">
<label>Save <select id="part">
<option value="all">all actions</option><option value="shown">the actions of the list</option>
<option value="chain">the selected one, its causes and consequences</option><option value="view">what the timeline shows</option>
</select></label>
<button id="save-page" type="button">as a page</button>
<button id="save-lines" type="button">as JSON lines</button>
</div>
</details>
<details id="help" class="menu">
<summary>Help</summary>
<div class="panel" role="group" aria-label="Help" tabindex="0">
<h2>Search</h2>
<table id="search-help">
<tr><th scope="row">tea "two words"</th><td>both are in it</td></tr>
<tr><th scope="row">-tea</th><td>it is not</td></tr>
<tr><th scope="row">change:cart[0]</th><td>in one field: action, case, file, function, line, change, trail, number, thread</td></tr>
<tr><th scope="row">run:Listing.swift:78</th><td>actions that started a run or were sent by it: by its name, file, line, key, ending or number</td></tr>
<tr><th scope="row">cause:12, cause:outside</th><td>what caused it</td></tr>
<tr><th scope="row">is:failed</th><td>or timedOut, cancelled, dropped, ignored, superseded, revoked, refused, changed, cancels</td></tr>
</table>
<h2>Keys</h2>
<table>
<tr><th scope="row">/</th><td>search; Enter, Shift Enter: next, previous match</td></tr>
<tr><th scope="row">arrows, Page Up, Page Down, Home, End</th><td>another action</td></tr>
<tr><th scope="row">c, e, r</th><td>cause, first consequence, root of the chain</td></tr>
<tr><th scope="row">n, N</th><td>next, previous match, in the list</td></tr>
<tr><th scope="row">p, P</th><td>next, previous presentation</td></tr>
<tr><th scope="row">+, −, 0</th><td>zoom, in the timeline</td></tr>
<tr><th scope="row">arrows, l</th><td>in the state: move and fold; the action that changed a part last</td></tr>
</table>
<h2>Links</h2>
<table>
<tr><th scope="row">#action=13</th><td>at the end of the address opens the page at action 13</td></tr>
</table>
<h2>Signs</h2>
<p id="signs"></p>
</div>
</details>
</div>
</header>
<main>
<section id="timeline" aria-label="Timeline">
<div id="scale">
<div class="segments" role="radiogroup" aria-label="Scale of the timeline">
<label><input type="radio" name="scale" value="steps" checked><span>Steps</span></label>
<label><input type="radio" name="scale" value="time"><span>Time</span></label>
</div>
<div class="buttons">
<button id="zoom-out" type="button" aria-label="Zoom out">−</button>
<button id="zoom-in" type="button" aria-label="Zoom in">+</button>
<button id="zoom-all" type="button">All</button>
</div>
<div id="legend" aria-hidden="true"></div>
</div>
<div id="lanes"><canvas id="canvas" tabindex="0" role="slider" aria-label="Timeline" aria-valuemin="0"></canvas></div>
<div id="tip" role="presentation" aria-hidden="true" hidden></div>
<div id="states">
<button id="previous" type="button" aria-label="Previous action">‹</button>
<input id="slider" type="range" min="0" step="1" aria-label="State after action">
<button id="next" type="button" aria-label="Next action">›</button>
<output id="position" for="slider"></output>
</div>
</section>
<section id="actions" aria-label="Actions">
<div id="list" role="listbox" tabindex="0" aria-label="Actions"><div id="rows" role="presentation"></div></div>
<p id="empty" hidden>No action matches.</p>
</section>
<section id="details" aria-label="Selected action" tabindex="0"></section>
</main>
<p id="announcement" class="hidden" role="status"></p>
<div id="drop" aria-hidden="true" hidden><p class="open">Open it here</p><p class="compare">Compare it with this recording</p></div>
<dialog id="compare-dialog" aria-labelledby="compare-title">
<h2 id="compare-title">Two recordings</h2>
<p id="parting"></p>
<div class="names"><span>This one</span><span id="other-name"></span></div>
<div id="compared" role="listbox" tabindex="0" aria-label="Actions of both recordings"><div id="compared-rows" role="presentation"></div></div>
<pre id="compared-change"></pre>
<div class="buttons"><button id="next-difference" type="button">Next difference</button><button id="go-compared" type="button">Go to the action</button><button id="close-compared" type="button">Close</button></div>
</dialog>
<script type="application/json" id="data">@DATA@</script>
<script@NONCE@>@SCRIPT@</script>
</body>
</html>

"""####

    static let presentations_js = ####"""
// The presentations of RexNavigation: found in the texts of actions, and drawn as bars with a mark for each refused action.

/** An action of a presentation, as `PresentationAction` is written: `presented(#2, …)` or `dismissed(#2)`. */
const presentationAction = /(?:presented\((#-?\d+), |dismissed\((#-?\d+)\))/y;
/** A case or a type in front of a bracket. */
const wordAndBracket = /([\p{L}_][\p{L}\p{N}_]*)(?:<[^("]*>)?\(/uy;
const typeParameters = /(?:\w+: )?[\p{L}_][\p{L}\p{N}_]*<[^("]*>(?=\()/uy;

/** The values of the bracket that opens at an index. Without a closing bracket, the last value is the rest of the text. */
function valuesAt(text, open) {
  const values = [];
  let depth = 0, isQuoted = false, from = open + 1, i = open;
  const add = () => {
    const value = text.slice(from, i), label = value.match(/^(\w+): /);
    values.push({ from: from + (label ? label[0].length : 0), label: label?.[1], text: value });
  };
  for (; i < text.length; i++) {
    // The commas between the parameters of a type separate no values.
    typeParameters.lastIndex = i;
    if (i === from && typeParameters.test(text)) i = typeParameters.lastIndex;
    const sign = text[i];
    if (isQuoted) { if (sign === '\\') i++; else if (sign === '"') isQuoted = false; continue; }
    if (sign === '"') isQuoted = true;
    else if (sign === '(' || sign === '[') depth++;
    else if (sign === ')' || sign === ']') { if (--depth === 0) break; }
    else if (sign === ',' && depth === 1) { add(); from = i + 2; }
  }
  add();
  return values;
}

/** The presentations that an action is for, outermost first: the id, the container within the outer one, and its cases without values. */
function addressIn(text) {
  const address = [];
  if (!text.includes('(#')) return address;
  let at = 0, container = '', cases = '';
  for (;;) {
    presentationAction.lastIndex = wordAndBracket.lastIndex = at;
    const found = presentationAction.exec(text);
    if (found) {
      address.push({ id: found[1] ?? found[2], container, cases });
      if (found[2]) return address;
      at = presentationAction.lastIndex;
      container = cases = '';
      continue;
    }
    const word = wordAndBracket.exec(text)?.[1];
    if (!word) return address;
    // Types, such as those of actions for elements, are left out.
    if (!/^\p{Lu}/u.test(word)) { container += (container && '.') + word; cases += (cases && '.') + word; }
    at = presentationAction.lastIndex = wordAndBracket.lastIndex;
    if (presentationAction.test(text)) continue;
    const values = valuesAt(text, at - 1), action = values.find(value => value.label === 'action') ?? values[values.length - 1];
    const others = values.filter(value => value !== action).map(value => value.text).join(', ');
    if (others) container += '(' + others + ')';
    at = action.from;
  }
}

/** The presentations in the order of their first actions. */
const presentations = [];
/** The presentations that an action is for, outermost first, by the index of the action. */
const presentationsOf = new Map();

/** The presentations in each text of an action. */
const addresses = [];

function readPresentations() {
  presentations.length = 0;
  presentationsOf.clear();
  const stores = new Map(), all = [];
  const find = (store, address) => {
    let outer = null, inside = stores.get(store);
    if (!inside) stores.set(store, inside = new Map());
    return address.map(({ id, container, cases }) => {
      const key = container + id;
      if (!inside.has(key)) {
        const made = { store, id, container, cases, outer, inside: new Map(), first: -1, last: -1, count: 0, refused: [] };
        inside.set(key, made);
        all.push(made);
      }
      outer = inside.get(key);
      inside = outer.inside;
      return outer;
    });
  };
  for (let index = 0, at = column.text; index < actions.length; index++, at += width) {
    const action = actions[index], address = addresses[raw.actions[at]] ??= addressIn(action.text);
    if (!address.length) continue;
    const found = find(action.at('store'), address);
    presentationsOf.set(action.index, found);
    for (const presentation of found) {
      if (presentation.first < 0) presentation.first = action.index;
      presentation.last = action.index;
      presentation.count++;
    }
  }
  for (const notice of notices) {
    notice.presentation = undefined;
    const address = notice.kind === 'refused' && notice.text ? addressIn(notice.text) : [];
    if (!address.length) continue;
    // With several stores, that of a refused action without a cause is unknown.
    if (notice.action < 0 && raw.several) continue;
    const store = (actions[notice.action] ?? actions[0])?.at('store') ?? 0;
    // If a presentation is gone, so are its inner ones. Other reasons concern only the innermost one.
    const found = find(store, address), gone = notice.reason.match(/^presentation (\S+) is gone$/)?.[1];
    const from = found.findLastIndex(presentation => presentation.id === gone);
    for (const presentation of found.slice(from < 0 ? -1 : from)) presentation.refused.push(notice);
    notice.presentation = found[found.length - 1];
  }
  for (const presentation of all) {
    const { first, last, refused } = presentation, times = refused.map(notice => notice.time);
    if (first < 0 && !refused.length) continue;
    presentation.began = first < 0 ? Math.min(...times) : actions[first].time;
    presentation.ended = last < 0 ? presentation.began : actions[last].time + actions[last].took;
    presentation.until = Math.max(presentation.ended, ...times);
    presentations.push(presentation);
  }
  presentations.sort((a, b) => a.began - b.began);
}
readPresentations();

/** For example "#1 of editor in #2 of path". */
const nameOfPresentation = ({ id, container, outer }) => id + (container ? ' of ' + container : '') + (outer ? ' in ' + nameOfPresentation(outer) : '');
const sentenceOf = presentation => 'presentation ' + nameOfPresentation(presentation)
  + (presentation.first < 0 ? ', no action' : ', from action ' + actions[presentation.first].label + ' to action '
    + actions[presentation.last].label + ', ' + amount(presentation.count, 'action'))
  + (presentation.refused.length ? ', ' + presentation.refused.length.toLocaleString('en') + ' refused' : '');

/** The presentation that was selected by its bar or its key; null after any other selection. */
let chosen = null;

function selectPresentation(presentation) {
  if (presentation.first >= 0) select(presentation.first, true, presentation);
  else { chosen = presentation; draw(); }
  announce(sentenceOf(presentation));
}

/** Selects the next presentation after the selected action, or the one before it, and goes round at the end. */
function nextPresentation(step) {
  if (!presentations.length) return announce('No action is for a presentation.');
  let place = presentations.indexOf(chosen);
  if (place < 0) {
    const begun = selected < 0 ? 0 : presentations.filter(({ began }) => began <= times[selected]).length;
    place = step > 0 ? begun - 1 : begun;
  }
  selectPresentation(presentations[(place + step + presentations.length) % presentations.length]);
}

/** The presentations of an action, innermost first, with their refused actions. */
function presentationLines(action) {
  const all = [...presentationsOf.get(action.index) || []].reverse();
  // A line above has the refused actions that this one has caused.
  const told = new Set(action.notices);
  const lines = all.flatMap(presentation => {
    const text = sentenceOf(presentation), { first, last } = presentation;
    const line = make('p', 'sub presentation', text[0].toUpperCase() + text.slice(1) + '.',
      first === action.index ? null : button('by', () => selectPresentation(presentation), 'Go to ' + actions[first].label),
      last === action.index ? null : button('by', () => select(last, true), 'Go to ' + actions[last].label));
    if (presentation === chosen) line.setAttribute('aria-current', 'true');
    const refused = presentation.refused.filter(notice => !told.has(notice)).slice(0, 10);
    for (const notice of refused) told.add(notice);
    return [line, ...refused.map(({ kind, explanation }) => whyNotLine({ kind, explanation }, -1))];
  });
  return lines.length ? [make('h3', '', 'Presentation' + (all.length > 1 ? 's' : '')), ...lines] : [];
}

/** Where the bar of a presentation begins and ends. */
function extentOf({ first, last, began }) {
  if (first < 0) { const x = xOf(scales[scale].at(began)); return [x, x]; }
  const from = startX(first);
  return [from, Math.max(startX(last) + widthOf(last), from + 3)];
}
/** Where the mark of a refused action is: behind the bar, unless the action came before the last one. */
const markX = (presentation, notice, to) => notice.time < presentation.ended ? xOf(scales[scale].at(notice.time))
  : Math.max(xOf(scales[scale].at(notice.time)), to + 2);

function paintPresentations(lane, width) {
  if (lane.most) paintCrowd(lane, width);
  const ofSelected = presentationsOf.get(selected) || [], drawn = new Map();
  for (const presentation of lane.runs) {
    const isOn = ofSelected.includes(presentation) || presentation === chosen;
    if (lane.most && !isOn && !presentation.refused.length) continue;
    const [from, to] = extentOf(presentation);
    const marks = presentation.refused.map(notice => markX(presentation, notice, to));
    const end = Math.max(to, ...marks.map(x => x + 10));
    if (end < gutter || from > width) continue;
    // Bars on the same pixels are drawn once.
    if (to - from < 4 && !isOn && !marks.length) {
      if (Math.round(from) === drawn.get(presentation.row)) continue;
      drawn.set(presentation.row, Math.round(from));
    }
    const top = lane.top + 5 + presentation.row % lane.limit * runHeight, height = runHeight - 3, middle = top + height / 2 + 0.5;
    pen.globalAlpha = isOn ? 1 : 0.45;
    if (presentation.first >= 0) {
      pen.fillStyle = pen.strokeStyle = palette.c[colours[presentation.first]];
      pen.beginPath();
      pen.roundRect(from, top, to - from, height, 3);
      pen.fill();
    }
    if (marks.length) {
      // A line ties the marks to their bar.
      pen.strokeStyle = pen.fillStyle = palette.old;
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(to, middle);
      pen.lineTo(Math.max(to, ...marks), middle);
      pen.stroke();
    }
    pen.globalAlpha = 1;
    let free = -9;
    for (const x of marks) {
      if (x < free) continue;
      pen.fillStyle = palette.old;
      pen.fillText(signOf('refused'), x, middle);
      free = x + 8;
    }
    const shownFrom = Math.max(from, gutter);
    pen.fillStyle = isOn ? palette.panel : palette.text;
    if (to - shownFrom > 20) {
      const { outer, container, id } = presentation;
      pen.fillText(fitted(outer && container ? container + ' ' + id : id, to - shownFrom - 8), shownFrom + 5, middle);
    }
    if (presentation !== chosen) continue;
    pen.strokeStyle = palette.text;
    pen.lineWidth = 2;
    pen.strokeRect(from - 1, top - 1, Math.max(to - from, 10) + 2, height + 2);
  }
}

/** The presentation at a point of its lane, and the refused action if there is a mark. */
function hitPresentation(lane, x, y) {
  const row = Math.floor((y - lane.top - 5) / runHeight);
  for (const presentation of lane.most ? [] : lane.runs) {
    if (presentation.row !== row) continue;
    const [from, to] = extentOf(presentation);
    const refused = presentation.refused.find(notice => Math.abs(x - markX(presentation, notice, to) - 4) < 7);
    if (refused || x >= from - 2 && x <= to + 2) return { presentation, refused };
  }
  return null;
}

"""####

    static let pretty_js = ####"""
// Values as text.

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
    } else if (c === '<' && /\w$/.test(text.slice(i - 1, i)) && /^<[\w\s,.<>[\]?:&]*>/.test(text.slice(i, i + 200))) {
      // The types that a generic one has belong to its name.
      const types = text.slice(i, i + 200).match(/^<[\w\s,.<>[\]?:&]*>/)[0];
      add(types);
      i += types.length - 1;
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

"""####

    static let runs_js = ####"""
// The runs of the timeline: bars that say how they ended, or how many there are where they would not fit.

function countUpTo(times, time) {
  let low = 0, high = times.length;
  while (low < high) { const middle = (low + high) >> 1; if (times[middle] <= time) low = middle + 1; else high = middle; }
  return low;
}

/** The number of the run that was selected by its bar; 0 after any other selection. */
let chosenRun = 0;

/** Selects the action that a run belongs to: the one that started it, or the first one that it has sent. */
function selectRun(run) {
  const index = run.cause >= 0 ? run.cause : actions.findIndex(action => action.run === run.number);
  select(index, true, null, run.number);
  announce(rounded(run.explanation));
}
function chosenRunLine() {
  const run = runOfNumber.get(chosenRun), line = run && whyNotLine({ kind: run.end.kind, explanation: run.explanation }, run.end.by);
  line?.classList.add('chosen');
  return line ? [line] : [];
}

function paintCrowd(lane, width) {
  const bottom = lane.top + lane.height - 3, height = lane.height - 8;
  pen.fillStyle = palette.run;
  pen.globalAlpha = 0.55;
  pen.beginPath();
  pen.moveTo(gutter, bottom);
  for (let x = gutter; x < width; x++) {
    const time = scales[scale].timeAt(positionOf(x)), next = scales[scale].timeAt(positionOf(x + 1));
    const count = countUpTo(lane.begins, next) - countUpTo(lane.finishes, time);
    pen.lineTo(x + 0.5, bottom - Math.min(1, count / lane.most) * height);
  }
  pen.lineTo(width, bottom);
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = palette.text;
  pen.fillText('up to ' + lane.most + ' at once', gutter + 6, lane.top + 10);
}

function paintRuns(lane, width) {
  if (lane.most) paintCrowd(lane, width);
  const selectedRun = selected >= 0 ? actions[selected].run : -1;
  const [from0, to0] = [scales[scale].timeAt(view.from), scales[scale].timeAt(view.to)];
  // The ends of the last signs of each row, where the labels of the next bars may begin.
  const drawn = new Map(), signed = new Map();
  for (const run of lane.runs) {
    const isSelected = selected >= 0 && (run.cause === selected || selectedRun === run.number);
    if (lane.most && !isSelected && !isBad(run.end.kind) || run.ended < from0 || run.began > to0) continue;
    const from = xOf(scales[scale].at(run.began)), to = xOf(scales[scale].at(run.ended));
    if (to < gutter || from > width) continue;
    // What would lie on the same pixels is drawn once.
    if (to - from < 2 && !isSelected && !isBad(run.end.kind)) {
      if (Math.round(from) === drawn.get(run.row)) continue;
      drawn.set(run.row, Math.round(from));
    }
    const top = lane.top + 5 + run.row % lane.limit * runHeight, height = runHeight - 3, length = Math.max(3, to - from);
    const cause = run.cause >= 0 ? actions[run.cause] : null;
    const isOn = isSelected;
    pen.globalAlpha = isOn ? 1 : 0.45;
    const kind = run.end.kind, isStriped = isBad(kind);
    pen.fillStyle = isStriped && kind !== 'cancelled' ? palette.old : cause ? palette.c[colours[cause.index]] : palette.run;
    if (kind === 'running') {
      // Open to the right.
      pen.beginPath();
      pen.moveTo(from, top);
      pen.lineTo(from + length - 5, top);
      pen.lineTo(from + length, top + height / 2);
      pen.lineTo(from + length - 5, top + height);
      pen.lineTo(from, top + height);
      pen.fill();
    } else {
      pen.beginPath();
      pen.roundRect(from, top, length, height, 3);
      pen.fill();
    }
    if (isStriped) {
      pen.save();
      pen.clip();
      pen.strokeStyle = palette.panel;
      pen.lineWidth = 1.5;
      pen.beginPath();
      for (let x = Math.max(from, gutter) - height; x < Math.min(to, width); x += 7) {
        pen.moveTo(x, top + height);
        pen.lineTo(x + height, top);
      }
      pen.stroke();
      pen.restore();
    }
    if (run.number === chosenRun) {
      pen.globalAlpha = 1;
      pen.strokeStyle = palette.text;
      pen.lineWidth = 2;
      pen.strokeRect(from - 1, top - 1, length + 2, height + 2);
    }
    const shownFrom = Math.max(from, gutter);
    const label = isStriped ? signOf(kind) + ' ' + titleOf(run) : titleOf(run);
    pen.globalAlpha = 1;
    const labelFrom = Math.max(shownFrom + 5, (signed.get(run.row) ?? 0) + 3);
    if (to - shownFrom > 40) {
      const text = fitted(label, to - labelFrom - 7);
      const isBright = isOn && !isStriped;
      if (isStriped) {
        // On a ground of its own, since stripes are hard to read.
        pen.fillStyle = palette.lane;
        pen.fillRect(labelFrom - 2, top + 1, pen.measureText(text).width + 4, height - 2);
      }
      pen.fillStyle = isBright ? palette.panel : palette.text;
      pen.fillText(text, labelFrom, top + height / 2 + 0.5);
    } else if (isStriped && to >= gutter) {
      pen.fillStyle = palette.old;
      pen.fillText(signOf(kind), to + 2, top + height / 2 + 0.5);
      signed.set(run.row, to + 2 + pen.measureText(signOf(kind)).width);
    }
  }
}

"""####

    static let search_js = ####"""
// The search: words, "phrases", field:value, and -excluded words.

const search = element('search');
let query = '';
let terms = [];

const lower = [];
const lowered = id => lower[id] ??= texts[id].toLowerCase();
/** The fields that can be named, with the columns whose texts they are. */
const fields = {
  action: ['text'], case: ['name'], name: ['name'], file: ['file'], function: ['func'], change: ['change'],
  any: ['name', 'text', 'change', 'file', 'func'],
};

function parse(text) {
  const found = [];
  for (const [, not, field, phrase, word] of text.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi)) {
    const value = (phrase ?? word).toLowerCase();
    const name = (field || '').toLowerCase(), isField = name => Object.hasOwn(fields, name) || Object.hasOwn(others, name);
    // A field whose value is still to be typed says nothing yet.
    if (!value || value.endsWith(':') && isField(value.slice(0, -1))) continue;
    found.push({ not: !!not, field: isField(name) ? name : 'any', value: isField(name) || !field ? value : name + ':' + value });
  }
  return found;
}

/** Whether an action has this label, or this number in its store. */
const isNumbered = (action, value) => action.label.toLowerCase() === value || '' + action.at('number') === value;

/** Whether a run has a number, a key, a line, an ending, or a part of its name or of its place. */
function isOfRun(run, value) {
  if (!run) return false;
  run.words ??= [run.number, run.line, run.key ?? '', run.end.kind].map(word => ('' + word).toLowerCase());
  return run.words.includes(value) || !/^\d+$/.test(value)
    && (titleOf(run) + '\n' + where(run) + '\n' + wordOf(run.end.kind)).toLowerCase().includes(value);
}

// Searches for properties of an action other than its texts.
const others = {
  number: isNumbered,
  cause: (action, value) => value === 'outside' ? action.cause === -1 : action.cause >= 0 && isNumbered(actions[action.cause], value),
  run: (action, value) => isOfRun(runOfNumber.get(action.run), value) || (runsOfCause.get(action.index) || []).some(run => isOfRun(run, value)),
  thread: (action, value) => '' + action.thread === value,
  line: (action, value) => '' + action.source.line === value,
  is: (action, value) => outcomesOf(action).some(kind => kind.toLowerCase() === value || wordOf(kind) === value)
    || value === 'changed' && action.change !== '',
  trail: null,
};

/** A function that says whether an action is what a term asks for. */
function matcher({ field, value }) {
  const isIn = new Map();
  const has = id => {
    let known = isIn.get(id);
    if (known === undefined) isIn.set(id, known = lowered(id).includes(value));
    return known;
  };
  const inTrail = action => {
    for (let at = action.at('trail'); at >= 0; at = raw.steps[at * 6]) {
      if (has(raw.steps[at * 6 + 2]) || has(raw.steps[at * 6 + 3])) return true;
    }
    return false;
  };
  if (field === 'trail') return inTrail;
  if (others[field]) return action => others[field](action, value);
  const at = fields[field].map(name => column[name]);
  const isAny = field === 'any';
  return action => at.some(place => has(raw.actions[action.index * width + place]))
    || isAny && (isNumbered(action, value) || inTrail(action) || action.notices.some(notice => notice.explanation.toLowerCase().includes(value)));
}

function setQuery(text) {
  query = text.trim();
  terms = parse(query);
  const matchers = terms.map(term => [matcher(term), term.not]);
  matchesQuery = action => matchers.every(([matches, not]) => matches(action) !== not);
}
let matchesQuery = () => true;

/** Puts what was looked for into marks. */
function markMatches(node) {
  const wanted = terms.filter(term => !term.not && term.value && (fields[term.field] || term.field === 'trail')).map(term => term.value);
  if (!wanted.length) return;
  const pattern = new RegExp(wanted.map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gi');
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (pattern.test(walker.currentNode.data)) { found.push(walker.currentNode); pattern.lastIndex = 0; }
  for (const text of found) {
    const pieces = [];
    let from = 0;
    for (const match of text.data.matchAll(pattern)) {
      pieces.push(text.data.slice(from, match.index), make('mark', 'match', match[0]));
      from = match.index + match[0].length;
    }
    text.replaceWith(...pieces, text.data.slice(from));
  }
}

/** Selects the next action that matches, or the one before, and goes round at the end. */
function nextMatch(step) {
  const matches = query ? shown.filter(index => isMatch[index]) : shown;
  if (!matches.length) return announce('No action matches.');
  let place = matches.findIndex(index => step > 0 ? index > selected : index >= selected);
  if (place < 0) place = step > 0 ? 0 : matches.length;
  if (step < 0) place = (place - 1 + matches.length) % matches.length;
  select(matches[place]);
  announce('Match ' + (place + 1).toLocaleString('en') + ' of ' + matches.length.toLocaleString('en') + ': ' + actions[matches[place]].label + ' ' + actions[matches[place]].name);
}

"""####

    static let timeline_js = ####"""
// The timeline: a lane for each thread, for the presentations of each container and for each rule's runs, on one canvas.

const canvas = element('canvas');
const pen = canvas.getContext('2d');
/** The indexes of the actions in the order of time. */
function sortedByTime() {
  const made = new Int32Array(times.length);
  let moves = 0;
  // Actions arrive almost in order, so each one moves by a few ranks.
  for (let index = 0; index < made.length; index++) {
    let rank = index;
    for (; rank > 0 && times[made[rank - 1]] > times[index]; rank--) made[rank] = made[rank - 1];
    made[rank] = index;
    moves += index - rank;
    if (moves > 20 * made.length) return Int32Array.from(times.keys()).sort((a, b) => times[a] - times[b] || a - b);
  }
  return made;
}

let times, tooks, threads, colours, byTime, rankOf, moments = [], steps, lastMoment;
function readTimes() {
  times = columnOf(Float64Array, 'time');
  tooks = columnOf(Float64Array, 'handle', 'reduce', 'observers', 'io');
  threads = columnOf(Int32Array, 'thread');
  const count = actions.length, names = columnOf(Int32Array, 'name'), nameColours = [];
  for (const text of countOfText.keys()) nameColours[text] = colourOfName.get(texts[text]);
  colours = new Int32Array(count);
  for (let index = 0; index < count; index++) colours[index] = nameColours[names[index]];
  byTime = sortedByTime();

  // Where actions stand: in steps, where a pause is as long as its order of magnitude, or by the clock.
  const [oldMoments, oldSteps] = [moments, steps];
  [rankOf, moments, steps] = [new Int32Array(count), new Float64Array(count), new Float64Array(count + 1)];
  let isSame = true;
  for (let rank = 0; rank < count; rank++) {
    const index = byTime[rank], moment = moments[rank] = times[index];
    rankOf[index] = rank;
    isSame &&= oldMoments[rank] === moment;
    if (isSame) steps[rank] = oldSteps[rank];
    else if (rank) steps[rank] = steps[rank - 1] + 1 + Math.max(0, Math.log10((moment - moments[rank - 1]) / 1e4)) * 0.8;
  }
  steps[count] = (count ? steps[count - 1] : 0) + 1;
  lastMoment = end;
  for (const run of runs) lastMoment = Math.max(lastMoment, run.ended);
  for (const { until } of presentations) lastMoment = Math.max(lastMoment, until);
}
readTimes();

function lastRankAt(time) {
  let low = 0, high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle] <= time) low = middle + 1; else high = middle;
  }
  return low - 1;
}
function stepAt(time) {
  const rank = lastRankAt(time);
  if (rank < 0) return moments.length ? Math.max(-1, (time - moments[0]) / 1e9) : 0;
  const from = moments[rank], to = rank + 1 < moments.length ? moments[rank + 1] : lastMoment + 1;
  const share = to > from ? Math.min(1, (time - from) / (to - from)) : 0;
  return steps[rank] + share * (steps[rank + 1] - steps[rank]);
}
function timeAt(step) {
  let low = 0, high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] <= step) low = middle + 1; else high = middle;
  }
  const rank = low - 1;
  if (rank < 0) return 0;
  const to = rank + 1 < moments.length ? moments[rank + 1] : lastMoment + 1;
  return moments[rank] + (step - steps[rank]) / (steps[rank + 1] - steps[rank]) * (to - moments[rank]);
}
const scales = {
  steps: {
    at: stepAt, timeAt,
    start: index => steps[rankOf[index]],
    width: index => Math.min(0.82, 0.25 + Math.max(0, Math.log10(tooks[index] / 1e3)) * 0.15),
    get total() { return steps[moments.length]; },
  },
  time: { at: time => time, timeAt: time => time, start: index => times[index], width: index => tooks[index], get total() { return lastMoment * 1.01; } },
};
let scale = 'steps';
let view = { from: 0, to: 1 };

const laneHeight = 30, runHeight = 15, axisHeight = 24;
let gutter = 132;
let stores, lanes, laneOfAction, canvasHeight;
/** The title of a lane, behind the name of its store if there are several. */
const titled = (store, title) => (!raw.several ? title
  : (raw.stores?.some(([known]) => known === store) ? nameOfStore(raw, store) : 'Store ' + store) + ' · ' + title) + (isLive && endedStores.has(store) ? ', ended' : '');
/** Puts a bar into a lane: bars that overlap stand below each other, as far as there is room. */
function addBar(lane, bar, until, above = -1) {
  let row = lane.ends.length > lane.limit ? -1 : lane.ends.findIndex((ended, row) => row > above && ended <= bar.began);
  if (row < 0) row = lane.ends.length;
  if (row <= lane.limit) lane.ends[row] = until;
  bar.row = row;
  lane.runs.push(bar);
  lane.rows = Math.min(lane.limit, lane.ends.length);
}

function readLanes() {
  const storeColumn = columnOf(Int32Array, 'store'), ofStores = new Map();
  lanes = [];
  laneOfAction = [];
  for (let index = 0, lane = null; index < actions.length; index++) {
    const store = storeColumn[index], thread = threads[index];
    if (lane?.store !== store || lane.thread !== thread) {
      let ofStore = ofStores.get(store);
      if (!ofStore) ofStores.set(store, ofStore = new Map());
      lane = ofStore.get(thread);
      if (!lane) {
        ofStore.set(thread, lane = { title: titled(store, 'Thread ' + thread), thread, store, rows: 1 });
        lanes.push(lane);
      }
    }
    laneOfAction.push(lane);
  }
  stores = [...ofStores.keys()].sort((a, b) => a - b);
  lanes.sort((a, b) => a.store - b.store || a.thread - b.thread);

  // Inner presentations stand below their outer one.
  const laneOfContainer = new Map();
  for (const presentation of presentations) {
    let root = presentation;
    while (root.outer) root = root.outer;
    const key = root.store + ' ' + root.cases;
    let lane = laneOfContainer.get(key);
    if (!lane) {
      lane = { title: titled(root.store, root.cases + ' #'), store: root.store, runs: [], ends: [], rows: 1, limit: 16, isOfPresentations: true };
      laneOfContainer.set(key, lane);
      lanes.push(lane);
    }
    addBar(lane, presentation, presentation.until, presentation.outer?.row);
  }

  // A run belongs to the store of its cause, or of the first action that it has sent.
  const storeOfSender = new Map();
  const runColumn = columnOf(Float64Array, 'run');
  for (let index = 0; index < actions.length; index++) {
    const run = runColumn[index];
    if (run && !storeOfSender.has(run)) storeOfSender.set(run, storeColumn[index]);
  }
  const storeOfRun = run => run.cause >= 0 ? actions[run.cause].at('store') : storeOfSender.get(run.number) ?? stores[0];
  const laneOfRule = new Map();
  for (const run of runs) {
    const rule = run.file ? fileName(run.file).replace(/\.swift$/, '') : run.kind, store = storeOfRun(run), key = store + ' ' + rule;
    let lane = laneOfRule.get(key);
    if (!lane) {
      lane = { title: titled(store, rule), store, runs: [], ends: [], rows: 1, limit: 6 };
      laneOfRule.set(key, lane);
      lanes.push(lane);
    }
    addBar(lane, run, run.ended);
  }
  // The lanes of a store are adjacent. The lanes of its threads come first.
  lanes.sort((a, b) => stores.indexOf(a.store) - stores.indexOf(b.store) || !!a.runs - !!b.runs);
  // Where there are too many at once, the lane shows how many.
  for (const lane of lanes) {
    if (!lane.runs || lane.ends.length <= lane.limit) continue;
    lane.begins = lane.runs.map(run => run.began).sort((a, b) => a - b);
    lane.finishes = lane.runs.map(run => run.ended).sort((a, b) => a - b);
    lane.most = lane.begins.reduce((most, began, index) => Math.max(most, index + 1 - countUpTo(lane.finishes, began)), 0);
  }
  let below = axisHeight;
  for (const lane of lanes) {
    lane.top = below;
    lane.height = lane.runs ? lane.rows * runHeight + 10 : laneHeight;
    below += lane.height + 3;
  }
  canvasHeight = below + 4;
}
readLanes();

let palette = {};
function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const value = name => style.getPropertyValue('--' + name).trim();
  palette = Object.fromEntries(['panel', 'text', 'faint', 'line', 'lane', 'accent', 'run', 'old']
    .map(name => [name, value(name)]));
  palette.c = Array.from({ length: 8 }, (_, i) => value('c' + i));
}

const total = () => scales[scale].total;
const inner = () => Math.max(1, canvas.clientWidth - gutter - 10);
const perUnit = () => inner() / Math.max(view.to - view.from, 1e-9);
const xOf = position => gutter + (position - view.from) * perUnit();
const positionOf = x => view.from + (x - gutter) / perUnit();
const startX = index => xOf(scales[scale].start(index));
const widthOf = index => Math.max(2.5, scales[scale].width(index) * perUnit());

function setView(from, to) {
  const smallest = scale === 'steps' ? 4 : 2000;
  const size = Math.min(Math.max(to - from, smallest), Math.max(total(), smallest));
  from = Math.min(Math.max(from, 0), Math.max(0, total() - size));
  view = { from, to: from + size };
  draw();
}
function zoom(factor, x = gutter + inner() / 2) {
  const at = positionOf(x);
  setView(at - (at - view.from) * factor, at + (view.to - at) * factor);
}
function show(action) {
  const at = scales[scale].start(action.index), size = view.to - view.from;
  if (at < view.from + size * 0.02 || at > view.to - size * 0.06) setView(at - size / 2, at + size / 2); else draw();
}

let isDrawingDue = false;
function draw() {
  if (isDrawingDue) return;
  isDrawingDue = true;
  requestAnimationFrame(() => { isDrawingDue = false; paint(); });
}

function paint() {
  const width = canvas.clientWidth, ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(canvasHeight * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(canvasHeight * ratio);
    canvas.style.height = canvasHeight + 'px';
  }
  gutter = width < 600 ? 82 : 132;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, canvasHeight);
  pen.font = '11.5px system-ui, "DejaVu Sans", sans-serif';
  pen.textBaseline = 'middle';
  for (const lane of lanes) {
    pen.fillStyle = palette.lane;
    pen.fillRect(gutter, lane.top, width - gutter, lane.height);
  }
  paintAxis(width);
  pen.save();
  pen.beginPath();
  pen.rect(gutter, 0, width - gutter, canvasHeight);
  pen.clip();
  const [first, last] = visibleRanks();
  for (const lane of lanes) if (lane.isOfPresentations) paintPresentations(lane, width); else if (lane.runs) paintRuns(lane, width);
  paintArrows(first, last);
  paintActions(first, last);
  pen.restore();
  pen.fillStyle = palette.faint;
  pen.textAlign = 'left';
  for (const lane of lanes) pen.fillText(fitted(lane.title, gutter - 18), 10, lane.top + Math.min(lane.height, laneHeight) / 2);
}

function fitted(text, width) {
  if (width < 14) return '';
  if (pen.measureText(text).width <= width) return text;
  let length = Math.min(text.length, Math.ceil(width / 4));
  while (length > 0 && pen.measureText(text.slice(0, length) + '…').width > width) length--;
  return length > 0 ? text.slice(0, length) + '…' : '';
}

/** A time with as many digits as it takes to tell it from one so far away. */
function clock(time, distance) {
  const [unit, name] = time < 1e3 ? [1, 'ns'] : time < 1e6 ? [1e3, 'µs'] : time < 1e9 ? [1e6, 'ms'] : [1e9, 's'];
  const digits = Math.min(6, Math.max(0, Math.ceil(Math.log10(unit / distance))));
  return (time / unit).toFixed(digits) + ' ' + name;
}

/** The first action in the order of time that does not stand before a position. */
function firstRankFrom(position) {
  const { start } = scales[scale];
  let low = 0, high = byTime.length;
  while (low < high) { const middle = (low + high) >> 1; if (start(byTime[middle]) < position) low = middle + 1; else high = middle; }
  return low;
}

function visibleRanks() {
  return [Math.max(0, firstRankFrom(view.from) - 1), Math.min(byTime.length, firstRankFrom(view.to) + 1)];
}

function paintAxis(width) {
  pen.fillStyle = palette.faint;
  pen.strokeStyle = palette.line;
  pen.textAlign = 'left';
  pen.lineWidth = 1;
  const tick = (x, text) => {
    pen.beginPath();
    pen.moveTo(Math.round(x) + 0.5, 6);
    pen.lineTo(Math.round(x) + 0.5, canvasHeight);
    pen.stroke();
    pen.fillText(text, x + 5, 12);
  };
  if (scale === 'time') {
    // Round numbers of the clock.
    const wanted = (view.to - view.from) / Math.max(2, inner() / 110);
    const power = 10 ** Math.floor(Math.log10(wanted));
    const size = [1, 2, 5, 10].map(n => n * power).find(n => n >= wanted);
    for (let t = Math.ceil(view.from / size) * size; t <= view.to; t += size) tick(xOf(t), clock(t, size));
    return;
  }
  for (const { x, text } of stepTicks(width)) tick(x, text);
}

/** In steps the axis says when an action came, where there is room to say so. */
function stepTicks(width) {
  const ticks = [];
  const [first, last] = visibleRanks();
  let free = gutter;
  for (let rank = first; rank < last; rank = Math.max(rank + 1, firstRankFrom(positionOf(free)))) {
    const x = startX(byTime[rank]);
    if (x < free) continue;
    if (x > width - 40) break;
    ticks.push({ rank, x });
    free = x + 96;
  }
  return ticks.map(({ rank, x }, index) => {
    // With the digits that tell it from both of its neighbours, so that rounded ones never seem to go back.
    const near = [ticks[index - 1], ticks[index + 1]].filter(Boolean).map(other => Math.abs(moments[other.rank] - moments[rank]));
    if (!near.length) near.push((moments[last - 1] - moments[first]) / 10);
    return { rank, x, text: clock(moments[rank], Math.max(1, Math.min(...near))) };
  });
}

function paintActions(first, last) {
  // What would lie on the same pixels is drawn once; what belongs to the selected action above the rest.
  const { start } = scales[scale], from = view.from, unit = perUnit();
  for (const isOn of [0, 1]) {
    for (const lane of lanes) lane.covered = -9;
    for (let rank = first; rank < last; rank++) {
      const index = byTime[rank];
      if (isRelated[index] !== isOn) continue;
      const lane = laneOfAction[index], x = gutter + (start(index) - from) * unit;
      if (x - lane.covered < 1.5) continue;
      lane.covered = x;
      paintAction(index, lane, x, isOn === 1);
    }
  }
  if (selected >= 0) paintAction(selected, laneOfAction[selected], startX(selected), true);
}

function paintAction(index, lane, x, isOn) {
  const action = actions[index], width = widthOf(index), kinds = signsOf(action);
  const top = lane.top + 4, height = lane.height - 8, middle = lane.top + lane.height / 2;
  const isHere = isInShown[index] === 1;
  pen.globalAlpha = isHere ? (!isOn && related.size > 0 ? 0.5 : 1) : 0.12;
  pen.fillStyle = action.isDone ? palette.c[colours[index]] : palette.old;
  if (width > 5) { pen.beginPath(); pen.roundRect(x, top, width, height, 3); pen.fill(); } else pen.fillRect(x, top, width, height);
  const isLabelled = scale === 'steps' && perUnit() > 26 && width > 22;
  if (isLabelled) {
    // A faint action is no ground for a bright text.
    const isFaint = isHere && !isOn && related.size > 0;
    pen.fillStyle = isFaint ? palette.text : palette.panel;
    if (isFaint) pen.globalAlpha = 0.85;
    const text = (kinds.length ? kinds.map(signOf).join('') + ' ' : '') + action.name.split('.').pop();
    pen.fillText(fitted(text, width - 8), x + 4, middle);
  } else if (kinds.length && perUnit() > 6) {
    pen.fillStyle = palette.old;
    pen.fillText(signOf(kinds[0]), x, lane.top + 1);
  }
  pen.globalAlpha = 1;
  if (query && isMatch[index] && !hidesOthers) { pen.fillStyle = palette.accent; pen.fillRect(x, lane.top + lane.height - 3, Math.max(3, width), 3); }
  if (index !== selected) return;
  pen.strokeStyle = palette.text;
  pen.lineWidth = 2;
  pen.strokeRect(x - 2, top - 2, width + 4, height + 4);
  pen.fillStyle = palette.accent;
  pen.beginPath();
  pen.moveTo(x + width / 2 - 5, axisHeight - 7);
  pen.lineTo(x + width / 2 + 5, axisHeight - 7);
  pen.lineTo(x + width / 2, axisHeight - 1);
  pen.fill();
}

/** The arrows of what led to the selected action, and of what followed from it. */
function paintArrows(first, last) {
  const arrow = (cause, action) => {
    const from = startX(cause.index) + widthOf(cause.index) / 2, to = startX(action.index) + 2;
    const [a, b] = [laneOfAction[cause.index], laneOfAction[action.index]];
    const [y1, y2] = [a.top + (a === b ? 5 : a.height / 2), b.top + (a === b ? 5 : b.height / 2)];
    const rise = a === b ? Math.min(15, 5 + Math.abs(to - from) / 10) : 0;
    pen.strokeStyle = pen.fillStyle = palette.text;
    pen.lineWidth = 1.8;
    pen.beginPath();
    pen.moveTo(from, y1);
    if (a === b) pen.bezierCurveTo(from, y1 - rise, to, y1 - rise, to, y2 - 1);
    else pen.bezierCurveTo((from + to) / 2, y1, (from + to) / 2, y2, to - 2, y2);
    pen.stroke();
    pen.beginPath();
    if (a === b) { pen.moveTo(to, y2 + 1); pen.lineTo(to - 3.5, y2 - 5); pen.lineTo(to + 3.5, y2 - 5); }
    else { pen.moveTo(to, y2); pen.lineTo(to - 6, y2 - 3.5); pen.lineTo(to - 6, y2 + 3.5); }
    pen.fill();
  };
  const isLink = action => related.has(action.index) && action.cause >= 0
    && (related.has(action.cause) || action.cause === selected) || action.index === selected && action.cause >= 0;
  let drawn = 0;
  for (const index of [...related, selected]) {
    if (drawn > 400) break;
    if (index < 0 || rankOf[index] < first - 1 && rankOf[index] < first) continue;
    const action = actions[index];
    if (!isLink(action)) continue;
    if (rankOf[index] < first - 1 && rankOf[action.cause] < first || rankOf[action.cause] > last) continue;
    arrow(actions[action.cause], action);
    drawn++;
  }
}

/** What stands under a point: an action, a run, a presentation, or nothing. */
function hit(x, y) {
  const lane = lanes.find(lane => y >= lane.top && y < lane.top + lane.height);
  if (!lane || x < gutter) return null;
  if (lane.isOfPresentations) return hitPresentation(lane, x, y);
  if (lane.runs) {
    const row = Math.floor((y - lane.top - 5) / runHeight);
    const run = lane.runs.find(run => !lane.most && run.row === row && x >= xOf(scales[scale].at(run.began)) - 2
      && x <= Math.max(xOf(scales[scale].at(run.ended)), xOf(scales[scale].at(run.began)) + 3) + 2);
    return run ? { run } : null;
  }
  const [first, last] = visibleRanks();
  let best = null, nearest = 7;
  for (let rank = first; rank < last; rank++) {
    const index = byTime[rank];
    if (laneOfAction[index] !== lane || !isInShown[index]) continue;
    const from = startX(index), to = from + widthOf(index);
    const distance = x < from ? from - x : x > to ? x - to : 0;
    if (distance < nearest) { nearest = distance; best = actions[index]; }
  }
  return best ? { action: best } : null;
}

"""####

    static let tree_js = ####"""
// The state as a tree that folds, with the change in it. Its rows are made when they can be seen.

const stateTree = { rows: [], focus: 0, action: null, isOpen: new Map() };
const chunk = 100;

/** The rows below a node that is open. */
function rowsBelow(row) {
  const depth = row.depth + 1;
  const make = (label, path, before, after) => ({ label, path, before, after, depth, key: row.key + '/' + label });
  if (row.slice) {
    return row.slice.map(([label, place, id]) => make(label, [...row.path, place], id, id));
  }
  const old = row.before >= 0 ? partsOf(row.before) : null;
  const now = row.after >= 0 ? partsOf(row.after) : null;
  const isSame = row.before === row.after;
  const matching = !isSame && old && now && openOf(row.before) === openOf(row.after);
  const shown = now || old;
  const places = matching ? pairs(old, now) : shown.values.map((_, place) => now ? [isSame ? place : -1, place] : [place, -1]);
  const made = [];
  let same = [];
  const flush = () => {
    // Many neighbours that did not change are folded together.
    for (let i = 0; i < same.length; i += chunk) {
      const part = same.slice(i, i + chunk);
      if (same.length <= chunk) made.push(...part.map(([label, place, id]) => make(label, [...row.path, place], id, id)));
      else made.push({ label: part[0][0] + ' … ' + part[part.length - 1][0], slice: part, path: row.path, before: row.before, after: row.after, depth, key: row.key + '/' + part[0][0] + '…' });
    }
    same = [];
  };
  for (const [a, b] of places) {
    const parts = b >= 0 ? now : old, place = b >= 0 ? b : a;
    const label = parts.labels[place] >= 0 ? texts[parts.labels[place]] : parts.values.length === 1 && shown === parts && !/\[$/.test(openOf(b >= 0 ? row.after : row.before)) ? '' : '[' + place + ']';
    const before = a >= 0 && (isSame || old) ? (isSame ? now.values[b] : old.values[a]) : -1;
    const after = b >= 0 ? now.values[b] : -1;
    if (before === after) { same.push([label, place, after]); continue; }
    flush();
    made.push(make(label, [...row.path, place], before, after));
  }
  flush();
  return made;
}

const isGroup = row => row.slice || (row.after >= 0 ? partsOf(row.after) : partsOf(row.before))?.values.length > 0;
const isChanged = row => !row.slice && row.before !== row.after;
/** What changed is open, unless it is new as a whole; the rest is folded. */
const opens = row => stateTree.isOpen.get(row.key)
  ?? (row.depth === 0 || isChanged(row) && row.before >= 0 && row.after >= 0 && isSameKind(row));
const isSameKind = row => partsOf(row.before) && partsOf(row.after) && openOf(row.before) === openOf(row.after);

function stateOf(action) {
  if (action.after < 0) return [];
  const box = make('div', 'tree');
  box.id = 'state';
  box.tabIndex = 0;
  box.setAttribute('role', 'tree');
  box.setAttribute('aria-label', 'State after the action');
  box.addEventListener('keydown', treeKey);
  box.addEventListener('click', event => {
    const row = event.target.closest('.node');
    if (!row) return;
    stateTree.focus = [...box.children].indexOf(row);
    if (event.target.closest('.last')) return changedLast(stateTree.rows[stateTree.focus]);
    if (!getSelection().toString()) toggle(stateTree.rows[stateTree.focus]); else drawTree();
  });
  stateTree.action = action;
  stateTree.focus = 0;
  const title = make('h3', '', 'State after it', action.before >= 0 && action.before === action.after ? ', which it did not change' : '');
  const help = make('p', 'sub small', 'Arrow keys move and fold; “last” or l goes to the action that changed a part last.');
  drawTree(box);
  return [title, help, box];
}

function drawTree(box = element('state')) {
  const { action } = stateTree;
  const all = [];
  const waiting = [{ label: '', path: [], before: action.before >= 0 ? action.before : action.after, after: action.after, depth: 0, key: '' }];
  while (waiting.length) {
    const row = waiting.pop();
    all.push(row);
    row.isOpen = isGroup(row) && opens(row);
    if (row.isOpen) waiting.push(...rowsBelow(row).reverse());
  }
  stateTree.rows = all;
  stateTree.focus = Math.min(stateTree.focus, all.length - 1);
  box.replaceChildren(...all.map(nodeRow));
  box.setAttribute('aria-activedescendant', 'n' + stateTree.focus);
  markMatches(box);
}

function nodeRow(row, index) {
  const group = isGroup(row);
  const made = make('div', 'node',
    make('span', 'fold', group ? row.isOpen ? '▾' : '▸' : ''),
    row.label ? make('span', 'path', row.label + (row.slice ? '' : ': ')) : null,
    ...valueOf(row),
    row.slice || row.after < 0 ? null : make('span', 'last', 'last'));
  made.id = 'n' + index;
  made.style.paddingLeft = row.depth * 14 + 'px';
  made.setAttribute('role', 'treeitem');
  made.setAttribute('aria-level', row.depth + 1);
  made.setAttribute('aria-selected', index === stateTree.focus);
  if (group) made.setAttribute('aria-expanded', !!row.isOpen);
  if (isChanged(row)) made.classList.add('changed');
  if (group) made.classList.add('group');
  return made;
}

function valueOf(row) {
  if (row.slice) return [make('span', 'sub', amount(row.slice.length, 'value'))];
  const isFull = stateTree.isOpen.get(row.key);
  const inside = id => partsOf(id)?.values.length || 0;
  const shortened = (id, limit) => isFull ? flat(id, limit) : rounded(flat(id, limit));
  const short = id => row.isOpen ? openOf(id) + ' ' + inside(id).toLocaleString('en') + ' ' + closeOf(id)
    : (isGroup(row) && inside(id) > 1 ? inside(id).toLocaleString('en') + ' · ' : '') + shortened(id, isFull && !isGroup(row) ? Infinity : 120);
  if (!isChanged(row)) return [make('span', 'value', short(row.after))];
  if (row.before < 0) return [make('ins', 'value', short(row.after))];
  if (row.after < 0) return [make('del', 'value', row.isOpen ? openOf(row.before) : short(row.before))];
  if (row.isOpen && isSameKind(row)) return [make('span', 'value', short(row.after))];
  return [make('del', 'value', shortened(row.before, isFull ? Infinity : 120)), ' → ', make('ins', 'value', short(row.after))];
}

function toggle(row, isOpen = !(row.isOpen ?? stateTree.isOpen.get(row.key))) {
  stateTree.isOpen.set(row.key, isGroup(row) ? isOpen : !stateTree.isOpen.get(row.key));
  drawTree();
}

function changedLast(row) {
  const index = lastChange(stateTree.action.index, row.path);
  const name = row.label || 'the state';
  if (index < 0) return announce('No action that is kept has changed ' + name + '.');
  if (index === stateTree.action.index) {
    const earlier = index > 0 && row.before >= 0 && row.path.length ? lastBefore(index, row) : -1;
    if (earlier < 0) return announce('This action has changed ' + name + ', and no earlier one that is kept.');
    announce('This action has changed ' + name + '; the one before that was ' + actions[earlier].label + '.');
    return select(earlier, true);
  }
  announce('Action ' + actions[index].label + ' has changed ' + name + ' last.');
  select(index, true);
}

/** The change before that of the action itself. */
function lastBefore(index, row) {
  const { before, after } = actions[index];
  let path = [], a = before, b = after;
  for (const place of row.path) {
    const [old, now] = [partsOf(a), partsOf(b)];
    const found = old && now ? (a === b ? place : partner(old, now, place)) : -1;
    if (found < 0) return -1;
    path.push(found);
    a = old.values[found];
    b = now.values[place];
  }
  const store = actions[index].at('store');
  for (let i = index - 1; i >= 0; i--) if (actions[i].at('store') === store && actions[i].after >= 0) return lastChange(i, path);
  return -1;
}

function treeKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows } = stateTree, row = rows[stateTree.focus];
  const go = index => { stateTree.focus = Math.min(Math.max(index, 0), rows.length - 1); drawTree(); element('n' + stateTree.focus).scrollIntoView({ block: 'nearest' }); };
  const parent = () => { let i = stateTree.focus; while (i > 0 && rows[i].depth >= row.depth) i--; return i; };
  const keys = {
    ArrowDown: () => go(stateTree.focus + 1), ArrowUp: () => go(stateTree.focus - 1), Home: () => go(0), End: () => go(rows.length - 1),
    ArrowRight: () => isGroup(row) && !row.isOpen ? toggle(row, true) : go(stateTree.focus + 1),
    ArrowLeft: () => row.isOpen ? toggle(row, false) : go(parent()),
    Enter: () => toggle(row), ' ': () => toggle(row), l: () => changedLast(row),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
}

"""####
}
