import type { PdfWarning } from '../chosen-file.js';
import { canBePictures } from './pictures-offer.js';

const [withWorker, withBitmaps] = [{ Worker: class {} }, { createImageBitmap: () => undefined }];
const pdf = (warning: PdfWarning | null = null) => ({ kind: 'application/pdf', warning }) as const;
const problem = (code: string) => ({ reason: { code }, advice: 'split', remedy: null }) as const;

describe('the offer to send a PDF as pictures of its pages', () => {
  beforeEach(() => Object.assign(window, withWorker, withBitmaps));
  afterEach(() => {
    for (const name of ['Worker', 'createImageBitmap']) Reflect.deleteProperty(window, name);
  });

  it.each(['active', 'remote', 'attachments', 'unclear'] as const)(
    'pictures are offered for a PDF with the warning %s',
    (warning) => expect(canBePictures(pdf(warning), null)).toBe(true),
  );

  it.each(['incomplete', 'password', null] as const)(
    'pictures are not offered for a PDF with the warning %s',
    (warning) => expect(canBePictures(pdf(warning), null)).toBe(false),
  );

  it.each(['file_too_large', 'file_active', 'file_reaches_out', 'file_has_attachments', 'pdf_uncheckable'])(
    'pictures are offered after the error %s',
    (code) => expect(canBePictures(pdf(), problem(code))).toBe(true),
  );

  it.each(['file_infected', 'file_incomplete', 'file_protected', 'file_empty'])(
    'pictures are not offered after the error %s',
    (code) => expect(canBePictures(pdf('active'), problem(code))).toBe(false),
  );

  it('pictures are not offered again after they have failed', () => {
    expect(canBePictures(pdf('active'), { scan: 'unreadable' })).toBe(false);
  });

  it('pictures are not offered for a photo, nor if the browser cannot make them', () => {
    expect(canBePictures({ kind: 'image/jpeg', warning: null }, problem('file_too_large'))).toBe(false);
    Reflect.deleteProperty(window, 'Worker');
    expect(canBePictures(pdf('active'), null)).toBe(false);
  });
});
