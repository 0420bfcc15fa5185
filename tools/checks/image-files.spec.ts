import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { databaseOwners } from '../stack/service-names.ts';
import { root } from '../stack/paths.ts';
import { isUnneeded } from '../images/unneeded-files.mjs';

const runtime = path.join(root, 'node_modules/@prisma/client/runtime');
/** The files of Prisma's runtime that a service's client imports. */
const importedBy = (service: string) => {
  const client = path.join(root, 'apps', service, 'src/generated/prisma/internal/class.ts');
  const imports = readFileSync(client, 'utf8').matchAll(
    /@prisma\/client\/runtime\/(query_compiler_[\w.-]+\.mjs)/g,
  );
  return [...imports].map(([, file]) => path.join(runtime, file ?? ''));
};

it.each(databaseOwners)('an image keeps the query compiler that the client of %s imports', (service) => {
  const files = importedBy(service);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file) || isUnneeded(file))).toEqual([]);
});

it('an image keeps only query compilers that a client imports', () => {
  const used = new Set(databaseOwners.flatMap(importedBy));
  const others = readdirSync(runtime)
    .filter((file) => file.startsWith('query_compiler_'))
    .map((file) => path.join(runtime, file))
    .filter((file) => !used.has(file));
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((file) => !isUnneeded(file))).toEqual([]);
});
