import { files } from '../testing/files.js';
import { NotPages, pagesProblem, type FailedFile } from './open-pdf.js';

const failed = (file: File): FailedFile => ({ file, error: new Error('It cannot be decoded.') });

describe('the problem of chosen files that did not become pages', () => {
  it.each([
    [1, 1, false, ['other.jpg']],
    [1, 2, true, ['other.jpg']],
    [2, 2, false, ['photo.jpg', 'other.jpg']],
    [2, 3, false, ['photo.jpg', 'other.jpg']],
  ])(
    'if %i of %i photos cannot be read, all of them are named, and the others count as pages: %s',
    (unreadable, chosen, others, names) => {
      const all = [files.photo(), files.otherPhoto()].slice(-unreadable).map(failed);
      expect(pagesProblem(all, chosen)).toEqual({ scan: 'unreadable', names, others });
    },
  );

  it('a file has its own problem if the patient can be shown one, and none if it became pages', () => {
    const error = new NotPages({ scan: 'full' });
    expect(pagesProblem([{ file: files.pdf(), error }], 2)).toEqual({ scan: 'full' });
    expect(pagesProblem([{ file: files.pdf(), error }, failed(files.photo())], 2)).toEqual({ scan: 'full' });
    expect(pagesProblem([], 2)).toBeNull();
  });
});
