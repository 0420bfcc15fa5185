/** Identifies a chunk of a conversation. */
export interface Match {
  /** The request chunk, or the first chunk of its response. */
  at: 'request' | 'response';
  seen: RegExp;
  /** Text that must have been seen on the same connection, at the latest in the same chunk. */
  after?: RegExp;
  /** A provisional response (HTTP's 100 Continue), which is skipped. */
  provisional?: RegExp;
}

/** A connection stopped at the chunk that matched. */
export interface Held {
  /** Forwards the chunk. */
  pass(): void;
  /** Drops the chunk and closes the connection on both sides. */
  cut(): void;
}

/** The state of a watch for one connection. */
interface Memory {
  prepared: boolean;
  asked: boolean;
}

/** How much of a chunk is searched at each end. */
const SEARCHED_BYTES = 4096;

/** Waits for one {@link Match}, once. */
export class Watch {
  private readonly match: Match;
  private readonly onHeld: (held: Held) => void;
  private done = false;

  constructor(match: Match, onHeld: (held: Held) => void) {
    this.match = match;
    this.onHeld = onHeld;
  }

  /**
   * Undefined when this chunk does not match; otherwise resolves when the harness has decided what happens to
   * it.
   */
  check(
    chunk: Buffer,
    direction: 'request' | 'response',
    memories: Map<Watch, object>,
  ): Promise<'pass' | 'cut'> | undefined {
    if (this.done) return undefined;
    const memory = (memories.get(this) ?? { prepared: false, asked: false }) as Memory;
    memories.set(this, memory);
    return this.matches(textOf(chunk), direction, memory) ? this.hold() : undefined;
  }

  private matches(text: string, direction: 'request' | 'response', memory: Memory): boolean {
    const { at, seen, after, provisional } = this.match;
    if (direction === 'response') return memory.asked && at === 'response' && !provisional?.test(text);
    if (after?.test(text)) memory.prepared = true;
    if (!seen.test(text) || (after && !memory.prepared)) return false;
    memory.asked = true;
    return at === 'request';
  }

  private hold(): Promise<'pass' | 'cut'> {
    this.done = true;
    return new Promise((resolve) => {
      this.onHeld({ pass: () => resolve('pass'), cut: () => resolve('cut') });
    });
  }
}

/** Both ends of the chunk: a statement is at the start, the end of an email at the end. */
function textOf(chunk: Buffer): string {
  if (chunk.length <= 2 * SEARCHED_BYTES) return chunk.toString('latin1');
  return (
    chunk.toString('latin1', 0, SEARCHED_BYTES) + chunk.toString('latin1', chunk.length - SEARCHED_BYTES)
  );
}
