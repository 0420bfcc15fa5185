import { readCode } from './typed-code.js';

describe('reading a typed code', () => {
  it.each(['123456', ' 123 456 ', '123-456'])('%p is read as an app code', (typed) => {
    expect(readCode(typed)).toEqual({ kind: 'app', code: '123456' });
  });

  it.each(['abcde-01234', 'ABCDE 01234', 'abcdeoi234', 'abcdeOl234'])(
    '%p is read as a recovery code despite case and look-alike characters',
    (typed) => {
      expect(readCode(typed)).toEqual({ kind: 'recovery', code: 'abcde01234' });
    },
  );

  it.each(['', '12345', '1234567', 'abcde-0123', 'abcde-012345', 'abcde!0123', '١٢٣٤٥٦'])(
    '%p is neither an app code nor a recovery code',
    (typed) => {
      expect(readCode(typed)).toBeNull();
    },
  );
});
