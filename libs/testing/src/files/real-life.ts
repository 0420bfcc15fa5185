import { readFileSync } from 'node:fs';
import { aJpeg } from './a-jpeg.js';
import { aPdf } from './a-pdf.js';
import { aPng } from './a-png.js';
import { pdfBy, stream, writtenPdf } from './pdfs.js';

export type Corner = 'top left' | 'top right' | 'bottom right' | 'bottom left';

/** What happens to a file that a patient chooses on the page. */
type End =
  /** It arrives: a PDF byte for byte, a picture without its metadata and without data appended to it. */
  | { kind: 'sent'; type: string; name?: string; corner?: Corner }
  /** It arrives after the patient has used the offered button. */
  | { kind: 'converted'; button: string; type: string; pages?: number; leastShortEdge?: number }
  /** It is refused when it is chosen; the page shows these words. */
  | { kind: 'refused'; code: string; says: RegExp }
  /**
   * It is refused when it is chosen, or by the service after a warning. Once the patient has used the offered button,
   * it arrives as pictures of its pages.
   */
  | { kind: 'pictures'; says: RegExp; code: string; pages: number }
  /** It can be sent after this warning, and is then refused by the service with this error. */
  | { kind: 'warned'; says: RegExp; code: string }
  /** It is refused only by the service. */
  | { kind: 'refused by the service'; code: string };

/** A file of the kind that phones, scanners, programs and websites make, without personal data. */
export interface RealLifeFile {
  name: string;
  /** The type as declared by browsers. */
  type: string;
  bytes: () => Buffer | Promise<Buffer>;
  end: End;
}

/** A file from `real-life/`. Most pictures there have a dark top left corner, which is red in those with colours. */
const stored = (name: string) => () => readFileSync(new URL(`../../real-life/${name}`, import.meta.url));
const text = (content: string) => () => Buffer.from(content, 'latin1');
const file = (name: string, type: string, bytes: RealLifeFile['bytes'], end: End): RealLifeFile => ({
  ...{ name, type, bytes, end },
});

const [jpegType, pngType, pdfType] = ['image/jpeg', 'image/png', 'application/pdf'];
const photo = (name: string, type: string, bytes: RealLifeFile['bytes'], end: Partial<End> = {}) =>
  file(name, type, bytes, { kind: 'sent', type: jpegType, corner: 'top left', ...end } as End);
const pdf = (name: string, bytes: RealLifeFile['bytes'], type = pdfType) =>
  file(name, type, bytes, { kind: 'sent', type: pdfType });
const converted = (name: string, type: string, bytes: RealLifeFile['bytes']) =>
  file(name, type, bytes, { kind: 'converted', button: 'Convert to JPEG', type: jpegType });
const refused = (name: string, type: string, bytes: RealLifeFile['bytes'], says: RegExp) =>
  file(name, type, bytes, { kind: 'refused', code: 'file_type_refused', says });
const warned = (name: string, bytes: RealLifeFile['bytes'], says: RegExp, code: string) =>
  file(name, pdfType, bytes, { kind: 'warned', says, code });

const pictures = (name: string, bytes: RealLifeFile['bytes'], says: RegExp, code: string, pages = 1) =>
  file(name, pdfType, bytes, { kind: 'pictures', says, code, pages });

/** `page.jpg` with an EXIF orientation, as cameras write it. */
function oriented(orientation: number): Buffer {
  const jpeg = stored('page.jpg')();
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}
const shownCorners: Corner[] = [
  ...(['top left', 'top right', 'bottom right', 'bottom left'] as const),
  ...(['top left', 'top right', 'bottom right', 'bottom left'] as const),
];

/** The JPEG, padded with comments to at least this size. */
function padded(jpeg: Buffer, bytes: number): Buffer {
  const parts = [jpeg.subarray(0, 2)];
  for (let missing = bytes - jpeg.length; missing > 0; missing -= 65_537) {
    const comment = Buffer.alloc(65_537, 0x2e);
    comment.writeUInt32BE(0xfffeffff);
    parts.push(comment);
  }
  return Buffer.concat([...parts, jpeg.subarray(2)]);
}

