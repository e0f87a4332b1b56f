// The details of the action that is selected.

const details = element('details');

function link(index, more) {
  const action = actions[index];
  const made = button('', () => select(index, true), make('span', 'number', action.label), ...signsOf(action).map(sign),
    textOf(action), make('span', 'where', more));
  made.title = action.text.length > 400 ? action.text.slice(0, 400) + '…' : action.text;
  return make('li', '', made);
}

/** Links to actions: the first and the last ones, and between them a button that shows more of them. */
function links(indexes, more, first, last) {
  const made = make('ul', 'links');
  const fill = (from, to) => indexes.slice(from, to).map(index => link(index, more(actions[index])));
  const hidden = indexes.length - first - last;
  if (hidden <= 1) { made.append(...fill(0)); return made; }
  let from = first, to = indexes.length - last;
  const rest = make('li', 'more');
  const write = () => {
    const step = Math.min(200, to - from);
    rest.replaceChildren(
      make('span', 'sub', amount(to - from, 'more action') + ' between'),
      button('', () => reveal(from, from + step), 'Next ' + step), button('', () => reveal(to - step, to), 'Last ' + step));
  };
  const reveal = (a, b) => {
    const added = fill(a, b);
    if (a === from) { rest.before(...added); from = b; } else { rest.after(...added); to = a; }
    added[0].firstChild.focus();
    if (from >= to) rest.remove(); else write();
  };
  write();
  made.append(...fill(0, first), rest, ...fill(to));
  return made;
}

const where = ({ file, line }) => file ? fileName(file) + ':' + line : '';
const stepOf = action => action.trail[action.trail.length - 1];
const via = action => {
  const step = stepOf(action);
  return action.cause === -1 || !step ? where(action.source) : step.kind + ' at ' + where(step);
};

function showDetails() {
  if (selected < 0) {
    details.replaceChildren(...chosenRunLine(), make('p', 'sub', actions.length ? 'Select an action to see where it came from, and what it changed.'
      : isLive ? 'Actions appear here as they happen.'
      : 'Nothing was recorded. A recording of another run can be dropped here, as .jsonl or as a page.'));
    return;
  }
  const action = actions[selected];
  const anchor = make('a', '', action.label);
  anchor.href = '#' + new URLSearchParams({ action: action.label });
  anchor.title = 'A link to this action';
  details.replaceChildren(
    button('back', showList, '↑ List'),
    make('h2', '', anchor, ' ', ...breakable(action.name), ...signsOf(action).flatMap(kind => [' ', sign(kind)])),
    ...chosenRunLine(), make('p', 'why', why(action)), ...whyNot(action), make('p', 'led', ledTo(action)),
    make('p', 'sub', ...placeOf(action), ', after ' + duration(action.time) + ', on thread ' + action.thread),
    ...presentationLines(action),
    action.isShortened ? make('p', 'sub', 'Incomplete: a part of it is too long for the file, and shortened.') : null,
    make('h3', '', action.isDescribed ? 'Action, as its description' : 'Action'),
    make('pre', '', pretty(action.text).join('\n')),
    ...changeOf(action), ...chainOf(action), ...laterState(action), ...stateOf(action), ...durationsOf(action), ...wayOf(action), ...closedGates(action));
  markMatches(details);
}

/** The line of code that sent an action, and for an answer also the one that dispatched the first cause. */
function placeOf(action) {
  const { source } = action, step = action.cause === -1 ? null : stepOf(action), outside = ', ' + source.function;
  return step?.file ? [make('code', '', where(step)), ', ' + step.function + '; first dispatched at ', make('code', '', where(source)), outside]
    : [make('code', '', where(source)), outside];
}

/** A name with places where a long word of it may go on in the next line: behind dots, and in front of capitals. */
function breakable(name) {
  const parts = name.split('.').flatMap((word, index, words) => {
    const whole = word + (index + 1 < words.length ? '.' : '');
    return whole.length > 18 ? whole.split(/(?<=[a-z0-9])(?=[A-Z])/) : [whole];
  });
  return parts.flatMap((part, index) => index ? [make('wbr', ''), part] : [part]);
}

/** Whether an action left the state as it was, as far as that is recorded. */
const changedNothing = action => !raw.redacted && action.change === '' && (action.after >= 0 ? action.before === action.after
  : isLive ? !isBrief(action) && !!live.head?.changes : hasChanges);

/** In a sentence or more what an action has led to. */
function ledTo(action) {
  const some = (all, word, nameOf) => !all.length ? [] : word + amount(all.length, word === 'Led to ' ? 'action' : 'run') + ': '
    + all.slice(0, 3).map(nameOf).join(', ') + (all.length > 3 ? ', and ' + (all.length - 3).toLocaleString('en') + ' more' : '') + '.';
  return [
    some(action.consequences, 'Led to ', index => actions[index].label + ' ' + actions[index].name),
    some(runsOfCause.get(action.index) || [], 'Started ', titleOf), some(runsCancelledBy.get(action.index) || [], 'Cancelled ', titleOf),
  ].flat().join(' ') || 'Led to nothing.';
}

