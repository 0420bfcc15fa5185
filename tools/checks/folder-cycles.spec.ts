import { lintPlanted } from './support/lint-planted.ts';

/** A package whose folders import each other without a cycle: proofs → sessions → users. */
const existing = {
  'apps/auth/src/config.ts': '',
  'apps/auth/src/proofs/proof.ts': "import '../sessions/session.js';",
  'apps/auth/src/sessions/session.ts': "import '../users/user.js';",
  'apps/auth/src/users/user.ts': '',
};

type Planted = [what: string, file: string, line: string];

const inUsers = 'apps/auth/src/users/planted.ts';
const refused: Planted[] = [
  ['a value', inUsers, "import { endAllSessions } from '../sessions/end-sessions.js';"],
  ['a type', inUsers, "import type { Client } from '../sessions/client.js';"],
  ['a re-export', inUsers, "export * from '../sessions/client.js';"],
  ['a lazy import', inUsers, "await import('../sessions/client.js');"],
];
const throughOthers: Planted = ['through others', inUsers, "import '../proofs/give-proof.js';"];
const allowed: Planted[] = [
  ['in the direction that exists', 'apps/auth/src/sessions/planted.ts', "import '../users/user.js';"],
  ['within a folder', inUsers, "import './user.js';"],
  ['of a file directly in src', inUsers, "import '../config.js';"],
  ['in a spec', 'apps/auth/src/users/planted.spec.ts', "import '../sessions/client.js';"],
  ['in a test', 'apps/auth/test/planted.spec.ts', "import '../src/sessions/client.js';"],
];

/** Each case is planted in a copy of the package. */
const place = ([what]: Planted, file: string): string => `${what}/${file}`;
const planted = [...refused, throughOthers, ...allowed].flatMap((one) => {
  const [, file, line] = one;
  return Object.entries({ ...existing, [file]: line }).map(([path, text]) => [place(one, path), text]);
});
const found = lintPlanted('caredrop(folder-cycles)', Object.fromEntries(planted));

describe('folders without cycles', () => {
  it.each(refused)('the rule refuses an import that closes a cycle: %s', (...one) => {
    expect(found[place(one, one[1])]).toEqual([
      'Folders import each other in a circle: users → sessions → users.',
    ]);
  });

  it('the rule refuses a cycle through other folders', () => {
    expect(found[place(throughOthers, inUsers)]).toEqual([
      'Folders import each other in a circle: users → proofs → sessions → users.',
    ]);
  });

  it.each(allowed)('the rule allows an import %s', (...one) => {
    expect(found[place(one, one[1])]).toEqual([]);
  });
});
