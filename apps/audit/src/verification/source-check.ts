import type { Fault } from '../chain/check-chain.js';
import type { ChainEntry } from '../chain/entry.js';

/** Records reach the chain out of order: a missing one may still be on its way until a later one is this old (ms). */
const ON_ITS_WAY_MS = 15 * 60 * 1000;

interface Stream {
  source: string;
  stream: string;
  /** Lowest number that has not been seen. */
  next: number;
  /** The first number checked. Lower numbers are ignored: their entries may have been pruned. */
  first: number;
  /** When the record below `next` entered the chain. */
  reached: string | null;
  /** Numbers seen above `next`, and when they entered the chain. */
  ahead: Map<number, string>;
}

/**
 * Looks for missing numbers in the streams of the sources: records that a source wrote but that never entered the
 * chain. A number missing at the end of a stream is noticed only when a later one arrives.
 */
export class SourceCheck {
  /** Entries without a number. */
  unnumbered = 0;
  private readonly streams = new Map<string, Stream>();
  private readonly repeated: Fault[] = [];

  /** `pruned`: older entries were removed by retention, so a stream may start at any number. */
  constructor(private readonly pruned: boolean) {}

  add({ seq, source, sequence, recordedAt }: ChainEntry): void {
    if (!sequence) {
      this.unnumbered += 1;
      return;
    }
    const { stream: id, number } = sequence;
    const stream = this.streamOf(source, id, number);
    if (number < stream.first) return;
    if (number < stream.next || stream.ahead.has(number)) {
      this.repeated.push({ kind: 'repeated', seq, text: repeatedText(source, number, seq) });
      return;
    }
    stream.ahead.set(number, recordedAt);
    advance(stream);
  }

  /** Missing and duplicate numbers. Gaps younger than a quarter of an hour are not reported. */
  faults(now = new Date()): Fault[] {
    const settled = new Date(now.getTime() - ON_ITS_WAY_MS).toISOString();
    return [...[...this.streams.values()].flatMap((stream) => gapsOf(stream, settled)), ...this.repeated];
  }

  private streamOf(source: string, id: string, number: number): Stream {
    const key = `${source} ${id}`;
    const first = this.pruned ? number : 1;
    const stream = this.streams.get(key) ?? {
      source,
      stream: id,
      next: first,
      first,
      reached: null,
      ahead: new Map<number, string>(),
    };
    this.streams.set(key, stream);
    return stream;
  }
}

function advance(stream: Stream): void {
  for (let time = stream.ahead.get(stream.next); time !== undefined; time = stream.ahead.get(stream.next)) {
    stream.ahead.delete(stream.next);
    stream.next += 1;
    stream.reached = time;
  }
}

function gapsOf({ source, stream, next, reached, ahead }: Stream, settled: string): Fault[] {
  const faults: Fault[] = [];
  let expected = next;
  let before = reached;
  for (const [number, time] of [...ahead].sort(([a], [b]) => a - b)) {
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
