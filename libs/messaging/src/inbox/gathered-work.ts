/** Does in one go what several events of a transaction ask for. */
export type Work<Tx, Item> = (tx: Tx, items: Item[]) => Promise<unknown>;

/**
 * Leaves `item` to `work`, which is done once for all items that the events of this transaction have left to it. For
 * several it runs in the context of none of them: what it logs has to name them.
 */
export type Together<Tx> = <Item>(work: Work<Tx, Item>, item: Item) => void;

/** What handlers leave to be done together (docs/adr/0017), by the function that does it. */
export class GatheredWork<Tx> {
  private readonly left = new Map<Work<Tx, never>, unknown[]>();

  readonly together: Together<Tx> = (work, item) => {
    const items = this.left.get(work);
    if (items) items.push(item);
    else this.left.set(work, [item]);
  };

  async do(tx: Tx): Promise<void> {
    for (const [work, items] of this.left) await work(tx, items as never[]);
  }
}
