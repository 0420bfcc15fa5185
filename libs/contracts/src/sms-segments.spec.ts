import { smsSegments } from './sms-segments.js';

it.each([
  ['an empty text', '', 0],
  ['160 plain letters', 'a'.repeat(160), 1],
  ['161 plain letters', 'a'.repeat(161), 2],
  ['80 euro signs, which count double', '€'.repeat(80), 1],
  ['70 letters with one outside the basic alphabet', `${'a'.repeat(69)}ł`, 1],
  ['71 letters with one outside the basic alphabet', `${'a'.repeat(70)}ł`, 2],
])('SMS segments are counted correctly for %s', (_what, text, segments) =>
  expect(smsSegments(text)).toBe(segments),
);
