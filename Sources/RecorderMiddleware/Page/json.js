// JSON whose numbers keep their text: a number of JavaScript has 53 bits.

class NumberText {
  constructor(text) { this.text = text; }
}

/** Parses JSON with a `NumberText` for each number. An error is that of `JSON.parse`. */
function parseExactly(json) {
  JSON.parse(json);
  // The text is JSON, so that only the tokens have to be told apart.
  const tokens = json.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[-+.\deE]+|true|false|null|[{}[\]:,]/g);
  let at = 0;
  const readList = (close, read) => {
    const parts = [];
    while (tokens[at] !== close) {
      if (tokens[at] === ',') at++;
      parts.push(read());
    }
    at++;
    return parts;
  };
  const readMember = () => {
    const key = JSON.parse(tokens[at]);
    // The colon too.
    at += 2;
    return [key, readValue()];
  };
  const readValue = () => {
    const token = tokens[at++];
    if (token === '{') return Object.fromEntries(readList('}', readMember));
    if (token === '[') return readList(']', readValue);
    return /^[-\d]/.test(token) ? new NumberText(token) : JSON.parse(token);
  };
  return readValue();
}

/** A value of `parseExactly` as JSON on lines of its own. */
function exactJSON(value, line = '\n') {
  if (value instanceof NumberText) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = line + '  ', isList = Array.isArray(value);
  const parts = isList ? value.map(part => exactJSON(part, inner))
    : Object.entries(value).map(([key, part]) => JSON.stringify(key) + ': ' + exactJSON(part, inner));
  const [open, close] = isList ? '[]' : '{}';
  return parts.length ? open + inner + parts.join(',' + inner) + line + close : open + close;
}
