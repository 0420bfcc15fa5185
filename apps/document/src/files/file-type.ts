import type { AcceptedType } from '@caredrop/contracts';

/** What may follow `.` for each accepted type; any other known extension contradicts it (api.md 1a.25). */
const extensions: Record<AcceptedType, string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
};

/** Extensions that promise something we do not take. One that is not listed anywhere promises nothing. */
const foreign = new Set(
  (
    'heic heif avif gif webp bmp tif tiff svg ico jxl psd raw dng cr2 nef apng html htm xhtml xml mht txt csv rtf md json ' +
    'doc docx docm xls xlsx xlsm ppt pptx odt ods odp pages numbers key epub zip 7z rar gz tgz tar bz2 xz iso dmg ' +
    'exe dll msi com bat cmd ps1 scr vbs js mjs ts jar apk sh php py rb pl asp aspx jsp htaccess lnk url ' +
    'mp3 m4a wav ogg mp4 m4v mov avi mkv webm 3gp eml msg vcf ics ttf otf woff woff2 wasm dcm'
  ).split(' '),
);

/** Other names that software gives the accepted types. */
const aliases: Record<string, AcceptedType> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
};
const accepted = new Map<string, AcceptedType>([
  ...Object.keys(extensions).map((type) => [type, type as AcceptedType] as const),
  ...Object.entries(aliases),
]);

/** What a browser or curl declares when it does not know. */
const undeclared = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PDF = Buffer.from('%PDF-');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** As far as PDF readers look for the header. */
const PDF_HEADER_WITHIN = 1024;
const whiteSpace = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** The type the bytes themselves show, whatever they are called. Signatures only: nothing is parsed. */
export function sniffType(bytes: Uint8Array): AcceptedType | null {
  if (startsWith(bytes, JPEG)) return 'image/jpeg';
  if (startsWith(bytes, PNG)) return 'image/png';
  return startsWith(bytes, PDF, firstPrinted(bytes)) ? 'application/pdf' : null;
}

/**
 * The type of a file whose bytes, declared type and extension do not contradict each other; null otherwise.
 * A missing or unknown extension, and an undeclared type, contradict nothing (api.md 1a.25).
 */
export function agreeOnType(bytes: Uint8Array, declared: string, fileName: string): AcceptedType | null {
  const type = sniffType(bytes);
  if (!type) return null;
  const mime = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!undeclared.has(mime) && accepted.get(mime) !== type) return null;
  return extensionAllows(fileName, type) ? type : null;
}

function extensionAllows(fileName: string, type: AcceptedType): boolean {
  const extension = /\.([a-z0-9]+)\s*$/i.exec(fileName)?.[1]?.toLowerCase();
  if (!extension || extensions[type].includes(extension)) return true;
  return !foreign.has(extension) && !Object.values(extensions).flat().includes(extension);
}

function firstPrinted(bytes: Uint8Array): number {
  let at = startsWith(bytes, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (at < PDF_HEADER_WITHIN && whiteSpace.has(bytes[at] ?? -1)) at += 1;
  return at;
}

function startsWith(bytes: Uint8Array, signature: Uint8Array, at = 0): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}
