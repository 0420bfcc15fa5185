import { CANARY } from './canary.ts';
import { draw } from './draw.ts';

export type PictureType = 'image/jpeg' | 'image/png';

/** The rules under test, from this working copy, or from an older build for comparison. */
export interface PictureRules {
  sniffType(file: Uint8Array): string | null;
  isPolyglot(file: Buffer, type: PictureType): boolean;
  countPixels(file: Buffer, type: PictureType): number;
  isCutShort(file: Buffer, type: PictureType): boolean;
  stripMetadata(file: Buffer, type: PictureType): Buffer;
}

/** The outcome of one input; `violation` is null when all properties hold. */
export interface Outcome {
  kind: 'not a picture' | 'refused' | 'not drawn' | 'drawn';
  violation: string | null;
}

const outcome = (kind: Outcome['kind'], violation: string | null = null): Outcome => ({ kind, violation });

/** Checks all properties of a received picture; see the names of the violations. */
export async function checkPicture(rules: PictureRules, file: Buffer, type: PictureType): Promise<Outcome> {
  if (rules.sniffType(file) !== type) return outcome('not a picture');
  const refused = rules.isPolyglot(file, type);
  const claimed = rules.countPixels(file, type);
  const cutShort = rules.isCutShort(file, type);
  const stripped = rules.stripMetadata(Buffer.from(file), type);
  if (stripped.length > file.length) return outcome('not drawn', 'grew');
  if (rules.sniffType(stripped) !== type) return outcome('not drawn', 'changed its type');
  if (refused || cutShort) return outcome('refused');
  const before = await draw(file);
  const after = before || stripped.includes(CANARY) ? await draw(stripped) : null;
  if (after && stripped.includes(CANARY)) return outcome('drawn', 'keeps the canary and is drawn');
  if (!before) return outcome('not drawn');
  if (claimed < before.pixels) return outcome('drawn', 'has more pixels than counted');
  if (!after) return outcome('drawn', 'is no longer drawn');
  const again = rules.stripMetadata(Buffer.from(stripped), type);
  if (!again.equals(stripped)) return outcome('drawn', 'loses more when it is stripped again');
  return outcome('drawn', after.hash === before.hash ? null : 'is drawn differently');
}
