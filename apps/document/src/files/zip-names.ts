import { portableName } from '@caredrop/service-kit';
import { shorten, splitName } from './file-name.js';

/** Which document of a request an entry contains. */
type Item = { position: number; label: string };

/**
 * Assigns entry names `<patient ref>/<file name>`, unique when case is ignored: 'a.pdf', 'a (2).pdf'.
 * Documents of a request have their position and label in front: '02 Referral letter - a.pdf'. Such a name is shortened
 * to what file systems allow, since programs that unpack the zip leave out a document whose name is longer.
 */
export class ZipNames {
  private readonly taken = new Set<string>();

  next(patientRefId: string, fileName: string, item: Item | null = null): string {
    const folder = portableName(patientRefId);
    const [whole, ending] = splitName(portableName(item ? ofItem(item, fileName) : fileName));
    const stem = shorten(whole, ending);
    for (let count = 1; ; count += 1) {
      const name = `${folder}/${stem}${count === 1 ? '' : ` (${count})`}${ending}`;
      const key = name.normalize('NFC').toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return name;
    }
  }
}

/** The position has two digits, so that programs that sort by name keep the order of ten documents. */
const ofItem = ({ position, label }: Item, fileName: string) =>
  `${String(position).padStart(2, '0')} ${label} - ${fileName}`;
