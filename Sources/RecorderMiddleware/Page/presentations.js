// The presentations of RexNavigation: drawn as bars with a mark for each refused action.

/** The presentations in the order of their first actions. */
const presentations = [];
/** The presentations that an action is for, outermost first, by the index of the action. */
const presentationsOf = new Map();

function readPresentations() {
  presentations.length = 0;
  presentationsOf.clear();
  const ofStores = new Map(), all = [];
  const find = (store, number) => {
    if (number < 0) return [];
    let ofStore = ofStores.get(store);
    if (!ofStore) ofStores.set(store, ofStore = new Map());
    let found = ofStore.get(number);
    if (!found) {
      const { outer, ...place } = rowAt(raw.presentations, texts, number), around = find(store, outer);
      const made = { ...place, store, outer: around.at(-1) ?? null, first: -1, last: -1, count: 0, refused: [] };
      ofStore.set(number, found = [...around, made]);
      all.push(made);
    }
    return found;
  };
  const addresses = raw.actions.numbers.address;
  for (let index = 0; index < actions.length; index++) {
    if (addresses[index] < 0) continue;
    const action = actions[index], found = find(action.at('store'), addresses[index]);
    presentationsOf.set(index, found);
    for (const presentation of found) {
      if (presentation.first < 0) presentation.first = action.index;
      presentation.last = action.index;
      presentation.count++;
    }
  }
  for (const notice of notices) {
    notice.presentation = undefined;
    if (notice.address < 0) continue;
    // With several stores, that of a refused action without a cause is unknown.
    if (notice.action < 0 && raw.several) continue;
    const store = (actions[notice.action] ?? actions[0])?.at('store') ?? 0;
    // If a presentation is gone, so are its inner ones. Other reasons concern only the innermost one.
    const found = find(store, notice.address), gone = notice.reason.match(/^presentation (\S+) is gone$/)?.[1];
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
