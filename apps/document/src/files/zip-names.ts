import { splitName } from './file-name.js';

/** Names Windows keeps for devices, with any ending. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** One folder or file name that every unpacker takes: no separators, no reserved characters, no device names. */
function safePart(text: string): string {
  const clean = text

    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  if (clean === '') return '_';
  return device.test(clean) ? `_${clean}` : clean;
}

/** Gives out entry names `<patient ref>/<file name>`, each once, whatever the case: 'a.pdf', 'a (2).pdf'. */
export class ZipNames {
  private readonly taken = new Set<string>();

  next(patientRefId: string, fileName: string): string {
    const folder = safePart(patientRefId);
    const [stem, ending] = splitName(safePart(fileName));
    for (let count = 1; ; count += 1) {
      const name = `${folder}/${stem}${count === 1 ? '' : ` (${count})`}${ending}`;
      const key = name.normalize('NFC').toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return name;
    }
  }
}
