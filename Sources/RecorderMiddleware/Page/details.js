// The details of the action that is selected.

const details = element('details');

function link(index, more) {
  const action = actions[index];
  const button = make('button', '', make('span', 'number', action.label), make('span', 'name', action.text.slice(0, 200)),
    make('span', 'where', more));
  button.type = 'button';
  button.title = action.text.slice(0, 400);
  button.addEventListener('click', () => select(index, true));
  return make('li', '', button);
}

function links(indexes, more, limit = 60) {
  const made = make('ul', 'links', ...indexes.slice(0, limit).map(index => link(index, more(actions[index]))));
  if (indexes.length > limit) made.append(make('li', 'sub', (indexes.length - limit).toLocaleString('en') + ' more'));
  return made;
}

const where = ({ file, line }) => file ? fileName(file) + ':' + line : '';
const how = action => {
  const step = action.trail[action.trail.length - 1];
  return action.cause === -1 || !step ? where(action.source) : step.kind + ' at ' + where(step);
};

function showDetails() {
  if (selected < 0) {
    details.replaceChildren(make('p', 'sub', 'Select an action to see where it came from, and what it changed.'));
    return;
  }
  const action = actions[selected];
  details.replaceChildren(
    make('h2', '', action.label + ' ' + action.name),
    make('p', 'sub', make('code', '', where(action.source)), ', ' + action.source.func + ', after ' + duration(action.time)
      + ', on thread ' + action.thread),
    action.isDone ? '' : make('p', 'note', 'The process ended while this action was processed.'),
    make('h3', '', action.isDescribed ? 'Action, as its description' : 'Action'),
    make('pre', '', pretty(action.text).join('\n')),
    ...changeOf(action), ...chainOf(action), ...durationsOf(action), ...trailOf(action), ...stateOf(action));
}

function changeOf(action) {
  const title = make('h3', '', 'Change of the state');
  if (!action.change) return [title, make('p', 'sub', isKept || actions.some(action => action.change) ? 'None.' : 'Not recorded.')];
  const lines = action.change.split('\n').slice(0, 500).map(line => {
    // A path, and what became of it.
    const colon = line.indexOf(': ');
    const path = make('span', 'path', line.slice(0, colon + 2)), rest = line.slice(colon + 2);
    const arrow = rest.indexOf(' → ');
    if (colon < 0) return make('div', '', line);
    if (rest.startsWith('removed ')) return make('div', '', path, 'removed ', make('del', '', rest.slice(8)));
    if (rest.startsWith('inserted ')) return make('div', '', path, 'inserted ', make('ins', '', rest.slice(9)));
    if (arrow < 0) return make('div', '', path, rest);
    return make('div', '', path, make('del', '', rest.slice(0, arrow)), ' → ', make('ins', '', rest.slice(arrow + 3)));
  });
  return [title, make('div', 'change', ...lines)];
}

function chainOf(action) {
  const causes = causesOf(action), all = consequencesOf(action);
  const made = [make('h3', '', 'Because of')];
  const run = runOfNumber.get(action.run);
  if (action.cause === -1 && !run) made.push(make('p', 'sub', 'It came from outside.'));
  if (causes.length && actions[causes[0]].cause === -2 || action.cause === -2) {
    made.push(make('p', 'sub', 'Earlier causes are not kept any more.'));
  }
  if (causes.length) made.push(links(causes.slice(-30), how));
  if (run) made.push(make('p', 'sub', 'Sent by a run: ' + run.name + ' (' + run.ending + ', ' + duration(run.ended - run.began) + ')'));
  const started = runs.filter(run => run.cause === action.index);
  if (all.length || started.length) made.push(make('h3', '', 'What followed'));
  for (const run of started.slice(0, 20)) {
    made.push(make('p', 'sub', 'Run: ' + run.name + ' (' + run.ending + ' after ' + duration(run.ended - run.began) + ')'));
  }
  if (all.length) made.push(links(all, how, 30));
  return made;
}

function durationsOf(action) {
  const names = ['handle', 'reduce', 'observers', 'IO'];
  const bar = make('div', 'bar');
  bar.setAttribute('aria-hidden', 'true');
  const parts = action.steps.map((took, step) => {
    const part = make('span', '');
    part.style.background = 'var(--c' + step + ')';
    part.style.flexGrow = took;
    if (took > 0) bar.append(part);
    const dot = make('i', 'dot');
    dot.style.background = 'var(--c' + step + ')';
    return make('span', '', dot, names[step] + ' ' + duration(took));
  });
  return [make('h3', '', 'Durations, ' + duration(action.took) + ' in all'), bar, make('div', 'times', ...parts)];
}

function trailOf(action) {
  if (!action.trail.length) return [];
  const steps = action.trail.map(step => make('li', '', make('code', '', step.text), make('span', 'sub', ' ' + where(step))));
  return [make('h3', '', 'Way of the source'), make('ol', 'trail', ...steps)];
}

function stateOf(action) {
  if (!isKept) return [];
  const { before, after } = statesOf(action.index);
  if (after === null) return [];
  const old = new Map();
  for (const line of pretty(before || '')) old.set(line, (old.get(line) || 0) + 1);
  const box = make('pre', 'state');
  for (const line of pretty(after)) {
    const count = old.get(line) || 0;
    if (count > 0) old.set(line, count - 1);
    box.append(count > 0 || !before ? line + '\n' : make('mark', '', line), count > 0 || !before ? '' : '\n');
  }
  return [make('h3', '', 'State after it'), box];
}
