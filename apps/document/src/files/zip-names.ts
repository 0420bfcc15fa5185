import { portableName } from '@caredrop/service-kit';
import { splitName } from './file-name.js';

/** Assigns entry names `<patient ref>/<file name>`, each once, ignoring case: 'a.pdf', 'a (2).pdf'. */
export class ZipNames {
  private readonly taken = new Set<string>();

  next(patientRefId: string, fileName: string): string {
    const folder = portableName(patientRefId);
    const [stem, ending] = splitName(portableName(fileName));
    for (let count = 1; ; count += 1) {
      const name = `${folder}/${stem}${count === 1 ? '' : ` (${count})`}${ending}`;
      const key = name.normalize('NFC').toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return name;
    }
  }
}
