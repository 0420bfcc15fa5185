/**
 * Yields all rows that `find` returns, batch by batch: first without a row, then each time after the last one. Every row
 * comes once, so one that cannot be handled does not hold up the others. `find` must sort by a unique key.
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