/** In one sentence why an action is there, or why it was not processed. */
function why(action) {
  const run = runOfNumber.get(action.run);
  const step = stepOf(action);
  const by = step ? ', ' + step.kind + ' at ' + where(step) : '';
  const died = !action.isDone ? ' The process ended while it was processed.' : changedNothing(action) ? ' It changed nothing.' : '';
  if (action.missing) return 'It answers ' + action.missing + by + '.' + died;
  if (action.cause === -1) return (run ? 'It was sent by a run of ' + run.name + ', which nothing caused.' : 'It came from outside, dispatched at ' + where(action.source) + '.') + died;
  const chain = causesOf(action), cause = actions[action.cause], root = actions[chain[0]];
  return 'It answers ' + cause.label + ' ' + cause.name + by + (run ? ', in a run that ' + (run.isOpen ? 'was still running' : 'has ' + how(run)) : '')
    + (chain.length > 1 ? '; that goes back ' + amount(chain.length, 'step') + ' to ' + root.label + ' ' + root.name
      + (root.missing ? ', which answers ' + root.missing : ', which came from outside at ' + where(root.source)) : ', which ' + (root.missing ? 'answers ' + root.missing : 'came from outside'))
    + '.' + died;
}

const whyNotLine = ({ kind, explanation, count = 1, presentation }, index) => make('p', 'why not', sign(kind), ' ' + rounded(explanation)
  + (count > 1 ? ' (' + count.toLocaleString('en') + ' times)' : ''),
  index >= 0 ? button('by', () => select(index, true), 'Go to ' + actions[index].label) : null,
  presentation?.first >= 0 ? button('by', () => selectPresentation(presentation), 'Go to ' + nameOfPresentation(presentation)) : null);

/** What an action did not lead to, and which of its runs did not return, in a sentence each. */
function whyNot(action) {
  const ended = (runsOfCause.get(action.index) || []).filter(run => isTrouble(run) && run.number !== chosenRun)
    .map(run => ({ kind: run.ending, explanation: run.explanation, by: run.by }));
  return whyNotLines([...action.notices.filter(notice => !isClosedGate(notice)), ...ended]);
}
/** The gates that were closed for an action, at the end, since most of them are meant to be closed. */
function closedGates(action) {
  const lines = whyNotLines(action.notices.filter(isClosedGate));
  return lines.length ? [make('h3', '', 'Closed gates'), ...lines] : [];
}
function whyNotLines(reasons) {
  const all = [...grouped(reasons, ({ kind, explanation }) => kind + explanation).values()]
    .map(same => whyNotLine({ ...same[0], presentation: null, count: same.length }, same[0].by));
  return all.length > 10 ? [...all.slice(0, 10), make('p', 'sub', (all.length - 10).toLocaleString('en') + ' more of this kind.')] : all;
}

/** What did not happen, and which runs did not return, by rule: a menu, which is named after how many there are. */
function writeOmissions() {
  const ended = runs.filter(isTrouble)
    .map(run => ({ kind: run.ending, explanation: run.explanation, action: run.cause, time: run.ended, name: run.name }));
  const ofRules = notices.map(notice => ({ ...notice, name: notice.rule.text || where(notice.rule) }));
  const all = [...ofRules, ...ended].sort((a, b) => a.time - b.time);
  const counts = new Map();
  const count = kind => counts.set(kind, (counts.get(kind) || 0) + 1);
  for (const { kind } of all) count(kind);
  for (const isDone of raw.actions.numbers.done) if (!isDone) count('undone');
  const order = Object.keys(kinds);
  element('omitted').hidden = !counts.size;
  element('omitted-label').replaceChildren(...order.filter(kind => counts.has(kind)).flatMap((kind, index) =>
    [index ? make('span', 'wide', ', ') : '', sign(kind), ' ' + counts.get(kind).toLocaleString('en'), make('span', 'wide', ' ' + wordOf(kind))]));
  const groups = [...grouped(all, ({ kind, name }) => kind + ' ' + name).values()]
    .sort(([a], [b]) => order.indexOf(a.kind) - order.indexOf(b.kind));
  element('omissions').replaceChildren(...groups.slice(0, 200).map(omissionsOfRule));
}

/** The line of a rule that has one, or a folded list with a title such as “Gate at App.swift:200: 340 times”. */
function omissionsOfRule(lines) {
  const [{ kind, name, action }] = lines;
  if (lines.length === 1) return whyNotLine(lines[0], action);
  const made = make('details', 'why not', make('summary', '', sign(kind), ' ' + name + ': ' + amount(lines.length, 'time')));
  made.addEventListener('toggle', () => {
    const left = lines.length > 100 ? make('p', 'sub', 'The last 100 of them.') : null;
    made.append(...[left, ...lines.slice(-100).map(line => whyNotLine(line, line.action))].filter(Boolean));
  }, { once: true });
  return made;
}

