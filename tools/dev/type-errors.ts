import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Compiling takes seconds after a change, so this polling interval (ms) delays an error only slightly. */
const INTERVAL = 500;

/** Shows the type errors that `tsc --watch` writes to its log, and when the last of them is fixed. */
export function showTypeErrors(logFile: string, say: (line: string) => void): { close(): void } {
  const file = openSync(logFile, 'r');
  const report = reporter(say);
  let [position, rest] = [fstatSync(file).size, ''];
  const read = (): void => {
    const chunk = Buffer.alloc(Math.max(0, fstatSync(file).size - position));
    position += readSync(file, chunk, 0, chunk.length, position);
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(report);
  };
  const timer = setInterval(read, INTERVAL);
  return {
    close: () => {
      clearInterval(timer);
      closeSync(file);
    },
  };
}

/** Prints a compiler's errors, and one line when all of them are fixed. */
export function reporter(say: (line: string) => void): (line: string) => void {
  let failing = false;
  return (line) => {
    if (/\berror TS\d+:/.test(line)) say(line);
    const found = /Found (\d+) errors?\./.exec(line);
    if (!found) return;
    const fails = found[1] !== '0';
    if (failing && !fails) say('No type errors');
    failing = fails;
  };
}
