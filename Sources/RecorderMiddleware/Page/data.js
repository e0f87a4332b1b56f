'use strict';
/** Whether a running app sent the page: see live.js. */
const isLive = document.currentScript.hasAttribute('data-live');
// The recording and values that are derived from it. Texts are data: they only become text nodes.

const element = id => document.getElementById(id);
const raw = JSON.parse(element('data').textContent);
/** The version of the data, and of JSON lines. */
const version = raw.version;
// The page without its data, as a template for other pages.
element('data').textContent = '';
const source = document.documentElement.outerHTML;

/** Characters that cannot be seen, or turn what follows round, by their numbers. */
const signs = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const visible = text => signs.test(text)
  ? text.replace(new RegExp(signs, 'g'), sign => '\\u{' + sign.charCodeAt(0).toString(16) + '}') : text;

const nameOfStore = (raw, store) => raw.stores.find(([known]) => known === store)?.[1] ?? '' + store;
const labelOf = (raw, store, number) => !raw.several ? '' + number
  : raw.stores.some(([known]) => known === store) ? nameOfStore(raw, store) + ' ' + number : store + '.' + number;

/** The label of an action that is not there, with the reason, such as 12 (overwritten): its index is -2 minus the number of this text. */
const goneAt = (raw, index) => index < -1 ? raw.texts[-2 - index] : undefined;

/** An action of a recording; what it has is read from the columns when somebody asks. */
class Action {
  constructor(raw, index) { this.raw = raw; this.index = index; }
  at(name) { return this.raw.actions.numbers[name][this.index]; }
  textAt(name) { return this.raw.texts[this.raw.actions.texts[name][this.index]]; }
  /** The number in its store; behind the name of the store if there are several. */
  get label() { return labelOf(this.raw, this.at('store'), this.at('number')); }
  get cause() { return this.at('cause'); }
  /** The label of a cause that is not there, with the reason. */
  get missing() { return goneAt(this.raw, this.cause); }
  get run() { return this.at('run'); }
  get name() { return this.textAt('name'); }
  get text() { return this.textAt('text'); }
  get change() { return this.textAt('change'); }
  get thread() { return this.at('thread'); }
  get isDone() { return this.at('done') === 1; }
  get isDescribed() { return this.at('described') === 1; }
  get isShortened() { return this.at('shortened') === 1; }
  get time() { return this.at('time'); }
  get steps() { return ['handle', 'reduce', 'observers', 'io'].map(name => this.at(name)); }
  get took() { return this.at('handle') + this.at('reduce') + this.at('observers') + this.at('io'); }
  get source() { return { file: this.textAt('file'), function: this.textAt('function'), line: this.at('line') }; }
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
      function: texts[steps[at * 6 + 4]], line: steps[at * 6 + 5] });
  }
  return trail.reverse();
}

/** The presentations with a number in the table and around it, outermost first. */
function placesAt(number) {
  if (number < 0) return [];
  const { outer, ...place } = rowAt(raw.presentations, texts, number);
  return [...placesAt(outer), place];
}

function readActions(raw) {
  raw.texts = raw.texts.map(visible);
  return Array.from({ length: rowCount(raw.actions) }, (_, index) => new Action(raw, index));
}
const actions = readActions(raw);
const texts = raw.texts;

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
  for (const name of names) {
    const column = raw.actions.numbers[name] ?? raw.actions.texts[name];
    for (let index = from; index < count; index++) made[index] += column[index];
  }
  typedColumns.set(key, made);
  return made;
}

/** Enters a cause that has arrived after its consequence. */
function enterCause(index, cause) {
  raw.actions.numbers.cause[index] = cause;
  const known = typedColumns.get('cause');
  if (known && index < known.length) known[index] = cause;
}

/** A run. The end of one that is still running is that of the recording. */
const runOf = row => ({ ...row, isOpen: row.ended < 0 });
/** What did not happen: `action` is the index of the action that it is about, -1 for none, and less for one that is not there. */
const noticeOf = ({ ruleKind, ruleText, ruleKey, ruleFile, ruleFunction, ruleLine, ...row }) => ({
  ...row, rule: { kind: ruleKind, text: ruleText, key: ruleKey, file: ruleFile, function: ruleFunction, line: ruleLine },
});
/** Makes values of rows that have none yet. A function brings each value up to date, and returns whether its group has changed. */
function readRows(table, values, make, refresh) {
  let isChanged = false;
  for (let at = 0; at < rowCount(table); at++) {
    if (!values[at]) {
      values[at] = make(rowAt(table, texts, at));
      isChanged = true;
    }
    if (refresh(values[at], at)) isChanged = true;
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
  // The cause of a run or a notice may arrive later, and is entered into the table then.
  const ofRuns = raw.runs.numbers, ofNotices = raw.notices.numbers;
  const areRunsChanged = readRows(raw.runs, runs, runOf, (run, at) => {
    const isMoved = run.cause !== ofRuns.cause[at] || run.by !== ofRuns.by[at];
    run.cause = ofRuns.cause[at];
    run.by = ofRuns.by[at];
    if (run.isOpen) run.ended = Math.max(end, run.began);
    return isMoved;
  });
  if (areRunsChanged) {
    runOfNumber = new Map(runs.map(run => [run.number, run]));
    runsOfCause = grouped(runs, run => run.cause);
    runsCancelledBy = grouped(runs, run => run.by);
  }
  const areNoticesChanged = readRows(raw.notices, notices, noticeOf, (notice, at) => {
    const isMoved = notice.action !== ofNotices.action[at];
    notice.action = ofNotices.action[at];
    notice.by = ofNotices.by[at];
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
const isTrouble = run => isBad(run.ending) && !(run.kind === 'effect' && run.name.startsWith('Delay of '));
const how = run => wordOf(run.ending) + (run.caught ? ' and was caught' : '') + (run.text ? ': ' + run.text : '')
  + (run.by >= 0 ? ' by ' + actions[run.by].label + ' ' + actions[run.by].name : '');

/** Whether a closed gate kept an action from its middleware. A gate can also drop an action that its middleware sent: that one has a text. */
const isClosedGate = notice => notice.kind === 'dropped' && notice.text === undefined;
/** The signs in the row of an action: what it did not lead to, how its runs ended if they did not return, and whether it cancelled any. */
const signsOf = action => outcomesOf(action, action.notices.filter(notice => !isClosedGate(notice)));
/** The signs of an action, and whether a gate was closed for it. */
function outcomesOf(action, notices = action.notices) {
  const kinds = [...new Set(notices.map(notice => notice.kind))];
  if (!action.isDone) kinds.push('undone');
  for (const run of runsOfCause.get(action.index) || []) {
    if (isTrouble(run) && !kinds.includes(run.ending)) kinds.push(run.ending);
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
