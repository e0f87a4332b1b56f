// Values as text.

/** A value on lines of its own where it is long, as people would write it. */
function pretty(text, width = 64) {
  const root = { open: '', items: [''], children: [[]] };
  const stack = [root];
  const add = piece => {
    const top = stack[stack.length - 1];
    const parts = top.children[top.children.length - 1];
    if (typeof piece === 'string' && typeof parts[parts.length - 1] === 'string') parts[parts.length - 1] += piece;
    else parts.push(piece);
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      let last = i + 1;
      while (last < text.length && text[last] !== '"') last += text[last] === '\\' ? 2 : 1;
      add(text.slice(i, last + 1));
      i = last;
    } else if (c === '<' && /\w$/.test(text.slice(i - 1, i)) && /^<[\w\s,.<>[\]?:&]*>/.test(text.slice(i, i + 200))) {
      // The types that a generic one has belong to its name.
      const types = text.slice(i, i + 200).match(/^<[\w\s,.<>[\]?:&]*>/)[0];
      add(types);
      i += types.length - 1;
    } else if (c === '(' || c === '[' || c === '{') {
      const group = { open: c, children: [[]] };
      add(group);
      stack.push(group);
    } else if ((c === ')' || c === ']' || c === '}') && stack.length > 1) {
      stack.pop().close = c;
    } else if (c === ',' && stack.length > 1) {
      stack[stack.length - 1].children.push([]);
      if (text[i + 1] === ' ') i++;
    } else {
      add(c);
    }
  }
  const flat = piece => typeof piece === 'string' ? piece
    : piece.open + piece.children.map(parts => parts.map(flat).join('')).join(', ') + (piece.close || '');
  const lines = [];
  let line = '';
  const write = (piece, depth) => {
    if (typeof piece === 'string') { line += piece; return; }
    const short = flat(piece);
    if (depth > 40 || line.length + short.length <= width + depth * 2) { line += short; return; }
    lines.push(line + piece.open);
    piece.children.forEach((parts, index) => {
      line = '  '.repeat(depth + 1);
      for (const part of parts) write(part, depth + 1);
      lines.push(line + (index + 1 < piece.children.length ? ',' : ''));
    });
    line = '  '.repeat(depth) + (piece.close || '');
  };
  for (const part of root.children[0]) write(part, 0);
  return [...lines, line].join('\n').split('\n');
}
