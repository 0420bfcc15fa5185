import { readCode } from './typed-code.js';

describe('readCode', () => {
  it.each(['123456', ' 123 456 ', '123-456'])('takes %p for a code of the app', (typed) => {
    expect(readCode(typed)).toEqual({ kind: 'app', code: '123456' });
  });

  it.each(['abcde-01234', 'ABCDE 01234', 'abcdeoi234', 'abcdeOl234'])(
    'takes %p for a recovery code, whatever case and look-alikes',
    (typed) => {
      expect(readCode(typed)).toEqual({ kind: 'recovery', code: 'abcde01234' });
    },
  );

  it.each(['', '12345', '1234567', 'abcde-0123', 'abcde-012345', 'abcde!0123', '١٢٣٤٥٦'])(
    'takes %p for neither',
    (typed) => {
      expect(readCode(typed)).toBeNull();
    },
  );
});
