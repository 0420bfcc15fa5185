import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settingMarks as schema } from '@caredrop/contracts';
import { writeKeyRing } from '../crypto/edit-key-ring.js';
import { KeyRingFile } from '../crypto/key-ring-file.js';
import { settingMarks } from './setting-marks.js';

const settings = {
  PUBLIC_URL: 'https://clinic.example',
  PASSWORD_MIN_LENGTH: 6,
  PORT: 8080,
  WEB_ROOT: undefined,
};

test('the mark of a setting changes only with that setting', () => {
  const before = settingMarks(settings, 'secret');
  const after = settingMarks({ ...settings, PASSWORD_MIN_LENGTH: 12, PORT: 9090 }, 'secret');
  expect(after.PUBLIC_URL).toBe(before.PUBLIC_URL);
  expect(after.PASSWORD_MIN_LENGTH).not.toBe(before.PASSWORD_MIN_LENGTH);
  expect(Object.keys(after)).toEqual(['PUBLIC_URL', 'PASSWORD_MIN_LENGTH']);
});

test('the mark of a key ring file is the same after a restart, and differs for another file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'marks-'));
  const [file, other] = [path.join(folder, 'ring'), path.join(folder, 'other')];
  const ring = writeKeyRing({ current: 'k1', keys: { k1: Buffer.alloc(32, 1) } });
  for (const one of [file, other]) writeFileSync(one, ring);
  const markAt = (one: string, now: number) =>
    settingMarks({ LINK_KEYS: new KeyRingFile(one, () => now) }, 'secret');
  const before = markAt(file, 1);
  writeFileSync(file, `${ring}\n`);
  expect(markAt(file, 2)).toEqual(before);
  expect(markAt(other, 1)).not.toEqual(before);
});

test('setting marks contain no value, match the schema and depend on the secret', () => {
  const marks = settingMarks({ DATABASE_URL: 'postgres://u:pw@db/x' }, 'secret');
  expect(schema.safeParse(marks).success).toBe(true);
  expect(JSON.stringify(marks)).not.toContain('pw');
  expect(settingMarks({ DATABASE_URL: 'postgres://u:pw@db/x' }, 'other')).not.toEqual(marks);
});
