const HEADER = 128;
const TAG = 12;
const MAX_TAGS = 100;
/** Profiles for printing presses can be larger than 2 MB; those from phones and screens are usually under 10 kB. */
export const PROFILE_MAX = 3 * 1024 * 1024;

/**
 * Tags that colour conversions read. All others are descriptive: copyright, device, serial numbers of a
 * screen.
 */
const needed = new Set(
  (
    'wtpt bkpt chad lumi cicp rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC gamt pre0 pre1 pre2 ' +
    'A2B0 A2B1 A2B2 A2B3 B2A0 B2A1 B2A2 B2A3 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3'
  ).split(' '),
);
/** Text types. Only their 4-byte signature is kept and the rest is zeroed, so that readers find an empty text. */
const texts = new Set(['desc', 'mluc', 'text']);
/** Ranges of header fields that hold makers, devices, dates and a hash of the profile. */
const about: Array<[from: number, to: number]> = [
  [4, 8],
  [24, 36],
  [48, 56],
  [80, HEADER],
];

/**
 * Whether this is an ICC profile that fits into the bytes, with all tags inside. Decoders ignore bytes after
 * it.
 */
export function isUsableProfile(profile: Buffer): boolean {
  if (profile.length < HEADER + 4 || profile.length > PROFILE_MAX) return false;
  const tags = profile.readUInt32BE(HEADER);
  const first = HEADER + 4 + tags * TAG;
  const stated = profile.readUInt32BE(0);
  if (stated > profile.length || profile.toString('latin1', 36, 40) !== 'acsp') return false;
  return tags <= MAX_TAGS && first <= stated && tagsOf(profile).every((tag) => tag.end <= stated);
}

/**
 * Blanks everything in a usable profile except its colours, in its own buffer. Returns whether anything
 * changed.
 */
export function blankProfile(profile: Buffer): boolean {
  const before = Buffer.from(profile);
  for (const [from, to] of about) profile.fill(0, from, to);
  const tags = tagsOf(profile);
  const kept = tags
    .flatMap(({ name, start, end }): Array<[number, number]> => {
      if (needed.has(name)) return [[start, end]];
      return texts.has(profile.toString('latin1', start, start + 4))
        ? [[start, Math.min(end, start + 4)]]
        : [];
    })
    .sort(([one], [other]) => one - other);
  let at = HEADER + 4 + tags.length * TAG;
  for (const [from, to] of [...kept, [profile.length, profile.length] as const]) {
    if (from > at) profile.fill(0, at, from);
    at = Math.max(at, to);
  }
  return !before.equals(profile);
}

function tagsOf(profile: Buffer): Array<{ name: string; start: number; end: number }> {
  return Array.from({ length: profile.readUInt32BE(HEADER) }, (_, index) => {
    const at = HEADER + 4 + index * TAG;
    const start = profile.readUInt32BE(at + 4);
    return { name: profile.toString('latin1', at, at + 4), start, end: start + profile.readUInt32BE(at + 8) };
  });
}
