/**
 * Yields all rows that `find` returns, batch by batch: it is called first without a row, then with the last row of each
 * batch. Every row is yielded once, so a row that cannot be handled does not hold up the others. `find` must sort by a
 * unique key.
 */
export async function* rowsAfter<Row>(
  find: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const batch = await find(last);
    yield* batch;
    last = batch.at(-1);
    if (last === undefined) return;
  }
}
