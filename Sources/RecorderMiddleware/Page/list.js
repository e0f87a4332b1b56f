// The list: only the rows that can be seen are there.

const list = element('list'), rows = element('rows');
const rowHeight = 30;
let shown = [];
let isInShown = new Uint8Array(actions.length);
let selected = -1;
let related = new Set();
const hiddenCases = new Set();
let query = '';

const isShown = action => isInShown[action.index] === 1;

const searchable = [];
function matches(action) {
  if (hiddenCases.has(action.name)) return false;
  if (!query) return true;
  searchable[action.index] ??= [action.label, action.text, action.source.file, action.source.func, action.change,
    ...action.trail.map(step => step.text)].join('\n').toLowerCase();
  return query.split(/\s+/).every(word => searchable[action.index].includes(word));
}

function filter() {
  shown = actions.filter(matches).map(action => action.index);
  isInShown = new Uint8Array(actions.length);
  for (const index of shown) isInShown[index] = 1;
  element('empty').hidden = shown.length > 0;
  rows.style.height = shown.length * rowHeight + 'px';
  rows.style.position = 'relative';
  writeSummary();
  drawRows(true);
  draw();
}

function writeSummary() {
  const some = shown.length === actions.length ? '' : shown.length.toLocaleString('en') + ' of ';
  const outside = actions.filter(action => action.cause === -1).length;
  element('summary').textContent = some + actions.length.toLocaleString('en') + (actions.length === 1 ? ' action' : ' actions')
    + ', ' + outside.toLocaleString('en') + ' from outside'
    + (runs.length ? ', ' + runs.length.toLocaleString('en') + (runs.length === 1 ? ' run' : ' runs') : '')
    + ', ' + duration(end) + ' from ' + new Date(raw.start).toLocaleString();
}

let drawnRange = '';
function drawRows(isForced = false) {
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 8);
  const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 8);
  const range = first + '-' + last + '-' + selected;
  if (!isForced && range === drawnRange) return;
  drawnRange = range;
  const made = [];
  for (let place = first; place < last; place++) made.push(row(actions[shown[place]], place));
  rows.replaceChildren(...made);
  if (selected >= 0 && isInShown[selected]) list.setAttribute('aria-activedescendant', 'a' + selected);
  else list.removeAttribute('aria-activedescendant');
}

function row(action, place) {
  const dot = make('span', 'dot');
  dot.style.background = 'var(--c' + colour(action) + ')';
  const made = make('div', 'row',
    make('span', 'number', action.label), dot, textOf(action),
    action.cause === -1 ? null : make('span', 'cause', action.cause >= 0 ? '← ' + actions[action.cause].label : '← gone'),
    make('span', 'took', action.isDone ? duration(action.took) : 'not done'));
  made.id = 'a' + action.index;
  made.style.top = place * rowHeight + 'px';
  made.setAttribute('role', 'option');
  made.setAttribute('aria-selected', action.index === selected);
  made.setAttribute('aria-setsize', shown.length);
  made.setAttribute('aria-posinset', place + 1);
  if (related.has(action.index)) made.classList.add('related');
  if (!action.isDone) made.classList.add('broken');
  return made;
}

/** The case in front, what it holds behind it. */
function textOf(action) {
  const short = action.text.length > 300 ? action.text.slice(0, 300) + '…' : action.text;
  const rest = short.startsWith('{') ? short : short.split('(').slice(action.name.split('.').length).join('(');
  const depth = action.name.split('.').length;
  return make('span', 'text', make('b', '', action.name), rest ? make('i', '', ' (' + trimmed(rest, depth - 1)) : null);
}

/** Without the brackets at the end that belong to the outer cases. */
function trimmed(text, count) {
  for (let i = 0; i < count && text.endsWith(')'); i++) text = text.slice(0, -1);
  return text;
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
