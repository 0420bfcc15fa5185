import type { AdviceCopy } from '@caredrop/patient-copy';
import { sniff } from '../signatures.js';

/** The kind of a file that cannot be sent, as the page names it. */
export type Thing = keyof AdviceCopy['is'];

/** Bytes to read: enough for the first names in an archive and the start of an email. */
const readBytes = 8192;

const officeNames: [RegExp, Thing][] = [
  [/\.(docx?|docm|dotx?|odt)$/i, 'word'],
  [/\.(xlsx?|xlsm|xlsb|ods|numbers|csv)$/i, 'sheet'],
  [/\.(pptx?|pps|odp|key)$/i, 'slides'],
  [/\.pages$/i, 'pages'],
  [/\.(rtf|txt|md)$/i, 'text'],
  [/\.(eml|msg|mbox)$/i, 'email'],
];
/** Names of the parts of Office documents, which come first in the archive. */
const officeParts: [RegExp, Thing][] = [
  [/word\//, 'word'],
  [/xl\//, 'sheet'],
  [/ppt\//, 'slides'],
  [/opendocument\.text/, 'word'],
  [/opendocument\.spreadsheet/, 'sheet'],
  [/opendocument\.presentation/, 'slides'],
  [/Index\/Document\.iwa/, 'pages'],
];
const firstMatch = (list: [RegExp, Thing][], text: string) => list.find(([test]) => test.test(text))?.[1];

/** Identifies a file by its bytes, and by its name or declared type where the bytes are ambiguous. */
export async function identify(file: File): Promise<Thing> {
  const head = new Uint8Array(await file.slice(0, readBytes).arrayBuffer());
  return identifyHead(head, file.name, file.type);
}

export function identifyHead(head: Uint8Array, name: string, type = ''): Thing {
  const text = latin(head);
  const starts = (...marks: string[]) => marks.some((mark) => text.startsWith(mark));
  if (starts('II*\0', 'MM\0*', 'II+\0', 'MM\0+')) return isRaw(head, name) ? 'raw' : 'tiff';
  if (starts('\xff\x0a', '\0\0\0\x0cJXL ')) return 'jxl';
  if (text.startsWith('DICM', 128)) return 'dicom';
  if (text.startsWith('ftyp', 4)) return boxes(head, text);
  if (starts('PK\x03\x04'))
    return firstMatch(officeNames, name) ?? firstMatch(officeParts, text) ?? 'archive';
  if (starts('Rar!', '7z\xbc\xaf', '\x1f\x8b')) return 'archive';
  if (starts('\xd0\xcf\x11\xe0')) return firstMatch(officeNames, name) ?? 'word';
  if (starts('{\\rtf')) return 'text';
  if (starts('\x1aE\xdf\xa3') || type.startsWith('video/')) return 'video';
  if (starts('ID3', 'OggS', 'fLaC') || type.startsWith('audio/')) return 'sound';
  if (['heic', 'other image'].includes(sniff(head)) || starts('8BPS')) return 'picture';
  return head.length > 0 && isText(head) ? textKind(text, name) : 'unknown';
}

function boxes(head: Uint8Array, text: string): Thing {
  const kind = sniff(head);
  if (kind === 'heic') return 'heic';
  if (kind === 'other image') return 'picture';
  return text.startsWith('M4A', 8) ? 'sound' : 'video';
}

function textKind(text: string, name: string): Thing {
  if (/^[\s\xef\xbb\xbf]*(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)/i.test(text)) return 'webPage';
  if (
    /^(Received|Return-Path|Delivered-To|From|MIME-Version|Message-ID|Date|Subject|To):/im.test(text) &&
    /^From:/im.test(text)
  )
    return 'email';
  return firstMatch(officeNames, name) ?? 'text';
}

/** Text in UTF-8 or a Western encoding has no control characters except white space and escape. */
const isText = (head: Uint8Array) =>
  head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);

/** Whether it is a raw photo; TIFF readers show only the small preview in it. */
function isRaw(head: Uint8Array, name: string): boolean {
  if (/\.(dng|cr2|nef|arw|orf|rw2|pef|srw)$/i.test(name)) return true;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const little = head[0] === 0x49;
  const directory = view.getUint32(4, little);
  if (directory + 2 > head.length) return false;
  const count = view.getUint16(directory, little);
  for (let at = directory + 2, nth = 0; nth < count && at + 12 <= head.length; at += 12, nth += 1)
    if (view.getUint16(at, little) === dngVersion) return true;
  return false;
}
const dngVersion = 0xc612;

const latin = (bytes: Uint8Array) => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};
