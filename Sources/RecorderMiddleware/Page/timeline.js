// The timeline: a lane for each thread and for each rule's runs, on one canvas.

const canvas = element('canvas');
const pen = canvas.getContext('2d');
const byTime = actions.map(action => action.index).sort((a, b) => actions[a].time - actions[b].time || a - b);
const rankOf = new Int32Array(actions.length);
byTime.forEach((index, rank) => { rankOf[index] = rank; });

// Where actions stand: in steps, where a pause is as long as its order of magnitude, or by the clock.
const moments = byTime.map(index => actions[index].time);
const steps = new Float64Array(moments.length + 1);
for (let i = 1; i < moments.length; i++) {
  steps[i] = steps[i - 1] + 1 + Math.max(0, Math.log10((moments[i] - moments[i - 1]) / 1e4)) * 0.8;
}
steps[moments.length] = (moments.length ? steps[moments.length - 1] : 0) + 1;
const lastMoment = Math.max(end, ...runs.slice(-500).map(run => run.ended));

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
    start: action => steps[rankOf[action.index]],
    width: action => Math.min(0.82, 0.25 + Math.max(0, Math.log10(action.took / 1e3)) * 0.15),
    total: steps[moments.length],
  },
  time: { at: time => time, timeAt: time => time, start: action => action.time, width: action => action.took, total: lastMoment * 1.01 },
};
let scale = 'steps';
let view = { from: 0, to: 1 };

const laneHeight = 30, runHeight = 15, axisHeight = 24;
let gutter = 132;
const lanes = [];
for (const thread of [...new Set(actions.map(action => action.thread))].sort((a, b) => a - b)) {
  lanes.push({ title: 'Thread ' + thread, thread, rows: 1, ranks: byTime.filter(index => actions[index].thread === thread) });
}
const laneOfThread = new Map(lanes.map(lane => [lane.thread, lane]));
const laneOfRule = new Map();
for (const run of runs) {
  const key = run.file ? fileName(run.file).replace(/\.swift$/, '') : run.kind;
  let lane = laneOfRule.get(key);
  if (!lane) {
    lane = { title: key, runs: [], ends: [], rows: 1 };
    laneOfRule.set(key, lane);
    lanes.push(lane);
  }
  // Runs that overlap stand below each other, as far as there is room.
  let row = lane.ends.findIndex(ended => ended <= run.began);
  if (row < 0) row = lane.ends.length;
  lane.ends[row] = run.ended;
  run.row = row;
  lane.runs.push(run);
  lane.rows = Math.min(6, lane.ends.length);
}
// Where there are too many at once, the lane shows how many.
for (const lane of lanes) {
  if (!lane.runs || lane.ends.length <= 6) continue;
  lane.begins = lane.runs.map(run => run.began).sort((a, b) => a - b);
  lane.finishes = lane.runs.map(run => run.ended).sort((a, b) => a - b);
  lane.most = lane.ends.length;
}
let below = axisHeight;
for (const lane of lanes) {
  lane.top = below;
  lane.height = lane.runs ? lane.rows * runHeight + 10 : laneHeight;
  below += lane.height + 3;
}
const canvasHeight = below + 4;

let palette = {};
function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const value = name => style.getPropertyValue('--' + name).trim();
  palette = Object.fromEntries(['panel', 'text', 'faint', 'line', 'lane', 'accent', 'arrow', 'run', 'old']
    .map(name => [name, value(name)]));
  palette.c = Array.from({ length: 8 }, (_, i) => value('c' + i));
}

const total = () => scales[scale].total;
const inner = () => Math.max(1, canvas.clientWidth - gutter - 10);
const perUnit = () => inner() / Math.max(view.to - view.from, 1e-9);
const xOf = position => gutter + (position - view.from) * perUnit();
const positionOf = x => view.from + (x - gutter) / perUnit();
const startX = action => xOf(scales[scale].start(action));
const widthOf = action => Math.max(2.5, scales[scale].width(action) * perUnit());

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
  const at = scales[scale].start(action), size = view.to - view.from;
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
  for (const lane of lanes) if (lane.runs) paintRuns(lane, width);
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

