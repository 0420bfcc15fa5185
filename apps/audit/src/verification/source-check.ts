import type { Fault } from '../chain/check-chain.js';
import type { ChainEntry } from '../chain/entry.js';

/** Records reach the chain out of order: a missing one may still be on its way until a later one is this old (ms). */
const ON_ITS_WAY_MS = 15 * 60 * 1000;

/** The clocks of a service and of the audit's database differ by less than this (ms). */
const CLOCK_SKEW_MS = 15 * 60 * 1000;

interface Stream {
  source: string;
  stream: string;
  /** The first number checked: lower ones may have been pruned. Infinity until a number is certainly not pruned. */
  first: number;
  /** Lowest number from `first` on that has not been seen. */
  next: number;
  /** When the record below `next` entered the chain. */
  reached: string | null;
  /** The other numbers seen, below `first` or above `next`, and when they entered the chain. */
  others: Map<number, string>;
}

/**
 * Looks for missing numbers in the streams of the sources: records that a source wrote but that never entered the
 * chain. A number missing at the end of a stream is noticed only when a later one arrives. After pruning, a stream is
 * checked from the first record written after the last pruned entry had entered the chain: higher numbers were written
 * later, so none of them was pruned.
 */
export class SourceCheck {
  /** Entries without a number. */
  unnumbered = 0;
  private readonly streams = new Map<string, Stream>();
  private readonly repeated: Fault[] = [];
  /** Records written later than this were not pruned; null if none was. */
  private readonly keptAfter: string | null;

  /** `prunedUntil`: when the last pruned entry had entered the chain; null if none was pruned. */
  constructor(prunedUntil: string | null) {
    this.keptAfter = prunedUntil && new Date(Date.parse(prunedUntil) + CLOCK_SKEW_MS).toISOString();
  }

  add({ seq, source, sequence, at, recordedAt }: ChainEntry): void {
    if (!sequence) {
      this.unnumbered += 1;
      return;
    }
    const { stream: id, number } = sequence;
    const stream = this.streamOf(source, id);
    if (isSeen(stream, number)) {
      this.repeated.push({ kind: 'repeated', seq, text: repeatedText(source, number, seq) });
      return;
    }
    if (stream.first === Infinity && this.keptAfter !== null && at > this.keptAfter)
      stream.first = stream.next = number;
    stream.others.set(number, recordedAt);
    advance(stream);
  }

  /** Missing and duplicate numbers. Gaps younger than a quarter of an hour are not reported. */
  faults(now = new Date()): Fault[] {
    const settled = new Date(now.getTime() - ON_ITS_WAY_MS).toISOString();
    return [...[...this.streams.values()].flatMap((stream) => gapsOf(stream, settled)), ...this.repeated];
  }

  private streamOf(source: string, id: string): Stream {
    const key = `${source} ${id}`;
    const first = this.keptAfter === null ? 1 : Infinity;
    const stream = this.streams.get(key) ?? {
      source,
      stream: id,
      first,
      next: first,
      reached: null,
      others: new Map<number, string>(),
    };
    this.streams.set(key, stream);
    return stream;
  }
}

const isSeen = ({ first, next, others }: Stream, number: number): boolean =>
  (number >= first && number < next) || others.has(number);

function advance(stream: Stream): void {
  const { others } = stream;
  for (let time = others.get(stream.next); time !== undefined; time = others.get(stream.next)) {
    others.delete(stream.next);
    stream.next += 1;
    stream.reached = time;
  }
}

function gapsOf({ source, stream, next, reached, others }: Stream, settled: string): Fault[] {
  const faults: Fault[] = [];
  let expected = next;
  let before = reached;
  const ahead = [...others].filter(([number]) => number > next).sort(([a], [b]) => a - b);
  for (const [number, time] of ahead) {
    if (number > expected && time < settled) {
      const text = gapText(source, stream, [expected, number - 1], [before, time]);
      faults.push({ kind: 'missing', seq: 0, text });
    }
    expected = number + 1;
    before = time;
  }
  return faults;
}

function gapText(
  source: string,
  stream: string,
  [from, to]: [number, number],
  [before, after]: [string | null, string],
): string {
  const which = from === to ? `record ${from}` : `records ${from} to ${to}`;
  const it = from === to ? 'it' : 'them';
  const near = before
    ? `those around ${it} entered the chain at ${before} and ${after}`
    : `the next entered the chain at ${after}`;
  return `${source} wrote ${which} of its stream ${stream}; the audit never received ${it} (${near})`;
}

const repeatedText = (source: string, number: number, seq: number): string =>
  `Entry ${seq}: ${source} used the number ${number} of a stream twice. Its database was rewritten, or restored from a copy that holds audit_streams`;
