import { warningOf } from './check-pdf.js';

describe('the warning about a PDF', () => {
  it('the worst finding decides the warning', () => {
    expect(warningOf(['attachments', 'javascript'])).toBe('active');
    expect(warningOf(['incomplete', 'password'])).toBe('password');
  });

  it('a PDF without findings has no warning', () => {
    expect(warningOf([])).toBeNull();
  });
});
