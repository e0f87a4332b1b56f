// The states as numbered parts. Equal parts of consecutive states have the same number.

const nodes = raw.nodes;
const expanded = new Map();

/** A dictionary without entries is written with a sign of its own. */
const isEmptyDictionary = id => typeof nodes[id] === 'number' && texts[nodes[id]] === '[:]';

/** The parts in the brackets of a node as `{ labels, values }`; null for one without brackets. */
function partsOf(id) {
  if (isEmptyDictionary(id)) return { labels: [], values: [] };
  if (typeof nodes[id] === 'number' || nodes[id][0] < 0) return null;
  // A list can be made of the one before it, and that again.
  const waiting = [];
  let at = id;
  while (at >= 0 && !expanded.has(at)) { waiting.push(at); at = nodes[at][1]; }
  let parts = at >= 0 ? expanded.get(at) : null;
  while (waiting.length) {
    at = waiting.pop();
    const [, , first, last] = nodes[at];
    const labels = parts ? parts.labels.slice(0, first) : [], values = parts ? parts.values.slice(0, first) : [];
    for (let i = 4; i < nodes[at].length; i += 2) { labels.push(nodes[at][i]); values.push(nodes[at][i + 1]); }
    if (last > 0) {
      for (let i = parts.values.length - last; i < parts.values.length; i++) { labels.push(parts.labels[i]); values.push(parts.values[i]); }
    }
    parts = { labels, values };
    if (expanded.size > 300) expanded.clear();
    expanded.set(at, parts);
  }
  return parts;
}

/** What is in front of the parts of a node, with its bracket. */
const openOf = id => isEmptyDictionary(id) ? '[' : texts[nodes[id][0]];
const closes = { '(': ')', '[': ']', '{': '}' };
const closeOf = id => closes[openOf(id).slice(-1)] || '';

/** The text of a node without parts; one of a text that is a state can be made of the one before it. */
function leafOf(id) {
  if (typeof nodes[id] === 'number') return texts[nodes[id]];
  const chain = [];
  for (let at = id; at >= 0; at = nodes[at][1]) chain.push(nodes[at]);
  return chain.reverse().reduce((text, [, , start, end, middle]) =>
    text.slice(0, start) + texts[middle] + (end > 0 ? text.slice(-end) : ''), '');
}

/** A node on one line, of about so many characters; `…` stands for the rest. */
function flat(id, limit = Infinity) {
  const parts = partsOf(id);
  if (!parts || isEmptyDictionary(id)) {
    const text = leafOf(id);
    return text.length > limit ? text.slice(0, Math.max(1, limit)) + '…' : text;
  }
  if (!parts.values.length) return openOf(id) + closeOf(id);
  let text = openOf(id);
  for (let i = 0; i < parts.values.length; i++) {
    if (text.length >= limit) { text += i > 0 ? ', …' : '…'; break; }
    text += (i > 0 ? ', ' : '') + (parts.labels[i] < 0 ? '' : texts[parts.labels[i]] + ': ') + flat(parts.values[i], limit - text.length);
  }
  return text + closeOf(id);
}

/**
 * How the parts of two nodes belong together: pairs of places, of which one is -1 for what was inserted or removed.
 * Parts with labels belong together by them, others by what is around them.
 */
function pairs(before, after) {
  const labelled = after.values.length ? after.labels[0] >= 0 : before.labels[0] >= 0;
  const made = [];
  if (labelled) {
    const old = new Map(before.labels.map((label, place) => [label, place]));
    after.labels.forEach((label, place) => { made.push([old.has(label) ? old.get(label) : -1, place]); old.delete(label); });
    for (const place of old.values()) made.push([place, -1]);
    return made;
  }
  const [a, b] = [before.values, after.values];
  let first = 0, last = 0;
  while (first < Math.min(a.length, b.length) && a[first] === b[first]) { made.push([first, first]); first++; }
  while (last < Math.min(a.length, b.length) - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++;
  const changed = Math.min(a.length, b.length) - first - last;
  for (let i = 0; i < changed; i++) made.push([first + i, first + i]);
  for (let i = first + changed; i < a.length - last; i++) made.push([i, -1]);
  for (let i = first + changed; i < b.length - last; i++) made.push([-1, i]);
  for (let i = last; i > 0; i--) made.push([a.length - i, b.length - i]);
  return made;
}

/** The place that a part had before, as `pairs` finds it for all of them; -1 if it is new. */
function partner(before, after, place) {
  if (after.labels[place] >= 0) return before.labels.indexOf(after.labels[place]);
  const [a, b] = [before.values, after.values], room = Math.min(a.length, b.length);
  let first = 0;
  while (first < room && a[first] === b[first]) if (++first > place) return place;
  let last = 0;
  while (last < room - first && a[a.length - 1 - last] === b[b.length - 1 - last]) if (b.length - ++last <= place) return place - b.length + a.length;
  return place < room - last ? place : -1;
}

/** The action that has changed a part of the state last, up to one; -1 for none that is kept. */
function lastChange(index, path) {
  const store = actions[index].at('store');
  let at = [...path];
  for (let i = index; i >= 0; i--) {
    const action = actions[i];
    if (action.at('store') !== store || action.after < 0) continue;
    const place = placeBefore(action.before, action.after, at);
    if (!place) return i;
    at = place;
  }
  return -1;
}

/** Where a part of a state stood in the state before; null if it is new, or another one. */
function placeBefore(before, after, path) {
  const found = [];
  for (let depth = 0; ; depth++) {
    if (before === after) return [...found, ...path.slice(depth)];
    if (depth === path.length || before < 0) return null;
    const [old, parts] = [partsOf(before), partsOf(after)];
    if (!old || !parts || openOf(before) !== openOf(after)) return null;
    const place = partner(old, parts, path[depth]);
    if (place < 0) return null;
    found.push(place);
    before = old.values[place];
    after = parts.values[path[depth]];
  }
}
