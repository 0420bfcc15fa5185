import type { ObjectId, PdfKey } from './pdf-encryption.js';
import { isName, PdfUncheckable, possible, type PdfDict, type PdfName, type PdfValue } from './pdf-values.js';

/** Keys under which a file specification names its file (ISO 32000-2 §7.11.3). */
const fileKeys: PdfName[] = ['/F', '/UF', '/DOS', '/Mac', '/Unix'];
/**
 * A share on another computer (`\\host\share`, `//host/share`) or a URL. Opening one can send the user's
 * password hash.
 */
const elsewhere = /^\s*(?:[\\/]{2}|(?:file|smb|https?|ftps?|davs?):)/i;
/** Far more names than any program writes. */
const MAX_NAMES = 5_000;

interface GivenName {
  bytes: Buffer;
  /** The object that contains it. Names in an object stream, which is encrypted as a whole, are not stored. */
  id: ObjectId | null;
}

/** Finds references to files outside the document, whatever uses them. */
export class OutsideFiles {
  private readonly names: GivenName[] = [];
  private tooMany = false;
  private referred = false;

  /** Called for every dictionary, because viewers do not require file specifications to have a type. */
  onDict(dict: PdfDict, id: ObjectId | null): void {
    for (const key of fileKeys)
      for (const value of possible(dict.get(key))) if (Buffer.isBuffer(value)) this.onName(value, id);
    if (!dict.has('/F')) return;
    const addressed = possible(dict.get('/FS')).some((system) => !isName(system) || system === '/URL');
    const thread = possible(dict.get('/S')).some((action) => action === '/Thread');
    if (addressed || thread) this.referred = true;
  }

  /**
   * Called for every stream. Finds streams whose data is in another file, and pages of other files that are
   * drawn on this one.
   */
  onStream(dict: PdfDict): void {
    const outside = possible(dict.get('/F')).some((file) => !isFilter(file));
    if (outside || dict.has('/Ref')) this.referred = true;
  }

  /** Called for a string that is the name of a file, or may be used as one. */
  onName(bytes: Buffer, id: ObjectId | null): void {
    if (isElsewhere(bytes)) this.referred = true;
    else if (id && this.names.length < MAX_NAMES) this.names.push({ bytes, id });
    else if (id) this.tooMany = true;
  }

  /**
   * Whether an outside file is referenced. `keys`: those of an encrypted file, whose strings are encrypted one by one.
   */
  found(keys: PdfKey[]): boolean {
    if (this.referred) return true;
    if (keys.length > 0 && this.tooMany) throw new PdfUncheckable('too many file names');
    return keys.some((key) =>
      this.names.some(({ bytes, id }) => id && isElsewhere(key.decryptString(bytes, id))),
    );
  }
}

/** Some programs abbreviate `/Filter` to `/F` in any stream, although only inline images allow it. */
const isFilter = (value: PdfValue) => isName(value) || (Array.isArray(value) && value.every(isName));

function isElsewhere(name: Buffer): boolean {
  return elsewhere.test(textOf(name.subarray(0, 256)));
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
}
