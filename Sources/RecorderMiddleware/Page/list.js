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
  element('empty').textContent = actions.length ? 'No action matches.' : isLive ? 'The page waits for the first action.' : 'No action was recorded.';
  list.hidden = shown.length === 0;
  rows.style.height = shown.length * rowHeight + 'px';
  writeSummary();
  drawRows(true);
  draw();
}

function writeSummary() {
  if (actions.length) element('summary').replaceChildren(amount(actions.length, 'action'), make('span', 'wide', ', ' + outsideCount.toLocaleString('en') + ' from outside'),
    (runs.length ? ', ' + amount(runs.length, 'run') : '') + ', ' + duration(end),
    make('span', 'wide', ' from ' + new Date(raw.start).toLocaleString()));
  else element('summary').textContent = isLive ? 'Waiting for the first action' : amount(0, 'action');
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
    action.cause === -1 ? null : make('span', 'cause', '← ' + (action.missing ?? actions[action.cause].label)),
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

const elementAction = /^(id: .*?), action: (.*)$/s;
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
  let rest = isOneGroup(text) ? text.slice(1, -1) : text, depth = 0;
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
