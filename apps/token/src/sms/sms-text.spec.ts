import { takeLinkOut } from './sms-text.js';

const usual = 'You have been invited to upload a document securely: {link}';
const publicUrl = 'https://care.example';
const link = `${publicUrl}/upload?token=T`;

describe('takeLinkOut', () => {
  it('the default SMS text is used when no text is given', () => {
    expect(takeLinkOut(usual, null, 'T', publicUrl, null)).toEqual({
      template: 'You have been invited to upload a document securely: {link}',
      link,
    });
  });

  it('the link in a custom SMS text is replaced by a placeholder', () => {
    expect(takeLinkOut(usual, `Dear A, ${link} thanks`, 'T', publicUrl, null)).toEqual({
      template: 'Dear A, {link} thanks',
      link,
    });
  });

  it('the link in an SMS keeps the origin that the clinician used', () => {
    const own = 'http://127.0.0.1:8080/upload?token=T';
    expect(takeLinkOut(usual, `Go: ${own}`, 'T', publicUrl, 'http://127.0.0.1:8080')).toEqual({
      template: 'Go: {link}',
      link: own,
    });
  });

  it.each([
    ['without its scheme', (value: string) => `care.example/upload?token=${value}`],
    ['without its origin', (value: string) => `/upload?token=${value}`],
    ['of another origin', (value: string) => `http://localhost:8080/upload?token=${value}`],
    ['reduced to its value', (value: string) => value],
  ])('the link %s in a custom SMS text is replaced by the placeholder', (_, shortened) => {
    const value = 'Ab3'.repeat(14) + 'Z';
    expect(takeLinkOut(usual, `Go: ${shortened(value)}. Thanks`, value, publicUrl, null)).toEqual({
      template: 'Go: {link}. Thanks',
      link: `${publicUrl}/upload?token=${value}`,
    });
  });

  it('a custom SMS text without a link gets the placeholder appended', () => {
    expect(takeLinkOut(usual, 'Please send it', 'T', publicUrl, null).template).toBe('Please send it {link}');
  });
});