function changeOf(action) {
  const title = make('h3', '', 'Change of the state');
  if (!action.change) return [title, make('p', 'sub', action.after >= 0 || hasChanges ? 'None.' : 'Not recorded.')];
  const lines = action.change.split('\n');
  const box = make('div', 'change', ...lines.slice(0, 200).map(line => changeLine(action, line)));
  if (lines.length > 200) {
    const rest = button('', () => rest.replaceWith(...lines.slice(200).map(line => changeLine(action, line))), amount(lines.length - 200, 'more line'));
    box.append(rest);
  }
  return [title, box];
}
let hasChanges = actions.some(action => action.change !== '');

/** A path, which leads to the last change of the same before it, and what became of it. */
function changeLine(action, line) {
  const colon = line.indexOf(': ');
  if (colon < 0) return make('div', '', line);
  const name = line.slice(0, colon), rest = line.slice(colon + 2), arrow = rest.indexOf(' → ');
  const path = button('path', () => changedBefore(action, name), name);
  path.title = 'What changed it before';
  if (rest.startsWith('removed ')) return make('div', '', path, ': removed ', make('del', '', rest.slice(8)));
  if (rest.startsWith('inserted ')) return make('div', '', path, ': inserted ', make('ins', '', rest.slice(9)));
  if (arrow < 0) return make('div', '', path, ': ' + rest);
  return make('div', '', path, ': ', make('del', '', rest.slice(0, arrow)), ' → ', make('ins', '', rest.slice(arrow + 3)));
}

/** Goes to the last action before one that has changed the same part of the state, or what it is in. */
function changedBefore(action, name) {
  const store = action.at('store');
  const touches = line => {
    const other = line.slice(0, Math.max(0, line.indexOf(': ')));
    const [short, long] = other.length < name.length ? [other, name] : [name, other];
    return short === long || short !== '' && long.startsWith(short) && /[.[]/.test(long[short.length]) || other === 'state';
  };
  for (let index = action.index - 1; index >= 0; index--) {
    const other = actions[index];
    if (other.at('store') === store && other.change !== '' && other.change.split('\n').some(touches)) {
      announce('Action ' + other.label + ' has changed ' + name + ' before that.');
      return select(index, true);
    }
  }
  announce('No earlier action that is kept has changed ' + name + '.');
}

function chainOf(action) {
  const causes = causesOf(action), all = consequencesOf(action);
  const made = [], run = runOfNumber.get(action.run);
  // The sentence at the top is complete for an action from outside.
  if (causes.length || run) made.push(make('h3', '', 'Because of' + (causes.length > 1 ? ', ' + amount(causes.length, 'action') : '')));
  if (causes.length && actions[causes[0]].missing) {
    made.push(make('p', 'sub', 'Before that, ' + actions[causes[0]].missing + '.'));
  }
  if (causes.length) made.push(links(causes, via, 3, 12));
  if (run) made.push(runLine('Sent by a run: ', run));
  // Those that did not return are named at the top.
  const started = (runsOfCause.get(action.index) || []).filter(run => !isTrouble(run));
  const cancelled = runsCancelledBy.get(action.index) || [];
  if (all.length || started.length || cancelled.length) made.push(make('h3', '', 'What followed' + (all.length > 1 ? ', ' + amount(all.length, 'action') : '')));
  made.push(...started.slice(0, 20).map(run => runLine('Run: ', run)));
  if (started.length > 20) {
    const rest = button('', () => rest.replaceWith(...started.slice(20).map(run => runLine('Run: ', run))), amount(started.length - 20, 'more run'));
    made.push(rest);
  }
  made.push(...cancelled.slice(0, 20).map(run => runLine('It cancelled: ', run, run.cause)));
  if (all.length) made.push(links(all, via, 20, 3));
  return made;
}

function runLine(head, run, by = run.by) {
  return make('p', 'sub run', sign(run.ending), ' ' + head + titleOf(run) + ' (' + how(run) + (run.isOpen ? '' : ', after ' + duration(run.ended - run.began)) + ')',
    by >= 0 ? button('by', () => select(by, true), 'Go to ' + actions[by].label) : null);
}

function durationsOf(action) {
  const names = ['handle', 'reduce', 'observers', 'IO'];
  const bar = make('div', 'bar');
  bar.setAttribute('aria-hidden', 'true');
  const parts = action.steps.map((took, step) => {
    const part = make('span', '');
    part.style.background = 'var(--d' + step + ')';
    part.style.flexGrow = took;
    if (took > 0) bar.append(part);
    const dot = make('i', 'dot');
    dot.style.background = 'var(--d' + step + ')';
    return make('span', '', dot, names[step] + ' ' + duration(took));
  });
  return [make('h3', '', 'Durations, ' + duration(action.took) + ' in all'), bar, make('div', 'times', ...parts)];
}

function wayOf(action) {
  if (!action.trail.length) return [];
  const steps = action.trail.map(step => make('li', '', make('code', '', step.text), make('span', 'sub', ' ' + where(step))));
  return [make('h3', '', 'Way of the source'), make('ol', 'trail', ...steps)];
}
