const file = (bytes: BlobPart[], name: string, type: string) => new File(bytes, name, { type });
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Files as patients choose them, with real signatures and made-up content. */
export const files = {
  photo: () => file([latin('\xff\xd8\xff\xe0 a photo')], 'photo.jpg', 'image/jpeg'),
  otherPhoto: () => file([latin('\xff\xd8\xff\xe0 another photo')], 'other.jpg', 'image/jpeg'),
  heic: () => file([latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic')], 'photo.heic', 'image/heic'),
  pdf: () => file([latin('%PDF-1.7 trailer<</Root 1 0 R>>')], 'letter.pdf', 'application/pdf'),
  text: () => file(['hello'], 'notes.txt', 'text/plain'),
  empty: () => file([], 'empty.pdf', 'application/pdf'),
  photoOf: (bytes: number) =>
    file([latin('\xff\xd8\xff\xe0'), new Uint8Array(bytes - 4)], 'big.jpg', 'image/jpeg'),
};
