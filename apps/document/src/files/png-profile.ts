import { constants, deflateSync, inflateRawSync } from 'node:zlib';
import { blankProfile, isUsableProfile, PROFILE_MAX } from './icc-profile.js';
import { makeChunk } from './png-chunks.js';

/** Replaces the profile name that an encoder wrote. */
const NAME = Buffer.from('icc\0\0', 'latin1');
const NAME_MAX = 79;

/**
 * The iCCP chunk with the same colours and nothing else: without the profile's name and texts. Null if
 * decoders ignore the profile, or if the new chunk does not fit into the old chunk's bytes.
 */
export function blankProfileChunk(chunk: Buffer, data: Buffer): Buffer | null {
  const profile = profileIn(data);
  if (!profile) return null;
  const changed = blankProfile(profile);
  if (!changed && data.subarray(0, NAME.length).equals(NAME)) return chunk;
  const blank = makeChunk('iCCP', Buffer.concat([NAME, deflateSync(profile, { level: 9 })]));
  return blank.length <= chunk.length ? blank : null;
}

/** The profile in the data of an iCCP chunk; null for one that decoders ignore. */
export function profileIn(data: Buffer): Buffer | null {
  const name = data.subarray(0, NAME_MAX + 1).indexOf(0);
  if (name < 1 || data[name + 1] !== 0) return null;
  const packed = data.subarray(name + 2);
  const profile = isZlib(packed) ? inflate(packed) : null;
  return profile && isUsableProfile(profile) ? profile : null;
}

/**
 * Whether the data is deflated with a window of at most 32 KiB and valid check bits: decoders ignore any
 * other header.
 */
const isZlib = (packed: Buffer): boolean =>
  packed.length > 2 && packed.readUInt16BE(0) % 31 === 0 && (packed.readUInt8(0) & 0x8f) === 8;

/** Skips zlib's header and ignores its checksum: some decoders use a profile whose checksum is wrong. */
function inflate(packed: Buffer): Buffer | null {
  try {
    return inflateRawSync(packed.subarray(2), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: PROFILE_MAX,
    });
  } catch {
    // Damaged, or larger than any profile: decoders ignore it.
    return null;
  }
}
