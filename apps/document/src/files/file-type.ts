import { acceptedExtensions, readDeclaredType, type AcceptedType } from '@caredrop/contracts/limits';
import { cleanName } from '@caredrop/service-kit/clean-name';

/** Extensions of types we do not accept. An unknown extension does not contradict any type. */
const foreign = new Set(
  (
    'heic heif avif gif webp bmp tif tiff svg svgz ico jxl psd raw dng cr2 nef apng html htm xhtml shtml xml xsl mht mhtml ' +
    'txt csv rtf md json doc docx docm dot dotm xls xlsx xlsm xlsb xll ppt pptx pptm odt ods odp pages numbers key epub ' +
    'zip 7z rar gz tgz tar bz2 xz iso img vhd vhdx cab dmg pkg deb rpm exe dll msi msp mst com bat cmd ps1 psm1 psd1 scr ' +
    'cpl pif hta wsf wsh wsc sct vbs vbe vb js jse mjs ts jar class apk app sh bash zsh command php py rb pl asp aspx jsp ' +
    'htaccess lnk url desktop website scf reg inf msc chm hlp gadget application appref-ms settingcontent-ms ' +
    'mp3 m4a wav ogg mp4 m4v mov avi mkv webm 3gp eml msg vcf ics ttf otf woff woff2 wasm dcm'
  ).split(' '),
);
const known = new Set([...foreign, ...Object.values(acceptedExtensions).flat()]);

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PDF = Buffer.from('%PDF-');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** How far PDF readers search for the header, in bytes. */
const PDF_HEADER_WITHIN = 1024;
const whiteSpace = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** Detects the type from the bytes, whatever the file's name. Checks signatures only: nothing is parsed. */
export function sniffType(bytes: Uint8Array): AcceptedType | null {
  if (startsWith(bytes, JPEG)) return 'image/jpeg';
  if (startsWith(bytes, PNG)) return 'image/png';
  return startsWith(bytes, PDF, firstPrinted(bytes)) ? 'application/pdf' : null;
}

/**
 * Returns the type of a file if its bytes, declared type and name do not contradict each other; null
 * otherwise. A missing or unknown extension and an undeclared type contradict nothing. The name is cleaned
 * first, as it is before it is stored, because cleaning turns `scan.bat.` into `scan.bat`.
 */
export function agreeOnType(bytes: Uint8Array, declared: string, fileName: string): AcceptedType | null {
  const type = sniffType(bytes);
  const named = readDeclaredType(declared);
  if (!type || (named !== 'undeclared' && named !== type)) return null;
  return endingAllows(cleanName(fileName), type) ? type : null;
}

function endingAllows(name: string, type: AcceptedType): boolean {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!name.includes('.')) return true;
  return acceptedExtensions[type].includes(ending) || !known.has(ending);
}

function firstPrinted(bytes: Uint8Array): number {
  let at = startsWith(bytes, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (at < PDF_HEADER_WITHIN && whiteSpace.has(bytes[at] ?? -1)) at += 1;
  return at;
}

function startsWith(bytes: Uint8Array, signature: Uint8Array, at = 0): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}
