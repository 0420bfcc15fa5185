import { crc32, deflateSync } from 'node:zlib';
import type { Random } from '@caredrop/testing/fuzz';
import { appended, CANARY, exifWithCanary, profileWithCanary, withCanary } from './canary.ts';

function partsOf(file: Buffer): Buffer[] {
  const parts = [file.subarray(0, 8)];
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    parts.push(file.subarray(at, end));
    at = end;
  }
  return parts;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const types =
  'tEXt iTXt tIME caBX prVt gAMA cHRM sRGB sBIT bKGD pHYs hIST sPLT tRNS cICP mDCV acTL fcTL te1t 1abc vpAg'.split(
    ' ',
  );

/** A chunk with the canary, of a random kind. */
function metadata(random: Random): Buffer {
  return random.pick([
    () => chunk(random.pick(types), withCanary(random)),
    () => chunk('tEXt', Buffer.concat([latin1('Author\0'), CANARY])),
    () => chunk('iTXt', Buffer.concat([latin1('XML:com.adobe.xmp\0\0\0\0\0'), CANARY])),
    () => chunk('eXIf', exifWithCanary(1 + random.int(8))),
    () =>
      chunk('iCCP', Buffer.concat([CANARY, latin1('\0\0'), deflateSync(profileWithCanary(), { level: 0 })])),
    () => chunk('IEND', CANARY),
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
  (random, parts) => void parts.splice(2, 0, metadata(random)),
  // A chunk length that does not match its data.
  (random, parts) => {
    const at = 1 + random.int(parts.length - 1);
    const part = Buffer.from(parts[at] as Buffer);
    if (part.length < 12) return;
    // A longer chunk of picture data turns what follows it into picture data.
    const isPicture = part.toString('latin1', 4, 8) === 'IDAT';
    part.writeUInt32BE(
      Math.max(
        0,
        part.readUInt32BE(0) + random.pick(isPicture ? [-1, -4, 100_000] : [-1, 1, -4, 12, 40, 100_000]),
      ),
      0,
    );
    parts[at] = part;
  },
  // Bytes that do not belong to any chunk.
  (random, parts) => {
    const junk = random.pick([CANARY, Buffer.alloc(1), random.bytes(1 + random.int(20))]);
    parts.splice(1 + random.int(parts.length), 0, junk);
  },
  (random, parts) => void parts.push(appended(random, Buffer.concat(parts))),
  (random, parts) => {
    const at = random.int(parts.length);
    const part = Buffer.from(parts[at] as Buffer);
    if (part.length > 0) part[random.int(Math.min(part.length, 40))] = random.int(256);
    parts[at] = part;
  },
];

/**
 * Makes one to four changes to a picture of the corpus; most results contain the canary in at least one
 * place.
 */
export function mutatePng(random: Random, corpus: Buffer[]): Buffer {
  const parts = partsOf(random.pick(corpus));
  const chosen = Array.from({ length: 1 + random.int(4) }, () => random.int(mutations.length));
  // Applied in ascending order: inserted bytes must not be moved into picture data, where they cannot be
  // distinguished from the picture.
  for (const index of chosen.sort((one, other) => one - other))
    if (parts.length > 2) mutations[index]?.(random, parts);
  const file = Buffer.concat(parts);
  return random.int(50) === 0 ? file.subarray(0, random.int(file.length)) : file;
}
