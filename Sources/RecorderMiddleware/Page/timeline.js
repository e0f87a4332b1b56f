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
  : (raw.stores.some(([known]) => known === store) ? nameOfStore(raw, store) : 'Store ' + store) + ' · ' + title) + (isLive && endedStores.has(store) ? ', ended' : '');
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

  // Inner presentations stand below their outer one. Each window has lanes of its own, but not each row of a long list.
  const rootOf = presentation => presentation.outer ? rootOf(presentation.outer) : presentation;
  const laneOfContainer = new Map(), containersOf = new Map(), placeOf = root => root.store + ' ' + root.place;
  for (const [place, roots] of grouped(presentations.map(rootOf), placeOf)) containersOf.set(place, new Set(roots.map(root => root.container)).size);
  for (const presentation of presentations) {
    const root = rootOf(presentation), name = containersOf.get(placeOf(root)) > 8 ? root.place : root.container, key = root.store + ' ' + name;
    let lane = laneOfContainer.get(key);
    if (!lane) {
      lane = { title: titled(root.store, name + ' #'), store: root.store, runs: [], ends: [], rows: 1, limit: 16, isOfPresentations: true };
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
