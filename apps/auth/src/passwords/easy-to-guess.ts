/** Up to this many characters around a word add no strength: `sunshine2026!!`, `!password1`. */
const MAX_DECORATION = 6;
const MIN_DISTINCT = 4;

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Keyboard rows and character sequences that users type in order, in both directions. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '12345678901234567890', 'qwertyuiopasdfghjklzxcvbnm'];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/**
 * Whether an attacker would try this password early: one of `common`, or one of them in simple disguise
 * (capitals, digits or symbols around it, look-alike characters, doubled), a keyboard sequence, or a few
 * characters repeated.
 */
export function isEasyToGuess(password: string, common: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase();
  return isMonotonous(lower) || disguises(lower).some((plain) => common.has(plain));
}

function isMonotonous(text: string): boolean {
  return new Set(text).size < MIN_DISTINCT || runs.some((run) => run.includes(text));
}

/**
 * Returns the words that the password may be based on: the text without decoration, with look-alikes read as letters,
 * and the word that is repeated if the text only repeats one.
 */
function disguises(text: string): string[] {
  const bare = [text, withoutDecoration(text), withoutDecoration(spelled(text))];
  const plain = [...bare, ...bare.map(spelled)];
  const halves = plain.map(halfOfDoubled);
  return [...plain, ...halves].filter((one) => restBeside(one, text) <= MAX_DECORATION);
}

const spelled = (text: string) => [...text].map((character) => lookalikes[character] ?? character).join('');
const withoutDecoration = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const halfOfDoubled = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;

/** The number of characters of `text` left after removing every `part`. */
function restBeside(part: string, text: string): number {
  if (part === '') return text.length;
  return Math.min(text.length - part.length, spelled(text).replaceAll(spelled(part), '').length);
}