function visibleRanks() {
  const at = rank => scales[scale].start(actions[byTime[rank]]);
  const search = limit => {
    let low = 0, high = byTime.length;
    while (low < high) { const middle = (low + high) >> 1; if (at(middle) < limit) low = middle + 1; else high = middle; }
    return low;
  };
  return [Math.max(0, search(view.from) - 1), Math.min(byTime.length, search(view.to) + 1)];
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
  for (let rank = first; rank < last; rank++) {
    const x = startX(actions[byTime[rank]]);
    if (x < free || x > width - 40) continue;
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
  const isLabelled = scale === 'steps' && perUnit() > 26;
  const covered = new Map();
  for (const pass of [0, 1]) {
    for (let rank = first; rank < last; rank++) {
      const action = actions[byTime[rank]];
      const isOn = related.has(action.index) || action.index === selected;
      if ((pass === 1) !== isOn) continue;
      const lane = laneOfThread.get(action.thread);
      const x = startX(action), width = widthOf(action);
      // What would lie on the same pixels is drawn once.
      const pixel = Math.round(x);
      if (pass === 0 && pixel - covered.get(lane) < 2) continue;
      covered.set(lane, pixel);
      const isDim = !isShown(action) || (related.size > 0 && !isOn);
      pen.globalAlpha = isShown(action) ? (isDim ? 0.5 : 1) : 0.12;
      pen.fillStyle = action.isDone ? palette.c[colour(action)] : palette.old;
      const top = lane.top + 4, height = lane.height - 8;
      if (width > 5) { pen.beginPath(); pen.roundRect(x, top, width, height, 3); pen.fill(); } else pen.fillRect(x, top, width, height);
      if (isLabelled && width > 22) {
        pen.fillStyle = palette.panel;
        pen.fillText(fitted(action.name.split('.').pop(), width - 8), x + 4, lane.top + lane.height / 2);
      }
      pen.globalAlpha = 1;
      if (action.index === selected) {
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
    }
  }
}

function paintArrows(first, last) {
  const isFew = last - first <= 160;
  const arrow = (cause, action, isOn) => {
    const from = startX(cause) + widthOf(cause) / 2, to = startX(action) + 2;
    const [a, b] = [laneOfThread.get(cause.thread), laneOfThread.get(action.thread)];
    const [y1, y2] = [a.top + (a === b ? 5 : a.height / 2), b.top + (a === b ? 5 : b.height / 2)];
    const rise = a === b ? Math.min(15, 5 + Math.abs(to - from) / 10) : 0;
    pen.strokeStyle = pen.fillStyle = isOn ? palette.text : palette.arrow;
    pen.globalAlpha = isOn ? 1 : related.size > 0 ? 0.25 : 0.75;
    pen.lineWidth = isOn ? 1.8 : 1.1;
    pen.beginPath();
    pen.moveTo(from, y1);
    if (a === b) pen.bezierCurveTo(from, y1 - rise, to, y1 - rise, to, y2 - 1);
    else pen.bezierCurveTo((from + to) / 2, y1, (from + to) / 2, y2, to - 2, y2);
    pen.stroke();
    pen.beginPath();
    if (a === b) { pen.moveTo(to, y2 + 1); pen.lineTo(to - 3.5, y2 - 5); pen.lineTo(to + 3.5, y2 - 5); }
    else { pen.moveTo(to, y2); pen.lineTo(to - 6, y2 - 3.5); pen.lineTo(to - 6, y2 + 3.5); }
    pen.fill();
    pen.globalAlpha = 1;
  };
  const isLink = action => related.has(action.index) && action.cause >= 0
    && (related.has(action.cause) || action.cause === selected) || action.index === selected && action.cause >= 0;
  if (isFew) {
    for (let rank = first; rank < last; rank++) {
      const action = actions[byTime[rank]];
      if (action.cause >= 0 && !isLink(action)) arrow(actions[action.cause], action, false);
    }
  }
  let drawn = 0;
  for (const index of [...related, selected]) {
    if (index < 0 || drawn > 400) continue;
    const action = actions[index];
    if (!isLink(action)) continue;
    if (rankOf[index] < first - 1 && rankOf[action.cause] < first || rankOf[action.cause] > last) continue;
    arrow(actions[action.cause], action, true);
    drawn++;
  }
}

/** What stands under a point: an action, a run, or nothing. */
function hit(x, y) {
  const lane = lanes.find(lane => y >= lane.top && y < lane.top + lane.height);
  if (!lane || x < gutter) return null;
  if (lane.runs) {
    const row = Math.floor((y - lane.top - 5) / runHeight);
    const run = lane.runs.find(run => !lane.most && run.row === row && x >= xOf(scales[scale].at(run.began)) - 2
      && x <= Math.max(xOf(scales[scale].at(run.ended)), xOf(scales[scale].at(run.began)) + 3) + 2);
    return run ? { run } : null;
  }
  const [first, last] = visibleRanks();
  let best = null, nearest = 7;
  for (let rank = first; rank < last; rank++) {
    const action = actions[byTime[rank]];
    if (action.thread !== lane.thread || !isShown(action)) continue;
    const from = startX(action), to = from + widthOf(action);
    const distance = x < from ? from - x : x > to ? x - to : 0;
    if (distance < nearest) { nearest = distance; best = action; }
  }
  return best ? { action: best } : null;
}
