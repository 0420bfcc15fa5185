import { inspected } from './inspected.ts';
import { reporter } from './type-errors.ts';

describe('npm run dev', () => {
  it('npm run dev gives each inspected service a debugger port', () => {
    expect(inspected([])).toEqual({});
    expect(inspected(['--inspect', 'token', '--inspect', 'document'])).toEqual({
      token: 9229,
      document: 9230,
    });
    expect(() => inspected(['--inspect', 'tokens'])).toThrow(
      '--inspect: unknown process tokens; use one of gateway',
    );
  });

  it('npm run dev shows type errors, and reports once when the last of them is fixed', () => {
    const shown: string[] = [];
    const read = reporter((line) => shown.push(line));
    const error =
      "apps/token/src/main.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.";
    const lines = [
      '10:00:00 AM - Starting compilation in watch mode...',
      '10:00:05 AM - Found 0 errors. Watching for file changes.',
      '10:01:00 AM - File change detected. Starting incremental compilation...',
      error,
      '10:01:02 AM - Found 1 error. Watching for file changes.',
      '10:02:02 AM - Found 0 errors. Watching for file changes.',
      '10:03:02 AM - Found 0 errors. Watching for file changes.',
    ];
    lines.forEach(read);
    expect(shown).toEqual([error, 'No type errors']);
  });
});
