import { limits } from '@caredrop/contracts';
import { aPdf } from '../../test/support/multipart.js';
import { aJpeg, aPng, segment } from '../../test/support/pictures.js';
import { CIPHER_HEADER } from '../files/segments.js';
import type { Opened } from './protocol.js';
import { checkStripped, completeStripped, ImplausibleReply, readReply } from './reply-schema.js';

const bodyOf = (file: Buffer, before = CIPHER_HEADER) => Buffer.concat([Buffer.alloc(before), file]);
const opened: Opened = {
  step: 'opened',
  start: CIPHER_HEADER,
  size: aPdf().length,
  fileName: 'a.pdf',
  type: 'application/pdf',
  comment: null,
};
const big = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(limits.uploadBytes)]);

describe('an inspector reply', () => {
  it.each<[string, Partial<Opened>]>([
    ['without a comment', {}],
    ['with a comment of several lines', { comment: 'for Dr Ana\n\tthe left knee' }],
    ['with the longest comment', { comment: 'x'.repeat(limits.commentMax) }],
  ])('an inspector’s reply %s is valid', (_what, part) => {
    expect(readReply({ ...opened, ...part }, bodyOf(aPdf()))).toEqual({ ...opened, ...part });
  });

  it('a reply about the largest file is valid', () => {
    const largest = { ...opened, size: limits.uploadBytes - 1 };
    expect(readReply(largest, bodyOf(big))).toEqual(largest);
  });

  it.each<[string, object, Buffer?]>([
    ['an array instead of an object', []],
    ['an unknown step', { step: 'done' }],
    ['an unknown finding', { step: 'inspected', findings: ['harmless'], stripped: null }],
    [
      'a file that leaves no room for its header',
      { start: CIPHER_HEADER - 1 },
      bodyOf(aPdf(), CIPHER_HEADER - 1),
    ],
    ['a fractional start', { start: CIPHER_HEADER + 0.5 }],
    ['an empty file', { size: 0 }],
    ['a file that is too large', { size: limits.uploadBytes }, bodyOf(big)],
    ['a file one byte beyond the body', { size: opened.size + 1 }],
    ['a file of another type', {}, bodyOf(aPng())],
    ['a name with another ending', { fileName: 'a.png' }],
    ['an empty comment', { comment: '' }],
    ['a comment that is too long', { comment: 'x'.repeat(limits.commentMax + 1) }],
    ['a control character in a comment', { comment: 'a\u0007b' }],
    ['a control character of Latin-1 in a comment', { comment: 'a\u0085b' }],
    ['a lone surrogate in a comment', { comment: 'a\ud800b' }],
  ])('a reply with %s is rejected', (_what, part, body = bodyOf(aPdf())) => {
    const message = Array.isArray(part) ? part : 'step' in part ? part : { ...opened, ...part };
    expect(() => readReply(message, body)).toThrow(ImplausibleReply);
  });
});

describe('a stripped file', () => {
  const photo = aJpeg({ width: 8, height: 8 }, segment(0xfe, 'SomePhone'));
  const picture: Opened = { ...opened, size: photo.length, fileName: 'a.jpg', type: 'image/jpeg' };

  it('a stripped file may not be larger than the original', () => {
    expect(() => checkStripped(aJpeg(), picture)).not.toThrow();
    expect(() => checkStripped(photo, picture)).not.toThrow();
    expect(() => checkStripped(Buffer.concat([photo, Buffer.alloc(1)]), picture)).toThrow(ImplausibleReply);
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['of another type', aPng()],
  ])('a stripped file that is %s is rejected', (_what, stripped) => {
    expect(() => checkStripped(stripped, { ...picture, size: 1_000 })).toThrow(ImplausibleReply);
  });

  it('a stripped file is completed from the received one', () => {
    const run = { at: 2, from: 5, length: 3 };
    const stripped = completeStripped(run, Buffer.from('abz'), Buffer.from('01234cde89'), Buffer.alloc(20));
    expect(stripped.toString()).toBe('abcdez');
  });

  it.each([
    ['lies beyond the received file', { at: 0, from: 6, length: 5 }],
    ['begins beyond the bytes that were sent', { at: 4, from: 0, length: 3 }],
    ['makes the file longer', { at: 0, from: 0, length: 8 }],
  ])('an unchanged run that %s is rejected', (_what, run) => {
    const complete = () => completeStripped(run, Buffer.from('abz'), Buffer.alloc(10), Buffer.alloc(20));
    expect(complete).toThrow(ImplausibleReply);
  });

  it('a stripped PDF is rejected', () => {
    expect(() => checkStripped(aPdf(), opened)).toThrow(ImplausibleReply);
  });
});
