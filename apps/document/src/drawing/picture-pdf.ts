import type { PageSize } from './page-size.js';

/** An image as a PDF stores it. */
export interface PdfPicture extends PageSize {
  /** Unfiltered, 8 bits for each component; or a JPEG. */
  data: Buffer;
  jpeg: boolean;
  components: 1 | 3 | 4;
  /**
   * True for four-colour JPEGs that a program wrote inverted and marked as such (Adobe technical note 5116).
   */
  inverted: boolean;
  /** An ICC profile for this number of components. */
  profile: Buffer | null;
  /** Exif orientation; 1 is upright. */
  orientation: number;
}

const spaces = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' };

/** Makes a PDF whose only page is the picture, upright, so that one renderer draws everything. */
export function picturePdf(picture: PdfPicture): Buffer {
  const { data, profile, components } = picture;
  const page = displayed(picture);
  const content = Buffer.from(`${matrix(picture.orientation, page)} cm /I Do`);
  const objects: Buffer[] = [
    object('<< /Type /Catalog /Pages 2 0 R >>'),
    object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}]` +
        ' /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>',
    ),
    stream('', content),
    stream(imageEntries(picture), data),
    ...(profile ? [stream(`/N ${components} /Alternate ${spaces[components]}`, profile)] : []),
  ];
  return assemble(objects);
}

const isTurned = (orientation: number) => orientation >= 5;

const displayed = ({ width, height, orientation }: PdfPicture): PageSize =>
  isTurned(orientation) ? { width: height, height: width } : { width, height };

function imageEntries({ width, height, jpeg, components, inverted, profile }: PdfPicture): string {
  const space = profile ? '[/ICCBased 6 0 R]' : spaces[components];
  return [
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${space}`,
    ...(jpeg ? ['/Filter /DCTDecode'] : []),
    ...(inverted ? ['/Decode [1 0 1 0 1 0 1 0]'] : []),
  ].join(' ');
}

/** Places the unit square of an image on the page: mirrored, turned, or both (Exif 2.32 §4.6.4). */
function matrix(orientation: number, { width: w, height: h }: PageSize): string {
  const placed: Record<number, number[]> = {
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  };
  return (placed[orientation] ?? [w, 0, 0, h, 0, 0]).join(' ');
}

const object = (text: string) => Buffer.from(text, 'latin1');
const stream = (entries: string, data: Buffer) =>
  Buffer.concat([object(`<< ${entries} /Length ${data.length} >>\nstream\n`), data, object('\nendstream')]);

function assemble(objects: Buffer[]): Buffer {
  const parts = [object('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, content] of objects.entries()) {
    const whole = Buffer.concat([object(`${index + 1} 0 obj\n`), content, object('\nendobj\n')]);
    offsets.push(at);
    at += whole.length;
    parts.push(whole);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    object(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n` +
        `startxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
