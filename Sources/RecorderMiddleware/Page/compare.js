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
