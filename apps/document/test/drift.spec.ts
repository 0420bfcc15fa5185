import { fileURLToPath } from 'node:url';
import { expectNoDrift } from '@caredrop/testing';
import { migrations } from './support/document-service.js';

it('the migrations produce the tables of schema.prisma', async () => {
  const schemaPath = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url));
  await expectNoDrift({ schemaPath, migrations });
});
