import type { PdfWarning } from '../chosen-file.js';
import { canBePictures } from './pictures-offer.js';

const [withWorker, withBitmaps] = [{ Worker: class {} }, { createImageBitmap: () => undefined }];
const pdf = (warning: PdfWarning | null = null) => ({ kind: 'application/pdf', warning }) as const;
const problem = (code: string) => ({ reason: { code }, advice: 'split', remedy: null }) as const;

describe('a PDF as pictures of its pages', () => {
  beforeEach(() => Object.assign(window, withWorker, withBitmaps));
  afterEach(() => {
    for (const name of ['Worker', 'createImageBitmap']) Reflect.deleteProperty(window, name);
  });

  it.each(['active', 'remote', 'attachments', 'unclear'] as const)(
    'is offered with the warning %s',
    (warning) => expect(canBePictures(pdf(warning), null)).toBe(true),
  );

  it.each(['incomplete', 'password', null] as const)('is not offered with the warning %s', (warning) =>
    expect(canBePictures(pdf(warning), null)).toBe(false),
  );

  it.each(['file_too_large', 'file_active', 'file_reaches_out', 'file_has_attachments', 'pdf_uncheckable'])(
    'is offered after the error %s',
    (code) => expect(canBePictures(pdf(), problem(code))).toBe(true),
  );

  it.each(['file_infected', 'file_incomplete', 'file_protected', 'file_empty'])(
    'is not offered after the error %s',
    (code) => expect(canBePictures(pdf('active'), problem(code))).toBe(false),
  );

  it('is not offered again after it has failed', () => {
    expect(canBePictures(pdf('active'), { scan: 'unreadable' })).toBe(false);
  });

  it('is not offered for a picture, nor where the browser cannot do it', () => {
    expect(canBePictures({ kind: 'image/jpeg', warning: null }, problem('file_too_large'))).toBe(false);
    Reflect.deleteProperty(window, 'Worker');
    expect(canBePictures(pdf('active'), null)).toBe(false);
  });
});
