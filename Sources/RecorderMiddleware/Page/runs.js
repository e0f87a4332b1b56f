// The runs of the timeline: bars that say how they ended, or how many there are where they would not fit.

function countUpTo(times, time) {
  let low = 0, high = times.length;
  while (low < high) { const middle = (low + high) >> 1; if (times[middle] <= time) low = middle + 1; else high = middle; }
  return low;
}

/** The number of the run that was selected by its bar; 0 after any other selection. */
let chosenRun = 0;

/** Selects the action that a run belongs to: the one that started it, or the first one that it has sent. */
function selectRun(run) {
  const index = run.cause >= 0 ? run.cause : actions.findIndex(action => action.run === run.number);
  select(index, true, null, run.number);
  announce(rounded(run.explanation));
}
function chosenRunLine() {
  const run = runOfNumber.get(chosenRun), line = run && whyNotLine({ kind: run.ending, explanation: run.explanation }, run.by);
  line?.classList.add('chosen');
  return line ? [line] : [];
}

function paintCrowd(lane, width) {
  const bottom = lane.top + lane.height - 3, height = lane.height - 8;
  pen.fillStyle = palette.run;
  pen.globalAlpha = 0.55;
  pen.beginPath();
  pen.moveTo(gutter, bottom);
  for (let x = gutter; x < width; x++) {
    const time = scales[scale].timeAt(positionOf(x)), next = scales[scale].timeAt(positionOf(x + 1));
    const count = countUpTo(lane.begins, next) - countUpTo(lane.finishes, time);
    pen.lineTo(x + 0.5, bottom - Math.min(1, count / lane.most) * height);
  }
  pen.lineTo(width, bottom);
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = palette.text;
  pen.fillText('up to ' + lane.most + ' at once', gutter + 6, lane.top + 10);
}

function paintRuns(lane, width) {
  if (lane.most) paintCrowd(lane, width);
  const selectedRun = selected >= 0 ? actions[selected].run : -1;
  const [from0, to0] = [scales[scale].timeAt(view.from), scales[scale].timeAt(view.to)];
  // The ends of the last signs of each row, where the labels of the next bars may begin.
  const drawn = new Map(), signed = new Map();
  for (const run of lane.runs) {
    const isSelected = selected >= 0 && (run.cause === selected || selectedRun === run.number);
    if (lane.most && !isSelected && !isBad(run.ending) || run.ended < from0 || run.began > to0) continue;
    const from = xOf(scales[scale].at(run.began)), to = xOf(scales[scale].at(run.ended));
    if (to < gutter || from > width) continue;
    // What would lie on the same pixels is drawn once.
    if (to - from < 2 && !isSelected && !isBad(run.ending)) {
      if (Math.round(from) === drawn.get(run.row)) continue;
      drawn.set(run.row, Math.round(from));
    }
    const top = lane.top + 5 + run.row % lane.limit * runHeight, height = runHeight - 3, length = Math.max(3, to - from);
    const cause = run.cause >= 0 ? actions[run.cause] : null;
    const isOn = isSelected;
    pen.globalAlpha = isOn ? 1 : 0.45;
    const kind = run.ending, isStriped = isBad(kind);
    pen.fillStyle = isStriped && kind !== 'cancelled' ? palette.old : cause ? palette.c[colours[cause.index]] : palette.run;
    if (kind === 'running') {
      // Open to the right.
      pen.beginPath();
      pen.moveTo(from, top);
      pen.lineTo(from + length - 5, top);
      pen.lineTo(from + length, top + height / 2);
      pen.lineTo(from + length - 5, top + height);
      pen.lineTo(from, top + height);
      pen.fill();
    } else {
      pen.beginPath();
      pen.roundRect(from, top, length, height, 3);
      pen.fill();
    }
    if (isStriped) {
      pen.save();
      pen.clip();
      pen.strokeStyle = palette.panel;
      pen.lineWidth = 1.5;
      pen.beginPath();
      for (let x = Math.max(from, gutter) - height; x < Math.min(to, width); x += 7) {
        pen.moveTo(x, top + height);
        pen.lineTo(x + height, top);
      }
      pen.stroke();
      pen.restore();
    }
    if (run.number === chosenRun) {
      pen.globalAlpha = 1;
      pen.strokeStyle = palette.text;
      pen.lineWidth = 2;
      pen.strokeRect(from - 1, top - 1, length + 2, height + 2);
    }
    const shownFrom = Math.max(from, gutter);
    const label = isStriped ? signOf(kind) + ' ' + titleOf(run) : titleOf(run);
    pen.globalAlpha = 1;
    const labelFrom = Math.max(shownFrom + 5, (signed.get(run.row) ?? 0) + 3);
    if (to - shownFrom > 40) {
      const text = fitted(label, to - labelFrom - 7);
      const isBright = isOn && !isStriped;
      if (isStriped) {
        // On a ground of its own, since stripes are hard to read.
        pen.fillStyle = palette.lane;
        pen.fillRect(labelFrom - 2, top + 1, pen.measureText(text).width + 4, height - 2);
      }
      pen.fillStyle = isBright ? palette.panel : palette.text;
      pen.fillText(text, labelFrom, top + height / 2 + 0.5);
    } else if (isStriped && to >= gutter) {
      pen.fillStyle = palette.old;
      pen.fillText(signOf(kind), to + 2, top + height / 2 + 0.5);
      signed.set(run.row, to + 2 + pen.measureText(signOf(kind)).width);
    }
  }
}
