import type { Random } from '@caredrop/testing/fuzz';
import { appended, CANARY, exifWithCanary, profileWithCanary, withCanary } from './canary.ts';

/** Segments with their contents; picture data and EOI are separate parts. */
function partsOf(file: Buffer): Buffer[] {
  const parts = [file.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== 0xd9) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    parts.push(file.subarray(at, end));
    const isScan = file[at + 1] === 0xda;
    at = end;
    if (!isScan) continue;
    while (at < file.length && !(file[at] === 0xff && isMarker(file[at + 1] ?? 0))) at += 1;
    parts.push(file.subarray(end, at));
  }
  return [...parts, file.subarray(at)];
}

const isMarker = (code: number) => code !== 0 && (code < 0xd0 || code > 0xd7);

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

const text = (start: string) => Buffer.from(start, 'latin1');
const starts = [
  'Exif\0\0',
  'http://ns.adobe.com/xap/1.0/\0',
  'Photoshop 3.0\0',
  'MPF\0',
  'JFXX\0',
  'JFIF\0',
  'ICC_PROFILE\0\x01\x01',
  'Adobe',
  'Ducky',
  '',
];

/** A segment with the canary, of a random kind. */
function metadata(random: Random): Buffer {
  return random.pick([
    () => segment(0xe0 + random.int(16), Buffer.concat([text(random.pick(starts)), withCanary(random)])),
    () => segment(0xfe, withCanary(random)),
    () => segment(0xe1, Buffer.concat([text('Exif\0\0'), exifWithCanary(1 + random.int(8))])),
    () =>
      segment(0xe0, Buffer.concat([text('JFIF\0\x01\x02\0\0\x01\0\x01\x03\x03'), CANARY, Buffer.alloc(4)])),
    () => segment(0xee, Buffer.concat([text('Adobe\0\x64\0\0\0\0\x01'), CANARY])),
    () => segment(0xe2, Buffer.concat([text('ICC_PROFILE\0\x01\x01'), profileWithCanary()])),
    () =>
      segment(random.pick([0xcc, 0xdc, 0xc8, 0xf0, 0xde, 0xdb, 0xc4, 0xdd, 0x02, 0xbf]), withCanary(random)),
  ])();
}

const mutations: Array<(random: Random, parts: Buffer[]) => void> = [
  (random, parts) => void parts.splice(1 + random.int(parts.length), 0, random.pick(parts)),
  (random, parts) => void parts.splice(1 + random.int(parts.length - 1), 1),
  (random, parts) => {
    const [one, other] = [1 + random.int(parts.length - 1), 1 + random.int(parts.length - 1)];
    [parts[one], parts[other]] = [parts[other] as Buffer, parts[one] as Buffer];
  },
  (random, parts) => void parts.splice(1 + random.int(parts.length), 0, metadata(random)),
  (random, parts) => void parts.splice(1 + random.int(4), 0, metadata(random)),
  // A length that differs from that of the contents.
  (random, parts) => {
    const at = random.int(parts.length);
    const part = Buffer.from(parts[at] as Buffer);
    if (part.length < 4 || part[0] !== 0xff) return;
    part.writeUInt16BE(
      Math.max(0, part.readUInt16BE(2) + random.pick([-1, 1, -4, 4, 20, -20, 300])) % 65_536,
      2,
    );
    parts[at] = part;
  },
  // Bytes that do not belong to any segment.
  (random, parts) => {
    const junk = random.pick([
      CANARY,
      Buffer.alloc(1),
      Buffer.from([0xff, 0xff]),
      random.bytes(1 + random.int(5)),
    ]);
    const at = 1 + random.int(firstScan(parts));
    parts.splice(at, 0, junk);
  },
  // A segment in the middle of picture data.
  (random, parts) => {
    const at = parts.findIndex((part) => part[0] !== 0xff && part.length > 30);
    const data = parts[at];
    if (!data) return;
    const middle = random.int(data.length);
    parts.splice(at, 1, data.subarray(0, middle), metadata(random), data.subarray(middle));
  },
  (random, parts) => void parts.push(appended(random, Buffer.concat(parts))),
  (random, parts) => {
    const at = random.int(parts.length);
    const part = Buffer.from(parts[at] as Buffer);
    if (part.length > 0 && !part.includes(CANARY)) part[random.int(part.length)] = random.int(256);
    parts[at] = part;
  },
];

const firstScan = (parts: Buffer[]) =>
  Math.max(
    1,
    parts.findIndex((part) => part[0] === 0xff && part[1] === 0xda),
  );

/**
 * Makes one to four changes to a picture of the corpus; most results contain the canary in at least one
 * place.
 */
export function mutateJpeg(random: Random, corpus: Buffer[]): Buffer {
  const parts = partsOf(random.pick(corpus));
  const chosen = Array.from({ length: 1 + random.int(4) }, () => random.int(mutations.length));
  // Applied in ascending order: inserted bytes must not be moved into picture data, where they cannot be
  // distinguished from the picture.
  for (const index of chosen.sort((one, other) => one - other))
    if (parts.length > 2) mutations[index]?.(random, parts);
  const file = Buffer.concat(parts);
  return random.int(50) === 0 ? file.subarray(0, random.int(file.length)) : file;
}
