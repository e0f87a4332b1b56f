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
  // Two numbers that differ would be rounded to the same one.
  const shortened = (id, limit) => isFull || isChanged(row) ? flat(id, limit) : rounded(flat(id, limit));
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
