/** Exactly 43 letters and digits, with no further ones directly before or after them. */
const whole = /(?:^|[^A-Za-z0-9])([A-Za-z0-9]{43})(?![A-Za-z0-9])/;
/** A value after the `3D` of an equals sign that an email program has encoded, or before a second copy of the link. */
const glued = /(?:^|[^A-Za-z0-9])(?:3D([A-Za-z0-9]{43})(?![A-Za-z0-9])|([A-Za-z0-9]{43})https?:)/;
/** Characters that programs insert into a long line: breaks, spaces, invisible ones, encoded or not. */
const inside = /%[0-9A-Fa-f]{2}|[\s\u200b-\u200d\u2060\ufeff\u00ad=]/g;

/**
 * Finds the value of a link in a text that a messaging or email app has altered: with punctuation, quotes or a
 * sentence around it, broken over two lines, or pasted twice. Returns the trimmed text if no value is found, so that
 * the server decides.
 */
function linkValueIn(text: string): string {
  return find(text) ?? find(text.replace(inside, '')) ?? text.trim();
}

/** `Token` and `amp;token` are variants of `token` that some programs produce. */
const tokenName = /^(amp;)?token$/i;

/** Finds the value of a link in the query of its address, which a program may have altered; empty if it has none. */
export function linkValueInQuery(query: string): string {
  for (const [name, text] of new URLSearchParams(query)) if (tokenName.test(name)) return linkValueIn(text);
  return '';
}

function find(text: string): string | undefined {
  const plain = whole.exec(text)?.[1];
  if (plain) return plain;
  const [, afterSign, beforeCopy] = glued.exec(text) ?? [];
  return afterSign ?? beforeCopy;
}
