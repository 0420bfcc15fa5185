/** Identifies a chunk of a conversation. */
export interface Match {
  /** The request chunk, or the first chunk of its response. */
  at: 'request' | 'answer';
  seen: RegExp;
  /** What must have been seen on the same connection since the last match. */
  after?: RegExp;
  /** A provisional response (HTTP's 100 Continue). */
  notYet?: RegExp;
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

/** Maximum length searched: a body that follows in the same chunk is not. */
const LOOK_AT = 4096;

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
   * Undefined when this chunk does not match; otherwise settles when the harness has decided what happens to
   * it.
   */
  look(
    chunk: Buffer,
    way: 'request' | 'answer',
    memories: Map<Watch, object>,
  ): Promise<'pass' | 'cut'> | undefined {
    if (this.done) return undefined;
    const memory = (memories.get(this) ?? { prepared: false, asked: false }) as Memory;
    memories.set(this, memory);
    return this.meets(textOf(chunk), way, memory) ? this.hold() : undefined;
  }

  private meets(text: string, way: 'request' | 'answer', memory: Memory): boolean {
    const { at, seen, after, notYet } = this.match;
    if (way === 'answer') return memory.asked && at === 'answer' && !notYet?.test(text);
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

/** Both ends of the chunk: a statement is at the start, the end of a mail at the end. */
function textOf(chunk: Buffer): string {
  if (chunk.length <= 2 * LOOK_AT) return chunk.toString('latin1');
  return chunk.toString('latin1', 0, LOOK_AT) + chunk.toString('latin1', chunk.length - LOOK_AT);
}
