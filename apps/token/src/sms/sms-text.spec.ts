import { takeLinkOut } from './sms-text.js';

const publicUrl = 'https://care.example';
const link = `${publicUrl}/upload?token=T`;

describe('takeLinkOut', () => {
  it('uses the default text when none was written', () => {
    expect(takeLinkOut(null, 'T', publicUrl, null)).toEqual({
      template: 'You have been invited to upload a document securely: {link}',
      link,
    });
  });

  it('takes the link out of an edited text', () => {
    expect(takeLinkOut(`Dear A, ${link} thanks`, 'T', publicUrl, null)).toEqual({
      template: 'Dear A, {link} thanks',
      link,
    });
  });

  it('keeps the link of the address the clinician used', () => {
    const own = 'http://127.0.0.1:8080/upload?token=T';
    expect(takeLinkOut(`Go: ${own}`, 'T', publicUrl, 'http://127.0.0.1:8080')).toEqual({
      template: 'Go: {link}',
      link: own,
    });
  });

  it('never sends a text without a link', () => {
    expect(takeLinkOut('Please send it', 'T', publicUrl, null).template).toBe('Please send it {link}');
  });
});
