// The page of a running app: reads the events of its inspector, and adds them to the recording.

/** The data of this page, to which events are added. */
class Growing extends Collector {
  constructor() {
    super({});
    this.data = raw;
    this.places = new Map(texts.map((text, place) => [text, place]));
    /** The index of each action, by the number of its event and by its label. */
    this.indexes = new Map();
    /** The index of each run's row. */
    this.rowOfRun = new Map();
    /** Functions that enter an action as a cause, by the event or the label of that action, which arrives later. */
    this.waiting = new Map();
  }
  text(text = '') { return super.text(visible(text)); }

  /** The index of an action that an event names; when the action arrives later, `enter` gets its index. */
  indexOf(named, enter) {
    if (named === undefined) return -1;
    const key = named.event ?? named.label, known = this.indexes.get(key);
    if (known !== undefined) return known;
    if (named.event > live.last || named.missing === 'not ended') {
      if (!this.waiting.has(key)) this.waiting.set(key, []);
      this.waiting.get(key).push(enter);
    }
    return this.gone(named);
  }

  actionEvent(line) {
    const index = actions.length, store = line.storeNumber;
    raw.actions.numbers.cause[index] = this.indexOf(line.cause, cause => enterCause(index, cause));
    this.write(index, line);
    actions.push(new Action(raw, index));
    eventOf.push(line.event);
    if (!raw.stores.some(([known]) => known === store) && line.store) raw.stores.push([store, line.store]);
    raw.several ||= line.label !== '' + line.number;
    for (const key of [line.event, line.label]) {
      // A label is that of several actions if stores have the same name.
      this.indexes.set(key, this.indexes.has(key) ? undefined : index);
      for (const enter of this.waiting.get(key) || []) enter(index);
      this.waiting.delete(key);
    }
  }
  /** Writes the row of an action, again when a brief event is followed by a complete one. */
  write(index, line) {
    const { numbers } = raw.actions;
    this.action({ ...line, store: line.storeNumber, cause: numbers.cause[index], run: numberOfRun(line.run),
      text: line.brief ? line.name : line.text, change: line.change ?? '', described: line.described ?? false,
      before: numbers.before[index] ?? -1, after: numbers.after[index] ?? -1 }, index);
    if (line.brief) briefs.add(index); else briefs.delete(index);
    const last = lastOfCase.get(line.name);
    if (!line.described && !(index < last?.index)) lastOfCase.set(line.name, { index, json: line.brief ? last?.json : line.json });
    if (line.change) hasChanges = true;
  }
  runEvent(line) {
    const { cause: causes, by: cancellers } = raw.runs.numbers;
    // The end of a run names its beginning.
    const number = line.start ?? line.event, known = this.rowOfRun.get(number), at = known ?? rowCount(raw.runs);
    const cause = this.indexOf(line.cause, cause => { causes[at] = cause; });
    const by = this.indexOf(line.by, by => { cancellers[at] = by; });
    this.run({ ...line, number, cause, by }, at);
    // Its value is made again.
    runs[at] = undefined;
    this.rowOfRun.set(number, at);
  }
  noticeEvent(line) {
    const { numbers } = raw.notices, at = rowCount(raw.notices);
    const action = this.indexOf(line.action, action => { numbers.action[at] = action; });
    const by = this.indexOf(line.by, by => { numbers.by[at] = by; });
    this.notice({ ...line, kind: line.type, action, by, run: numberOfRun(line.run) });
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
/** The indexes of the actions that only a brief event has told of. */
const briefs = new Set();
/** The index of the last action of each case, and its line as JSON; if that is brief, the line of an earlier one, or none. */
const lastOfCase = new Map();
const endedStores = new Set();
/** `read` is the number of the newest event that has arrived, and `last` that of the newest one that was added. */
const live = { token: '', read: 0, last: 0, head: null, skipped: 0, isPaused: false, reading: null, arrived: [], updating: 0, cost: 0, isAsked: new Set(), marked: -1,
  // With more actions, the page begins again with the newest events, and leaves out the others.
  limit: 250000, leftOut: 0 };
const growing = isLive ? new Growing() : null;
/** The milliseconds after which the other events that have arrived wait for the next update, so that a click is answered. */
const addingTime = 30;

const isBrief = action => briefs.has(action.index);
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
      raw.actions.numbers.before[action.index] = before;
      raw.actions.numbers.after[action.index] = after;
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

/** What is made of an answer of the app, or a line with the reason why there is none. */
async function partsFrom(path, made) {
  try {
    const answer = await ask(path);
    return answer.ok ? made(await answer.json()) : [sub((await answer.text()).trim())];
  } catch {
    return [sub('The app does not answer.')];
  }
}
const sub = text => make('p', 'sub', visible(text));

// Not for recordings in files, which have no map.
if (isLive) kinds.never = ['○', 'no event'];

/** Shows the parts and rules of the app. An entry that can have actions leads to them by a search. */
async function showMap() {
  const parts = await partsFrom('/map', map => [
    sub('○ has no event since event ' + map.since + '. Presentations, endings, gates by state, saved parts, outboxes and unknown parts have no sign, since a recording does not tell each use of them. Nor have lifts if the recorder redacts, or on Apple silicon.'),
    make('ul', 'map', mapEntry(map))]);
  select(-1);
  details.replaceChildren(button('back', showList, '↑ List'), make('h2', '', 'Map'), ...parts);
  if (isNarrow()) showOnNarrow(details);
}
function mapEntry({ kind, text, file, line, cases, used, children }) {
  const place = '"' + where({ file, line }) + '"', isRun = ['effect', 'request', 'saving'].includes(kind);
  const query = cases ? 'case:' + cases : file ? (isRun ? 'run:' : '') + place : '';
  const find = () => { search.value = query; setQuery(query); filter(); remember(); if (isNarrow()) showList(); };
  return make('li', '', used === false ? sign('never') : null, ' ',
    query && used !== false ? button('', find, visible(text)) : visible(text), make('ul', '', ...children.map(mapEntry)));
}

/** Shows what the state has gained from the marked action to a later one that is selected, otherwise to the newest one. */
async function showSince() {
  const marked = actions[live.marked], isOfStore = action => action?.at('store') === marked.at('store');
  const isSelected = selected > live.marked && isOfStore(actions[selected]);
  const index = isSelected ? selected : actions.findLastIndex(isOfStore);
  const head = make('h2', '', 'Since ' + marked.label + ' ' + marked.name);
  const parts = await partsFrom('/state?form=parts&at=' + eventOf[index] + '&since=' + eventOf[live.marked],
    states => stateOf({ ...growing.states(states), index }));
  select(-1);
  details.replaceChildren(head, make('p', 'sub', 'Up to ' + actions[index].label + ' ' + actions[index].name + ', the ' + (isSelected ? 'selected' : 'newest') + ' action, ' + amount(index - live.marked, 'action') + ' later.'), ...parts);
}

/** Asks for the texts of brief actions that are to be seen. */
async function askForTexts() {
  const wanted = new Set(shown.slice(Math.max(0, Math.floor(list.scrollTop / rowHeight) - 8), Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 8));
  if (selected >= 0) wanted.add(selected);
  const last = lastOfCase.get(element('send-case').value);
  if (last && !element('sending').hidden) wanted.add(last.index);
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
      const line = text && Object.assign(JSON.parse(text), { json: text }), index = line ? growing.indexes.get(line.event) : undefined;
      if (line) read = line.event;
      if (line?.type === 'action' && index !== undefined) growing.write(index, line);
    }
    // An answer ends early if it becomes too large.
    for (const index of missing) if (eventOf[index] > read && eventOf[index] <= last) live.isAsked.delete('t' + index);
  }
  drawRows(true);
  writeSending();
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
    element('map').hidden = !line.map;
    writeTitle();
  } else if (line.type === 'action') growing.actionEvent(line);
  else if (line.type === 'run') growing.runEvent(line);
  else if (line.type === 'skipped') live.skipped += line.count;
  else if (line.type === 'storeEnded') for (const number of line.numbers) endedStores.add(number);
  else if (line.rule) growing.noticeEvent(line);
}

