import { isProtectedPdf } from './pdf-protection.js';

const pdf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('a protected PDF', () => {
  it.each([
    ['with a reference in its trailer', '%PDF-1.7\ntrailer<</Size 9/Encrypt 12 0 R/Root 1 0 R>>'],
    ['with a reference on the next line', '%PDF-1.7\ntrailer<</Encrypt\n 5 0 R>>'],
    ['with a dictionary in its trailer', '%PDF-1.7\ntrailer<</Encrypt<</Filter/Standard>>>>'],
  ])('is known %s', (_, text) => {
    expect(isProtectedPdf(pdf(text))).toBe(true);
  });

  it.each([
    ['an ordinary PDF', '%PDF-1.7\ntrailer<</Size 9/Root 1 0 R>>'],
    ['a PDF that only names its metadata', '%PDF-1.7 /EncryptMetadata false'],
    ['a name cut short at the end', '%PDF-1.7 /Encry'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(isProtectedPdf(pdf(text))).toBe(false);
  });
});
