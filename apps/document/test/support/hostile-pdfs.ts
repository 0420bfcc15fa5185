import { createHash } from 'node:crypto';

/**
 * A PDF of these objects, numbered from 1, without a cross-reference table: readers find the objects by
 * searching.
 */
const pdfOf = (...objects: string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`).join('')}` +
      `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`,
    'latin1',
  );
const stream = (entries: string, text: string) =>
  `<< ${entries} /Length ${text.length} >>\nstream\n${text}\nendstream`;
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = (box: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>`;
const form = (entries: string, text: string) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 300 400] ${entries}`, text);
const calls = (next: number) => `/Resources << /XObject << /F ${next} 0 R >> >>`;
/** Pixels of eight colours at random, which no encoder compresses well. */
const noise = (width: number, height: number) =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceRGB`,
    createHash('shake256', { outputLength: (width * height * 3) / 8 })
      .update('noise')
      .digest()
      .toString('latin1'),
  );
const DEPTH = 12;

/** Each form draws the next one ten times, so that the last one is drawn a trillion times. */
const tenfold = Array.from({ length: DEPTH }, (_, level) => form(calls(6 + level), '/F Do '.repeat(10)));

/** PDFs made to keep a renderer busy or to fill its memory, and one without pages. */
export const hostilePdfs = {
  withoutPages: pdfOf(catalog, '<< /Type /Pages /Kids [] /Count 0 >>'),
  hugePage: pdfOf(catalog, onePage, page('0 0 900000000 900000000'), stream('', ''), form('', '')),
  noise: pdfOf(
    ...[catalog, onePage, page('0 0 2048 2304')],
    ...[stream('', '2048 0 0 2304 0 0 cm /F Do'), noise(2_048, 2_304)],
  ),
  circle: pdfOf(catalog, onePage, page('0 0 300 400'), stream('', '/F Do'), form(calls(5), '/F Do /F Do')),
  endless: pdfOf(
    catalog,
    onePage,
    page('0 0 300 400'),
    stream('', '/F Do'),
    ...tenfold,
    form('', '0 0 300 400 re f '.repeat(10)),
  ),
};