/** What the details of the selected action depend on. */
const lookOf = action => !action ? '' : [action.text, action.change, action.notices.length, consequencesOf(action).length,
  runsCancelledBy.get(action.index)?.length,
  ...(runsOfCause.get(action.index) || []).map(run => run.ending + run.text), runOfNumber.get(action.run)?.ending].join('\n');

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
  const from = live.head ? live.head.id + ':' + live.read : live.read;
  const answer = await ask('/events?after=' + from, { signal: reading.signal });
  // The app has started again, so its events have other numbers.
  if (answer.status === 410) return location.reload();
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
        const json = data.slice(6), line = Object.assign(JSON.parse(json), { json });
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
const emptied = value => Array.isArray(value) ? value.map(emptied) : value && typeof value === 'object' && !(value instanceof NumberText)
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
  const line = lastOfCase.get(element('send-case').value)?.json, last = line && parseExactly(line).action;
  element('send-action').value = line ? escaped(exactJSON(raw.redacted ? emptied(last) : last)) : '';
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
    const action = parseExactly(element('send-action').value), store = element('send-store').value;
    const body = exactJSON(element('send-store').parentNode.hidden ? { action } : { store: new NumberText(store), action });
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
  const mapping = button('', showMap, 'Map'), marking = button('', mark, 'Mark'), since = button('', showSince, 'Since');
  [mapping.id, mapping.hidden, mapping.title] = ['map', true, 'The parts and rules of the app, and which of them have no event'];
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
  const box = make('div', '', status, pause, mapping, marking, since);
  box.id = 'live';
  element('file').before(box, sending);
  element('send-case').addEventListener('change', () => askForTexts().then(fillIn));
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
