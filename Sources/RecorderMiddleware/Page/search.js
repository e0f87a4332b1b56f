// The search: words, "phrases", field:value, and -excluded words.

const search = element('search');
let query = '';
let terms = [];

const lower = [];
const lowered = id => lower[id] ??= texts[id].toLowerCase();
/** The fields that can be named, with the columns whose texts they are. */
const fields = {
  action: ['text'], case: ['name'], name: ['name'], file: ['file'], function: ['function'], change: ['change'],
  any: ['name', 'text', 'change', 'file', 'function'],
};

function parse(text) {
  const found = [];
  for (const [, not, field, phrase, word] of text.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi)) {
    const value = (phrase ?? word).toLowerCase();
    const name = (field || '').toLowerCase(), isField = name => Object.hasOwn(fields, name) || Object.hasOwn(others, name);
    // A field whose value is still to be typed says nothing yet.
    if (!value || value.endsWith(':') && isField(value.slice(0, -1))) continue;
    found.push({ not: !!not, field: isField(name) ? name : 'any', value: isField(name) || !field ? value : name + ':' + value });
  }
  return found;
}

/** Whether an action has this label, or this number in its store. */
const isNumbered = (action, value) => action.label.toLowerCase() === value || '' + action.at('number') === value;

/** Whether a run has a number, a key, a line, an ending, or a part of its name or of its place. */
function isOfRun(run, value) {
  if (!run) return false;
  run.words ??= [run.number, run.line, run.key ?? '', run.ending].map(word => ('' + word).toLowerCase());
  return run.words.includes(value) || !/^\d+$/.test(value)
    && (titleOf(run) + '\n' + where(run) + '\n' + wordOf(run.ending)).toLowerCase().includes(value);
}

// Searches for properties of an action other than its texts.
const others = {
  number: isNumbered,
  cause: (action, value) => value === 'outside' ? action.cause === -1 : action.cause >= 0 && isNumbered(actions[action.cause], value),
  run: (action, value) => isOfRun(runOfNumber.get(action.run), value) || (runsOfCause.get(action.index) || []).some(run => isOfRun(run, value)),
  thread: (action, value) => '' + action.thread === value,
  line: (action, value) => '' + action.source.line === value,
  is: (action, value) => outcomesOf(action).some(kind => kind.toLowerCase() === value || wordOf(kind) === value)
    || value === 'changed' && action.change !== '',
  trail: null,
};

/** A function that says whether an action is what a term asks for. */
function matcher({ field, value }) {
  const isIn = new Map();
  const has = id => {
    let known = isIn.get(id);
    if (known === undefined) isIn.set(id, known = lowered(id).includes(value));
    return known;
  };
  const isStep = new Map();
  const hasStep = at => {
    const [, , text, file, , line] = raw.steps.slice(at * 6, at * 6 + 6);
    return has(text) || has(file) || (fileName(lowered(file)) + ':' + line).includes(value);
  };
  const inTrail = action => {
    for (let at = action.at('trail'); at >= 0; at = raw.steps[at * 6]) {
      if (!isStep.has(at)) isStep.set(at, hasStep(at));
      if (isStep.get(at)) return true;
    }
    return false;
  };
  if (field === 'trail') return inTrail;
  if (others[field]) return action => others[field](action, value);
  const columns = fields[field].map(name => raw.actions.texts[name]);
  const isAny = field === 'any';
  return action => columns.some(column => has(column[action.index]))
    || isAny && (isNumbered(action, value) || inTrail(action) || action.notices.some(notice => notice.explanation.toLowerCase().includes(value)));
}

function setQuery(text) {
  query = text.trim();
  terms = parse(query);
  const matchers = terms.map(term => [matcher(term), term.not]);
  matchesQuery = action => matchers.every(([matches, not]) => matches(action) !== not);
}
let matchesQuery = () => true;

/** Puts what was looked for into marks. */
function markMatches(node) {
  const wanted = terms.filter(term => !term.not && term.value && (fields[term.field] || term.field === 'trail')).map(term => term.value);
  if (!wanted.length) return;
  const pattern = new RegExp(wanted.map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gi');
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (pattern.test(walker.currentNode.data)) { found.push(walker.currentNode); pattern.lastIndex = 0; }
  for (const text of found) {
    const pieces = [];
    let from = 0;
    for (const match of text.data.matchAll(pattern)) {
      pieces.push(text.data.slice(from, match.index), make('mark', 'match', match[0]));
      from = match.index + match[0].length;
    }
    text.replaceWith(...pieces, text.data.slice(from));
  }
}

/** Selects the next action that matches, or the one before, and goes round at the end. */
function nextMatch(step) {
  const matches = query ? shown.filter(index => isMatch[index]) : shown;
  if (!matches.length) return announce('No action matches.');
  let place = matches.findIndex(index => step > 0 ? index > selected : index >= selected);
  if (place < 0) place = step > 0 ? 0 : matches.length;
  if (step < 0) place = (place - 1 + matches.length) % matches.length;
  select(matches[place]);
  announce('Match ' + (place + 1).toLocaleString('en') + ' of ' + matches.length.toLocaleString('en') + ': ' + actions[matches[place]].label + ' ' + actions[matches[place]].name);
}
