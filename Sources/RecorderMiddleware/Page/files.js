// Recordings as files: read from JSON lines or from a page, and parts of this one written.

/** Collects the data of a page: each text and each step of a trail once. */
class Collector {
  constructor({ start, program, redacted, damage }) {
    this.places = new Map();
    this.stepPlaces = new Map();
    this.addresses = new Map();
    this.nodePlaces = new Map();
    this.data = { version, start, program, redacted, damage, several: false, stores: [], actions: emptyTable(raw.actions), runs: emptyTable(raw.runs),
      notices: emptyTable(raw.notices), presentations: emptyTable(raw.presentations), steps: [], nodes: [], texts: [] };
  }
  text(text = '') {
    let place = this.places.get(text);
    if (place === undefined) this.places.set(text, place = this.data.texts.push(text) - 1);
    return place;
  }
  /** The index of an action that is not there. */
  gone({ label, missing = 'not recorded' }) { return -2 - this.text(label + ' (' + missing + ')'); }
  trail(trail) {
    let last = -1;
    for (const step of trail) {
      const numbers = [last, this.text(step.kind), this.text(step.text), this.text(step.file), this.text(step.function), step.line];
      const key = numbers.join();
      last = this.stepPlaces.get(key);
      if (last === undefined) {
        this.stepPlaces.set(key, last = this.stepPlaces.size);
        this.data.steps.push(...numbers);
      }
    }
    return last;
  }
  /** The number of the innermost one of some presentations, of which the outer ones come first. */
  address(presentations = []) {
    let last = -1;
    for (const presentation of presentations) {
      const key = [last, presentation.id, presentation.container].join('\n'), known = this.addresses.get(key);
      const number = known ?? rowCount(this.data.presentations);
      if (known === undefined) {
        this.addresses.set(key, number);
        this.row(this.data.presentations, { ...presentation, outer: last });
      }
      last = number;
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
  /** Writes a row of a table, at the end unless it replaces another one. */
  row(table, row, index = rowCount(table)) { setRow(table, index, row, text => this.text(text)); }
  /** An action as a row, or as a line, whose cause is an index. */
  action(row, index) { this.row(this.data.actions, { ...row, trail: this.trail(row.trail ?? []), address: this.address(row.presentations), done: +row.done, described: +row.described, shortened: +(row.shortened ?? false) }, index); }
  run(row, index) { this.row(this.data.runs, { ...row, caught: +(row.caught ?? false), limit: row.limit ?? -1, ended: row.ended ?? -1 }, index); }
  notice({ rule, ...row }) {
    const { kind: ruleKind, text: ruleText, key: ruleKey, file: ruleFile, function: ruleFunction, line: ruleLine } = rule;
    this.row(this.data.notices, { ...row, address: this.address(row.presentations), ruleKind, ruleText, ruleKey, ruleFile, ruleFunction, ruleLine });
  }
}

/** The number of a run that an event names, 0 for none, and -1 for one that is not kept. */
const numberOfRun = named => named ? named.event ?? -1 : 0;

/** The data of a part of this recording. */
function slice(indexes) {
  const made = new Collector(raw);
  const place = new Map(indexes.map((index, place) => [index, place]));
  const moved = index => index < -1 ? -2 - made.text(goneAt(raw, index)) : index < 0 ? -1 : place.get(index) ?? made.gone({ label: actions[index].label });
  // A run or a notice without an action is part of the whole recording only.
  const isWhole = indexes.length === actions.length;
  const kept = new Set(indexes.map(index => actions[index].at('store')));
  made.data.several = kept.size > 1;
  made.data.stores = raw.stores.filter(([store]) => kept.has(store));
  for (const index of indexes) {
    const action = actions[index];
    made.action({ ...rowAt(raw.actions, texts, index), cause: moved(action.cause), trail: action.trail, presentations: placesAt(action.at('address')),
      before: made.node(action.before), after: made.node(action.after) });
  }
  const wanted = new Set(indexes.map(index => actions[index].run));
  for (const run of runs) {
    if (!isWhole && !wanted.has(run.number) && !place.has(run.cause)) continue;
    made.run({ ...run, cause: moved(run.cause), by: moved(run.by), ended: run.isOpen ? -1 : run.ended });
  }
  for (const notice of notices) {
    if (place.has(notice.action) || isWhole) made.notice({ ...notice, action: moved(notice.action), by: moved(notice.by), presentations: placesAt(notice.address) });
  }
  return made.data;
}

/** A part of this recording as JSON lines. */
function linesOf(indexes) {
  const wanted = new Set(indexes.map(index => actions[index].run)), kept = new Set(indexes), isWhole = indexes.length === actions.length;
  const keptRuns = runs.filter(run => isWhole || wanted.has(run.number) || kept.has(run.cause));
  // An event has the number of its line behind the header.
  const eventOfRun = new Map(keptRuns.map((run, place) => [run.number, place + 1]));
  const eventOfAction = new Map(indexes.map((index, place) => [index, keptRuns.length + place + 1]));
  const named = (event, label, missing) => event === undefined ? { label, missing } : { event, label };
  const link = (name, index) => {
    if (index === -1) return {};
    const [, label, missing] = /^(.*) \((.*?)\)$/s.exec(goneAt(raw, index) ?? actions[index].label + ' (not recorded)');
    return { [name]: named(eventOfAction.get(index), label, missing) };
  };
  const linkToRun = number => number === 0 ? {} : { run: named(eventOfRun.get(number), runOfNumber.has(number) ? titleOf(runOfNumber.get(number)) : 'a run', 'overwritten') };
  const presentationsAt = address => address < 0 ? {} : { presentations: placesAt(address) };
  const nameOf = action => raw.stores.some(([store]) => store === action.at('store')) ? { store: nameOfStore(raw, action.at('store')) } : {};
  const lines = [{ type: 'recording', version, began: Math.round(raw.start * 1e6), actions: indexes.length,
    program: raw.program, redacted: raw.redacted, changes: hasChanges, damage: raw.damage }];
  for (const run of keptRuns) {
    const { kind, name, file, line, began, ending, text, attempts, key, explanation } = run;
    lines.push({ event: lines.length, type: 'run', ...link('cause', run.cause), kind, name, file, line, began, ...(run.isOpen ? {} : { ended: run.ended }),
      ending, text, ...(run.limit < 0 ? {} : { limit: run.limit }), ...(ending === 'failed' ? { caught: run.caught === 1 } : {}), ...link('by', run.by),
      attempts, key, explanation });
  }
  for (const index of indexes) {
    const a = actions[index], { name, text, file, function: caller, line, change, time, handle, reduce, observers, io, thread } = rowAt(raw.actions, texts, index);
    lines.push({ event: lines.length, label: a.label, type: 'action', number: a.at('number'), storeNumber: a.at('store'), ...nameOf(a), ...link('cause', a.cause), ...linkToRun(a.run), name, action: text,
      described: true, ...(a.isShortened ? { shortened: true } : {}), text, file, function: caller, line, trail: a.trail, change, ...presentationsAt(a.at('address')), time, handle, reduce, observers, io, thread, done: a.isDone });
  }
  for (const { action, kind, reason, rule, text, by, run, time, address, explanation } of notices) {
    if (!kept.has(action) && !isWhole) continue;
    lines.push({ event: lines.length, type: kind, reason, rule, ...link('action', action), text, ...link('by', by), ...linkToRun(run), time, ...presentationsAt(address), explanation });
  }
  return lines.map(line => JSON.stringify(line) + '\n').join('');
}

/** Throws an error unless a recording of this version can be read here. */
function checkVersion(found) {
  if (found > version) throw new Error('This recording has version ' + found + ', but only version ' + version + ' can be read here.');
  if (found !== version) throw new Error('This recording was written by an earlier version of Rex, and cannot be read here.');
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
  checkVersion(head.version);
  const made = new Collector({ ...head, start: head.began / 1e6 });
  const found = lines.filter(line => line.type === 'action');
  const place = new Map(found.map((line, index) => [line.event, index]));
  const placeOf = named => named === undefined ? -1 : place.get(named.event) ?? made.gone(named);
  // Who goes from cause to cause is not to come back.
  const way = new Map();
  for (const line of found) {
    for (let next = line; next && way.get(next) !== true; next = found[place.get(next.cause?.event)]) {
      if (way.get(next) === line) { delete next.cause; break; }
      way.set(next, line);
    }
    for (let next = line; next && way.get(next) !== true; next = found[place.get(next.cause?.event)]) way.set(next, true);
  }
  for (const run of lines.filter(line => line.type === 'run')) {
    made.run({ ...run, number: run.event, cause: placeOf(run.cause), by: placeOf(run.by), attempts: run.attempts ?? 1 });
  }
  for (const line of lines.filter(line => line.rule)) {
    made.notice({ ...line, kind: line.type, action: placeOf(line.action), by: placeOf(line.by), run: numberOfRun(line.run) });
  }
  for (const line of found) {
    made.action({ ...line, store: line.storeNumber ?? 0, cause: placeOf(line.cause), run: numberOfRun(line.run), before: -1, after: -1 });
  }
  const names = new Map(found.map(line => [line.storeNumber ?? 0, line.store]));
  made.data.several = names.size > 1;
  made.data.stores = [...names].filter(([, name]) => name !== undefined).sort(([a], [b]) => a - b);
  const missing = head.actions - found.length;
  const damage = [head.damage, broken.length && 'line ' + broken[0] + (broken.length > 1 ? ' and ' + (broken.length - 1) + ' more are' : ' is') + ' no JSON',
    missing > 0 && amount(missing, 'action') + (missing === 1 ? ' is' : ' are') + ' missing'].filter(Boolean).join('; ');
  if (damage) made.data.damage = damage;
  return made.data;
}

/** The data of a file: JSON lines, or a page like this one. */
function dataOf(text) {
  if (!/^\s*</.test(text)) return fromLines(text);
  const data = new DOMParser().parseFromString(text, 'text/html').getElementById('data');
  if (!data) throw new Error('This page has no recording.');
  const found = JSON.parse(data.textContent);
  checkVersion(found.version);
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
