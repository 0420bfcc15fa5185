/** Classified user input: a code from the app, a recovery code, or neither. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string } | null;

/** An alphabet without look-alike letters (Crockford's base 32): 10 characters are 50 random bits. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
export const RECOVERY_LENGTH = 10;

/** Parses a code as people type it: with spaces or dashes, in any case, with O for 0 and l for 1. */
export function readCode(typed: string): TypedCode {
  const plain = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(plain)) return { kind: 'app', code: plain };
  const code = plain.replaceAll('o', '0').replace(/[il]/g, '1');
  const fits = code.length === RECOVERY_LENGTH && [...code].every((one) => RECOVERY_ALPHABET.includes(one));
  return fits ? { kind: 'recovery', code } : null;
}
