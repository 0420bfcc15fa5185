import { isProtectedPdf } from './pdf-protection.js';

const pdf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('protected PDFs', () => {
  it.each([
    ['with an encryption reference in its trailer', '%PDF-1.7\ntrailer<</Size 9/Encrypt 12 0 R/Root 1 0 R>>'],
    ['with an encryption reference on the next line', '%PDF-1.7\ntrailer<</Encrypt\n 5 0 R>>'],
    ['with an encryption dictionary in its trailer', '%PDF-1.7\ntrailer<</Encrypt<</Filter/Standard>>>>'],
  ])('a PDF %s is recognized as protected', (_, text) => {
    expect(isProtectedPdf(pdf(text))).toBe(true);
  });

  it.each([
    ['an ordinary PDF', '%PDF-1.7\ntrailer<</Size 9/Root 1 0 R>>'],
    ['a PDF that only names its metadata', '%PDF-1.7 /EncryptMetadata false'],
    ['a PDF that ends in the middle of a name', '%PDF-1.7 /Encry'],
    ['an empty file', ''],
  ])('%s is not recognized as protected', (_, text) => {
    expect(isProtectedPdf(pdf(text))).toBe(false);
  });
});
