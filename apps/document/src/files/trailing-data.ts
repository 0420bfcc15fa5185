/**
 * What phones hang behind a picture: a second picture, a film, their own records. Long enough not to turn up
 * by chance in padding, which stays.
 */
const signs = [
  'Exif\0\0',
  'http://ns.adobe.com/',
  '<x:xmpmeta',
  'Photoshop 3.0\0',
  '\xff\xd8\xff\xe0',
  '\xff\xd8\xff\xe1',
  '\xff\xd8\xff\xe2',
  '\xff\xd8\xff\xdb',
  'ftypmp42',
  'ftypisom',
  'ftypqt  ',
  'ftypheic',
  'SEFHe\0\0\0',
  'SEFHf\0\0\0',
  'SEFHg\0\0\0',
  'SEFHh\0\0\0',
  'SEFHi\0\0\0',
  'SEFHj\0\0\0',
].map((sign) => Buffer.from(sign, 'latin1'));

/** Do the bytes after the end of a picture say things about it? */
export const hidesMetadata = (rest: Buffer): boolean => signs.some((sign) => rest.includes(sign));