const film = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'),
  Buffer.alloc(50_000, 0x5a),
]);
const archive = (first: string) => () =>
  Buffer.concat([
    Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
    Buffer.alloc(16),
    Buffer.from([first.length, 0, 0, 0]),
    Buffer.from(first),
    Buffer.alloc(400),
  ]);
const page = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Please sign in.</body></html>';
const dicom = () => Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(500)]);
const oldOffice = () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
const office = 'application/vnd.openxmlformats-officedocument.';

/** A TIFF with the tag that only raw photos have. */
function dng(): Buffer {
  const bytes = Buffer.alloc(200);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(1, 8);
  bytes.writeUInt16LE(0xc612, 10);
  bytes.writeUInt16LE(1, 12);
  bytes.writeUInt32LE(4, 14);
  return bytes;
}

const openAction = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>';
const updated = () =>
  Buffer.concat([
    aPdf({ pages: 2 }),
    Buffer.from(
      '\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Lang (en) >>\nendobj\nxref\n1 1\n0000000000 00000 n \ntrailer\n<< /Size 9 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n',
    ),
  ]);
const scanned = () => {
  const picture = stored('page.jpg')();
  const image = stream(
    '/Type /XObject /Subtype /Image /Width 600 /Height 800 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
    picture,
  );
  return pdfBy({ objects: [image] });
};
const version2 = () => Buffer.from(aPdf().toString('latin1').replace('%PDF-1.7', '%PDF-2.0'), 'latin1');

/** Position of the field `name` in `filledForm`: left, bottom, width and height in points, on a page of 595 by 842. */
export const filledField = { x: 50, y: 700, width: 300, height: 30 };

/**
 * A form with a script and a filled-in field, whose value a program has either drawn or left for the viewer to draw.
 */
const filledForm = ({ drawn = true } = {}) =>
  writtenPdf(async (document) => {
    const { PDFName } = await import('@cantoo/pdf-lib');
    document.addJavaScript('check', 'app.alert(1)');
    const field = document.getForm().createTextField('name');
    const page = document.getPage(0);
    page.setSize(595, 842);
    field.addToPage(page, filledField);
    field.setText('Maria Silva');
    document.getForm().updateFieldAppearances();
    if (!drawn) for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
  });

