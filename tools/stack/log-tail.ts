import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const TAIL_BYTES = 16_384;
const LOG_MAX_BYTES = 20 * 1024 * 1024;

/** The last lines of a log in readable form: the messages of JSON lines, with their errors. */
export function lastLines(file: string, count = 8): string[] {
  if (!existsSync(file)) return [];
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-count).map(readable);
  } finally {
    closeSync(handle);
  }
}

function readable(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; stack?: string } };
    return [msg, err?.stack ?? err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line; // Not JSON: shown unchanged.
  }
}

/** Rotates a log that has grown large; one old log is kept. */
export function rotate(file: string): void {
  if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.old`);
}
