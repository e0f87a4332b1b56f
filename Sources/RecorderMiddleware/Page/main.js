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
  const failed = runs.filter(run => run.ending === 'failed' || run.ending === 'timedOut').sort((a, b) => a.ended - b.ended)
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