/** Files as patients choose them, each with its expected outcome. */
export const realLifeFiles: RealLifeFile[] = [
  photo('photo.jpg', jpegType, stored('page.jpg')),
  ...shownCorners.map((corner, at) =>
    photo(`held-${at + 1}.jpg`, jpegType, () => oriented(at + 1), { corner }),
  ),
  photo('progressive.jpg', jpegType, stored('progressive.jpg')),
  photo('cmyk.jpg', jpegType, stored('cmyk.jpg')),
  file('grey.jpg', jpegType, stored('gray.jpg'), { kind: 'sent', type: jpegType }),
  photo('PXL_20260101.MP.jpg', jpegType, () => Buffer.concat([stored('page.jpg')(), film])),
  photo('download.jfif', jpegType, stored('page.jpg')),
  photo('IMG_0001.JPG', jpegType, stored('page.jpg')),
  photo('image', '', stored('page.jpg'), { name: 'image.jpg' }),
  photo('Überweisung 😀 مستند (1).jpg', jpegType, stored('page.jpg')),
  photo('letter.pdf.jpg', jpegType, stored('page.jpg')),
  photo('screenshot.png', pngType, stored('page.png'), { type: pngType }),
  photo('really-a-jpeg.png', pngType, stored('page.jpg'), { name: 'really-a-jpeg.jpg' }),
  photo('really-a-jpeg.heic', 'image/heic', stored('page.jpg'), { name: 'really-a-jpeg.jpg' }),
  photo('really-a-jpeg.pdf', pdfType, stored('page.jpg'), { name: 'really-a-jpeg.jpg' }),
  photo('really-a-png.jpg', jpegType, stored('page.png'), { type: pngType, name: 'really-a-png.png' }),
  file('really-a-pdf.jpg', jpegType, () => aPdf(), { kind: 'sent', type: pdfType, name: 'really-a-pdf.pdf' }),

  converted('IMG_0002.HEIC', 'image/heic', stored('page.heic')),
  converted('heic-inside.jpg', jpegType, stored('page.heic')),
  converted('picture.webp', 'image/webp', stored('page.webp')),
  converted('webp-inside.jpg', jpegType, stored('page.webp')),
  converted('picture.avif', 'image/avif', stored('page.avif')),
  converted('picture.gif', 'image/gif', stored('page.gif')),
  converted('moving.gif', 'image/gif', stored('moving.gif')),
  converted('picture.bmp', 'image/bmp', stored('page.bmp')),
  converted('scan-g4.tif', 'image/tiff', stored('g4.tif')),
  converted('scan-g3.tif', 'image/tiff', stored('g3.tif')),
  converted('scan-lzw.tiff', 'image/tiff', stored('lzw.tif')),
  converted('scan-zip.tiff', 'image/tiff', stored('zip.tif')),
  converted('scan-jpeg.tiff', 'image/tiff', stored('jpeg.tif')),
  converted('scan.tiff', 'image/tiff', stored('none.tif')),
  converted('coarse-fax.tif', 'image/tiff', stored('coarse-fax.tif')),
  file('fax.tif', 'image/tiff', stored('three-pages.tif'), {
    ...{ kind: 'converted', button: 'Turn it into a PDF', type: pdfType, pages: 3 },
  }),
  file('48-megapixels.jpg', jpegType, () => padded(stored('48mp.jpg')(), 6_000_000), {
    ...{ kind: 'converted', button: 'Make it smaller', type: jpegType, leastShortEdge: 2250 },
  }),
  file('long-screenshot.png', pngType, () => aPng({ width: 1080, height: 24_000, bytes: 6_000_000 }), {
    ...{ kind: 'converted', button: 'Turn it into a PDF', type: pdfType, pages: 17, leastShortEdge: 1080 },
  }),

  refused('damaged.jxl', 'image/jxl', text('\xff\x0a damaged'), /is a JPEG XL picture\./),
  refused('IMG_0007.DNG', 'image/x-adobe-dng', dng, /is a raw photo \(DNG\)\./),
  refused('damaged.heic', 'image/heic', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), /is a HEIC photo\./),
  refused('damaged.tif', 'image/tiff', text('II*\0\x08\0\0\0\0\0'), /is a TIFF scan\./),
  refused(
    'letter.docx',
    `${office}wordprocessingml.document`,
    archive('word/document.xml'),
    /is a Word document\..*To make a PDF/,
  ),
  refused('letter.doc', 'application/msword', oldOffice, /is a Word document\./),
  refused(
    'letter.odt',
    'application/vnd.oasis.opendocument.text',
    archive('mimetype'),
    /is a Word document\./,
  ),
  refused('table.xlsx', `${office}spreadsheetml.sheet`, archive('xl/workbook.xml'), /is a spreadsheet\./),
  refused('table.csv', 'text/csv', text('a,b\n1,2\n'), /is a spreadsheet\./),
  refused(
    'slides.pptx',
    `${office}presentationml.presentation`,
    archive('ppt/presentation.xml'),
    /is a presentation\./,
  ),
  refused('letter.pages', '', archive('Index/Document.iwa'), /is a Pages document\./),
  refused('letter.rtf', 'application/rtf', text('{\\rtf1 Hello}'), /is a text document\./),
  refused('notes.txt', 'text/plain', text('hello'), /is a text document\./),
  refused(
    'result.eml',
    'message/rfc822',
    text('From: a@b.test\nTo: c@d.test\nSubject: Result\n\nHello'),
    /is an email\./,
  ),
  refused('documents.zip', 'application/zip', archive('a.txt'), /is an archive/),
  refused('scan.dcm', 'application/dicom', dicom, /is a medical picture/),
  refused('result.html', 'text/html', text(page), /is a web page/),
  refused('result.pdf', pdfType, text(page), /is a web page.*Sign in to the website again/),
  refused('result.jpg', jpegType, text(page), /is a web page/),
  refused('film.mp4', 'video/mp4', () => film, /is a video\./),
  refused('film.mov', 'video/quicktime', text('\0\0\0\x14ftypqt  \0\0\0\0qt  '), /is a video\./),
  refused('memo.m4a', 'audio/mp4', text('\0\0\0\x14ftypM4A \0\0\0\0M4A '), /is a sound recording\./),
  refused('unknown.bin', '', () => Buffer.from([1, 2, 3, 0, 5]), /is not a photo or a PDF\./),
  file('empty.pdf', pdfType, () => Buffer.alloc(0), {
    kind: 'refused',
    code: 'file_empty',
    says: /nothing in this file/,
  }),
  pictures(
    'big.pdf',
    () => aPdf({ pages: 2, bytes: 5 * 1024 * 1024 }),
    /Make a new PDF of only the pages.*To make a PDF/,
    'file_too_large',
    2,
  ),
  file('broken-download.jpg', jpegType, () => stored('page.jpg')().subarray(0, 4000), {
    ...{ kind: 'refused by the service', code: 'picture_incomplete' },
  }),

  pdf('letter.pdf', () => aPdf()),
  pdf('object-streams.pdf', () => writtenPdf()),
  pdf('plain-objects.pdf', () => writtenPdf(undefined, { plain: true })),
  pdf('linearized.pdf', stored('linearized.pdf')),
  pdf('version-2.pdf', version2),
  pdf('updated.pdf', updated),
  pdf('from-a-scanner.pdf', scanned),
  pdf('form.pdf', () =>
    writtenPdf((document) => void document.getForm().createTextField('name').setText('x')),
  ),
  pdf('signed.pdf', () =>
    pdfBy({
      catalog: '/AcroForm << /SigFlags 3 /Fields [4 0 R] >>',
      objects: [
        '<< /FT /Sig /T (s) /V 5 0 R >>',
        '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>',
      ],
    }),
  ),
  pdf('owner-password.pdf', stored('owner-password.pdf')),
  pdf('owner-password-old.pdf', stored('owner-password-old.pdf')),
  pdf('text-pdf.pdf', () => aPdf(), 'text/pdf'),
  pdf('x-pdf.pdf', () => aPdf(), 'application/x-pdf'),
  pdf('undeclared.pdf', () => aPdf(), ''),
  pdf('octet-stream.pdf', () => aPdf(), 'application/octet-stream'),
  pdf('blank-lines-first.pdf', () => Buffer.concat([Buffer.from('\r\n\r\n'), aPdf()])),

  pictures(
    'opens-a-script.pdf',
    () => pdfBy({ catalog: openAction }),
    /There is a program in this PDF/,
    'file_active',
  ),
  pictures(
    'date-form.pdf',
    () =>
      pdfBy({
        objects: ['<< /FT /Tx /T (date) /AA << /F << /S /JavaScript /JS (AFDate_Format\\(1\\)) >> >> >>'],
      }),
    /There is a program in this PDF/,
    'file_active',
  ),
  pictures(
    'xfa.pdf',
    () => pdfBy({ catalog: '/AcroForm << /XFA 4 0 R >>', objects: ['<< >>'] }),
    /There is a program/,
    'file_active',
  ),
  pictures(
    'launch.pdf',
    () => pdfBy({ catalog: '/OpenAction << /S /Launch /F (a.exe) >>' }),
    /There is a program/,
    'file_active',
  ),
  pictures(
    'attachment.pdf',
    () => writtenPdf((document) => document.attach(Buffer.from('a'), 'a.txt')),
    /There are other files inside this PDF/,
    'file_has_attachments',
  ),
  pictures(
    'portfolio.pdf',
    () =>
      pdfBy({
        catalog: '/Collection << /View /T >> /Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
        objects: [
          '<< /Type /Filespec /F (a.txt) /EF << /F 5 0 R >> >>',
          stream('/Type /EmbeddedFile', Buffer.from('a')),
        ],
      }),
    /There are other files inside this PDF/,
    'file_has_attachments',
  ),
  pictures('filled-form.pdf', () => filledForm(), /There is a program/, 'file_active'),
  pictures(
    'form-without-pictures.pdf',
    () => filledForm({ drawn: false }),
    /There is a program/,
    'file_active',
  ),
  warned('user-password.pdf', stored('user-password.pdf'), /protected with a password/, 'file_protected'),
  warned(
    'truncated.pdf',
    () => aPdf({ pages: 3 }).subarray(0, 900),
    /Part of this PDF seems to be missing/,
    'file_incomplete',
  ),
  photo('cut-by-hand.jpg', jpegType, () => Buffer.concat([stored('page.jpg')(), Buffer.alloc(1000, 7)])),
  file('tiny.jpg', jpegType, () => aJpeg(), { kind: 'sent', type: jpegType }),
];
