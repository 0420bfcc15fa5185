import { fileURLToPath } from 'node:url';
import { expectNoDrift } from '@caredrop/testing';

const at = (file: string) => fileURLToPath(new URL(`../prisma/${file}`, import.meta.url));

describe('the migrations', () => {
  it('the migrations produce the database that the Prisma schema describes', async () => {
    await expectNoDrift({ schemaPath: at('schema.prisma'), migrations: at('migrations') });
  });
});
