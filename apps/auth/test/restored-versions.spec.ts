import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, people } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { migrationsFolder } from '../src/database/migrations.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { settingsFor } from './support/auth-app.js';

const { id, firstName, lastName, email, role } = people.ana;

it('after a restore, an account has a higher version than any it had before the restore', async () => {
  const database = await createTestDatabase({ migrations: migrationsFolder });
  const folder = await mkdtemp(path.join(tmpdir(), 'versions-'));
  const env = settingsFor(database.url);
  let prisma = new PrismaService(database.url, 1);
  await prisma.user.create({ data: { id, firstName, lastName, email, role, version: 7 } });
  await prisma.$disconnect();

  await runCommand(['backup', '--to', folder], env);
  prisma = new PrismaService(database.url, 1);
  const later = await prisma.user.update({ where: { id }, data: { version: { increment: 3 } } });
  await prisma.$disconnect();
  await runCommand(['restore', '--from', folder, '--replace'], env);

  prisma = new PrismaService(database.url, 1);
  expect((await prisma.user.findUniqueOrThrow({ where: { id } })).version).toBeGreaterThan(later.version);
  await prisma.$disconnect();
  await database.drop();
  await rm(folder, { recursive: true });
});
