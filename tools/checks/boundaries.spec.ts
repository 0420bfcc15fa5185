import { lintPlanted } from './support/lint-planted.ts';

type Planted = [what: string, file: string, line: string];

const refused: Planted[] = [
  ['an app imports another app', 'apps/token/src/a.ts', "import '@caredrop/document';"],
  ['an app reaches into another app by path', 'apps/token/src/a.ts', "import '../../document/src/main.js';"],
  [
    "a service uses another service's Prisma client",
    'apps/token/src/a.ts',
    "import '../../auth/src/generated/prisma/client.js';",
  ],
  [
    'a library uses a Prisma client',
    'libs/messaging/src/a.ts',
    "import '../../../apps/token/src/generated/prisma/client.js';",
  ],
  ['a service uses the shared @prisma/client', 'apps/token/src/a.ts', "import '@prisma/client';"],
  ['a library imports an app', 'libs/service-kit/src/a.ts', "import '@caredrop/auth';"],
  ['contracts imports a package other than zod', 'libs/contracts/src/a.ts', "import 'pino';"],
  [
    'contracts imports a library of the project',
    'libs/contracts/src/a.ts',
    "import '@caredrop/service-kit';",
  ],
  [
    'the PDF inspector imports a library of the project',
    'libs/pdf-inspector/src/a.ts',
    "import '@caredrop/contracts';",
  ],
  [
    'a service other than document imports the PDF inspector',
    'apps/token/src/a.ts',
    "import '@caredrop/pdf-inspector';",
  ],
  [
    'the patient catalogue imports a library of the project',
    'libs/patient-copy/src/a.ts',
    "import '@caredrop/contracts';",
  ],
  [
    'a service that sends nothing to patients imports the patient catalogue',
    'apps/audit/src/a.ts',
    "import '@caredrop/patient-copy';",
  ],
  [
    'code for browsers imports every language at once',
    'apps/web/src/patient/a.ts',
    "import '@caredrop/patient-copy/sync';",
  ],
  ['the SPA imports a library for services', 'apps/web/src/app/a.tsx', "import '@caredrop/service-kit';"],
  ['the SPA imports messaging lazily', 'apps/web/src/app/a.tsx', "await import('@caredrop/messaging');"],
  ['production code imports testing', 'apps/token/src/a.ts', "import '@caredrop/testing';"],
  ...['ts', 'tsx', 'mts', 'mjs', 'js'].map((ending): Planted => [
    `a .${ending} file imports another app`,
    `apps/token/src/a.${ending}`,
    "import '@caredrop/auth';",
  ]),
  ['a re-export crosses a boundary', 'apps/token/src/a.ts', "export * from '@caredrop/auth';"],
  [
    'a feature of the SPA imports another',
    'apps/web/src/features/tokens/a.tsx',
    "import '../documents/b.js';",
  ],
  [
    'a shared part of the SPA imports a feature',
    'apps/web/src/shared/ui/a.tsx',
    "import '../../features/tokens/b.js';",
  ],
  [
    'a feature imports the app around it',
    'apps/web/src/features/tokens/a.tsx',
    "import '../../app/store.js';",
  ],
];

const allowed: Planted[] = [
  ['a service imports its libraries', 'apps/token/src/a.ts', "import '@caredrop/messaging';"],
  [
    'the document service imports the PDF inspector',
    'apps/document/src/inspector/a.ts',
    "import '@caredrop/pdf-inspector';",
  ],
  [
    'a service imports its own Prisma client',
    'apps/token/src/tokens/a.ts',
    "import '../generated/prisma/client.js';",
  ],
  ['a spec imports the testing library', 'apps/token/test/a.spec.ts', "import '@caredrop/testing';"],
  ['contracts imports zod', 'libs/contracts/src/a.ts', "import { z } from 'zod';"],
  [
    'the SPA imports contracts',
    'apps/web/src/features/tokens/a.tsx',
    "import '@caredrop/contracts/messages';",
  ],
  ['the app imports its features', 'apps/web/src/app/a.tsx', "import '../features/tokens/b.js';"],
];

/** Each case is planted in a folder with its name, because several plant a file with the same path. */
const place = ([what, file]: Planted): string => `${what}/${file}`;
const found = lintPlanted(
  'caredrop(boundaries)',
  Object.fromEntries([...refused, ...allowed].map((planted) => [place(planted), planted[2]])),
);

describe('module boundaries', () => {
  it.each(refused)('the boundary rule refuses an import when %s', (...planted) => {
    expect(found[place(planted)]).toHaveLength(1);
  });

  it.each(allowed)('the boundary rule allows an import: %s', (...planted) => {
    expect(found[place(planted)]).toEqual([]);
  });
});
