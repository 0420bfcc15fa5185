import { checkpointSchema, type Checkpoint } from './checkpoint.js';

/**
 * Reads the checkpoints in a file: one written by `checkpoint --out`, or any number in the lines of a log or of a
 * syslog receiver. Skips other lines. Throws if there are none.
 */
export function readCheckpoints(text: string): Checkpoint[] {
  const whole = toCheckpoint(text);
  const found = whole ? [whole] : text.split('\n').flatMap((line) => toCheckpoint(line) ?? []);
  if (found.length === 0) throw new Error('The file contains no checkpoint');
  return found;
}

/** A log line may have a prefix, and contains the checkpoint as its field `checkpoint`. */
function toCheckpoint(text: string): Checkpoint | undefined {
  const value = parse(text.slice(Math.max(text.indexOf('{'), 0)));
  const { checkpoint = value } = (value ?? {}) as { checkpoint?: unknown };
  return checkpointSchema.safeParse(checkpoint).data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
