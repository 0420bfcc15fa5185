import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runMigrations } from '@caredrop/service-kit';
import { createTestDatabase, expectNoDrift } from '@caredrop/testing';
import { migrationsFolder } from '../src/database/migrations.js';
import { PrismaService } from '../src/database/prisma.service.js';

const schemaPath = path.join(migrationsFolder, '../schema.prisma');

describe('the auth migrations', () => {
  it('the migrations create the tables that schema.prisma describes', async () => {
    await expect(expectNoDrift({ schemaPath, migrations: migrationsFolder })).resolves.toBeUndefined();
  });

  it('each migration is applied once when three replicas start at the same moment', async () => {
    const { url, drop } = await createTestDatabase();
    try {
      const applied = await Promise.all([1, 2, 3].map(() => runMigrations(url, migrationsFolder)));
      const folders = readdirSync(migrationsFolder, { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      );
      expect(applied.flat()).toEqual(folders.map(({ name }) => name).sort());
      expect(await runMigrations(url, migrationsFolder)).toEqual([]);
    } finally {
      await drop();
    }
  });
});

describe('the auth tables', () => {
  it.each([
    ['two accounts for one address', { email: 'ana@clinic.example' }],
    ['an address that is not lower case', { email: 'Ana2@clinic.example' }],
    ['a role that is not known', { email: 'b@clinic.example', role: 'owner' }],
  ])('the users table refuses %s', async (_name, fields) => {
    const { url, drop } = await createTestDatabase({ migrations: migrationsFolder });
    const prisma = new PrismaService(url, 1);
    const person = () => ({ id: crypto.randomUUID(), firstName: 'A', lastName: 'B', role: 'user' });
    try {
      await prisma.user.create({ data: { ...person(), email: 'ana@clinic.example' } });
      await expect(prisma.user.create({ data: { ...person(), ...fields } })).rejects.toThrow();
      expect(await prisma.user.count()).toBe(1);
    } finally {
      await prisma.$disconnect();
      await drop();
    }
  });
});
