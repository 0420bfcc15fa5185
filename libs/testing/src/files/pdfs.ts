import { deflateSync } from 'node:zlib';
import type { PDFDocument } from '@cantoo/pdf-lib';

type Build = (document: PDFDocument) => unknown;
type Encryption = Parameters<PDFDocument['encrypt']>[0];

/** A one-page PDF made by a library, with object streams unless `plain`. */
export async function writtenPdf(
  build: Build = () => undefined,
  { plain = false, encryption }: { plain?: boolean; encryption?: Encryption } = {},
): Promise<Buffer> {
  // Loaded on demand: Jest's own module loader, which the page's tests need, cannot load it.
  const library = await import('@cantoo/pdf-lib');
  const document = await library.PDFDocument.create();
  document.addPage().drawText('A short report');
  await build(document);
  if (encryption) document.encrypt(encryption);
  return Buffer.from(await document.save({ useObjectStreams: !plain }));
}

/**
 * A hand-written PDF, as minimal as viewers accept, with these extra entries in its catalogue, and these objects,
 * numbered from 4.
 */
export function pdfBy(hand: { catalog?: string; objects?: (string | Buffer)[]; trailer?: string }): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${hand.catalog ?? ''} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...(hand.objects ?? []),
  ];
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(Buffer.concat(parts).length);
    parts.push(
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    );
  }
  const start = Buffer.concat(parts).length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${hand.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A stream object with any dictionary. */
export const stream = (dict: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${data.length} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ]);

/** An object stream with `objects`, whose dictionary can be changed in any way. */
export function objectStream(
  objects: string[],
  said: { type?: string; extra?: string; pack?: (data: Buffer) => Buffer } = {},
): Buffer {
  const offsets = objects.map(
    (_object, index) => objects.slice(0, index).join(' ').length + (index > 0 ? 1 : 0),
  );
  const index = offsets.map((offset, at) => `${50 + at} ${offset}`).join(' ');
  const data = Buffer.from(`${index} ${objects.join(' ')}`, 'latin1');
  const { type = '/Type /ObjStm', extra = '/Filter /FlateDecode', pack = deflateSync } = said;
  return stream(`${type} /N ${objects.length} /First ${index.length + 1} ${extra}`, pack(data));
}
