// Tables of the data: columns of numbers, and columns of texts by their places in the list of texts. Swift names the columns.

/** The number of rows. */
const rowCount = table => Object.values(table.numbers)[0].length;

/** A row with the names of its columns. A text that is missing is undefined. */
function rowAt(table, texts, index) {
  const row = {};
  for (const name in table.numbers) row[name] = table.numbers[name][index];
  for (const name in table.texts) row[name] = texts[table.texts[name][index]];
  return row;
}

/** Writes a row. A function returns the place of a text. */
function setRow(table, index, row, placeOf) {
  for (const name in table.numbers) table.numbers[name][index] = row[name];
  for (const name in table.texts) table.texts[name][index] = row[name] === undefined ? -1 : placeOf(row[name]);
}

/** A table with the columns of another one, and no rows. */
function emptyTable({ numbers, texts }) {
  const emptied = columns => Object.fromEntries(Object.keys(columns).map(name => [name, []]));
  return { numbers: emptied(numbers), texts: emptied(texts) };
}
