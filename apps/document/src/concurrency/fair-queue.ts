/** The owner and the member (for example, a link) that an item belongs to. */
export interface Share {
  owner: string;
  member: string;
}

/**
 * A queue served round robin by owner, then by member of that owner. Items of one member are served in order
 * of arrival.
 */
export class FairQueue<T extends Share> {
  /** Maps keep insertion order: an owner that was served moves to the end. */
  private readonly owners = new Map<string, Map<string, Set<T>>>();
  /** All items, in order of arrival. */
  private readonly arrived = new Set<T>();

  get size(): number {
    return this.arrived.size;
  }

  /** In order of arrival. */
  [Symbol.iterator](): Iterator<T> {
    return this.arrived.values();
  }

  add(item: T): void {
    const members = this.owners.get(item.owner) ?? new Map<string, Set<T>>();
    const items = members.get(item.member) ?? new Set<T>();
    items.add(item);
    members.set(item.member, items);
    this.owners.set(item.owner, members);
    this.arrived.add(item);
  }

  delete(item: T): boolean {
    const members = this.owners.get(item.owner);
    const items = members?.get(item.member);
    if (!members || !items?.delete(item)) return false;
    this.arrived.delete(item);
    if (items.size === 0) members.delete(item.member);
    if (members.size === 0) this.owners.delete(item.owner);
    return true;
  }

  /** Removes and returns the next item for which `mayGo` is true; only the first item of each member is considered. */
  take(mayGo: (item: T) => boolean = () => true): T | undefined {
    for (const [owner, members] of this.owners)
      for (const [member, items] of members) {
        const [next] = items;
        if (!next || !mayGo(next)) continue;
        this.delete(next);
        toEnd(members, member);
        toEnd(this.owners, owner);
        return next;
      }
    return undefined;
  }

  /**
   * The newest item of the owner with the most items waiting. Undefined unless that owner has at least two more
   * than `than`.
   */
  newestOfLargest(than: string): T | undefined {
    const waiting = new Map<string, T[]>();
    for (const item of this) waiting.set(item.owner, [...(waiting.get(item.owner) ?? []), item]);
    const [largest = []] = [...waiting.values()].sort((one, other) => other.length - one.length);
    return largest.length < (waiting.get(than)?.length ?? 0) + 2 ? undefined : largest.at(-1);
  }
}

function toEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
