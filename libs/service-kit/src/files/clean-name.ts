/** Longer than any file system allows; the rest is dropped before any regular expression runs on it. */
const MAX_GIVEN = 1024;

/**
 * Characters that are invisible, reverse the reading direction, or have no meaning in a name. Joiners and
 * variation selectors, needed by emoji, Persian and Indic scripts, and the tags of regional flags are kept.
 */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u2800\ufffe\uffff[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe0e\ufe0f\u{e0020}-\u{e007f}]]]/gv;
/** Joiners have no effect next to ASCII or at an end: there they only hide how a name ends. */
const idleJoiner = /(?<=^|[\0-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\0-\x7f]|$)/gu;
/** Names that Windows reserves for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/iu;

/**
 * Makes a name safe to show and to suggest for saving, keeping its wording. The result has no control or direction
 * characters, no invisible ones but those kept above, no leading dots or hyphens, no trailing dots, no device name and
 * no colon (`a.pdf:b.exe` addresses a hidden stream on Windows). Empty when nothing is left. The cost is bounded,
 * however long `given` is.
 */
export function cleanName(given: string): string {
  const visible = given.slice(-MAX_GIVEN).toWellFormed().replace(invisible, '');
  const clean = trimName(
    visible.replace(idleJoiner, '').normalize('NFC').replaceAll(':', '_').replace(/\s+/gu, ' '),
  );
  return device.test(clean) ? `_${clean}` : clean;
}

/**
 * A folder or file name whose characters every file system accepts: {@link cleanName} without separators and the
 * characters Windows reserves. For entries of archives and exported files. Never empty; may be longer than a file
 * system allows.
 */
export function portableName(given: string): string {
  return cleanName(given.slice(-MAX_GIVEN).replace(/[<>:"/\\|?*]/g, '_')) || '_';
}

/** Removes leading dots, hyphens and spaces, and trailing dots and spaces. Linear, unlike `/[.\s]+$/`. */
function trimName(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && '.- '.includes(name.charAt(start))) start += 1;
  while (end > start && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(start, end);
}
