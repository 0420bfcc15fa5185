import { settingMarks as schema } from '@caredrop/contracts';
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

test('setting marks contain no value, match the schema and depend on the secret', () => {
  const marks = settingMarks({ DATABASE_URL: 'postgres://u:pw@db/x' }, 'secret');
  expect(schema.safeParse(marks).success).toBe(true);
  expect(JSON.stringify(marks)).not.toContain('pw');
  expect(settingMarks({ DATABASE_URL: 'postgres://u:pw@db/x' }, 'other')).not.toEqual(marks);
});
