/** Offset of the first segment: after the two bytes of SOI. */
export const START_OF_IMAGE = 2;

export const marker = {
  tem: 0x01,
  sof0: 0xc0,
  dht: 0xc4,
  jpg: 0xc8,
  sof9: 0xc9,
  dac: 0xcc,
  sof15: 0xcf,
  rst0: 0xd0,
  rst7: 0xd7,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dnl: 0xdc,
  dri: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app13: 0xed,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;

export interface Segment {
  marker: number;
  /** Offset of its marker, including fill bytes before it. */
  start: number;
  /** Offset of the byte that identifies the marker's type. */
  code: number;
  /** Offset of its contents, which follow the length if the marker has one. */
  data: number;
  /** Offset of the end of the segment, at most the end of the file. */
  end: number;
  /** Whether the file contains the whole segment. */
  whole: boolean;
}

export const isRestart = (found: number) => found >= marker.rst0 && found <= marker.rst7;
/** Whether a marker starts a frame: C0 to CF without the tables DHT and DAC and without the reserved JPG. */
export const isFrame = (found: number) =>
  found >= marker.sof0 &&
  found <= marker.sof15 &&
  found !== marker.dht &&
  found !== marker.jpg &&
  found !== marker.dac;
export const isApplication = (found: number) => found >= marker.app0 && found <= marker.app15;
const standsAlone = (found: number) => found === marker.tem || (found >= marker.rst0 && found <= marker.eoi);

/** Finds the next marker at or after `from`; other bytes are skipped, as decoders do. */
export function nextSegment(file: Buffer, from: number): Segment | null {
  for (let start = file.indexOf(0xff, from); start !== -1;) {
    let code = start + 1;
    while (file[code] === 0xff) code += 1;
    const found = file[code];
    if (found === undefined) return null;
    if (found !== 0) return segmentAt(file, start, code, found);
    start = file.indexOf(0xff, code + 1);
  }
  return null;
}

function segmentAt(file: Buffer, start: number, code: number, found: number): Segment {
  const data = code + 1;
  if (standsAlone(found)) return { marker: found, start, code, data, end: data, whole: true };
  const length = data + 2 <= file.length ? file.readUInt16BE(data) : Infinity;
  // Decoders treat a length of 0 or 1 as if only the two length bytes were present.
  const end = Math.min(file.length, data + Math.max(2, length));
  return {
    marker: found,
    start,
    code,
    data: Math.min(file.length, data + 2),
    end,
    whole: data + length <= file.length,
  };
}

/**
 * Skips the picture data of a scan and returns where the next segment starts, or the end of the file. `keep`
 * is called for each stretch of picture data. After a reserved marker, decoders continue at the next restart,
 * so the bytes between them are not picture data.
 */
export function passScan(file: Buffer, from: number, keep?: (from: number, to: number) => void): number {
  for (let at = from; ;) {
    const end = endOfData(file, at);
    keep?.(at, end);
    if (!isReserved(file[end + 1])) return end;
    const next = nextSegment(file, end + 2);
    if (!next || !isRestart(next.marker)) return next ? next.start : file.length;
    at = next.start;
  }
}

/** Picture data ends at the next marker. Stuffed zeros, restarts and fill bytes do not count as markers. */
function endOfData(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return file.length;
}

const isReserved = (found: number | undefined) =>
  found !== undefined && found >= marker.tem && found < marker.sof0;

/** Makes a segment, including its marker and length. */
export function makeSegment(found: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, found, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
