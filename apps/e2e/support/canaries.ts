import { randomBytes } from 'node:crypto';

/** Secrets and personal details by what they are. Each is unique, so that wherever it turns up it has leaked. */
export class Canaries {
  private readonly values = new Map<string, string>();

  /** A new one that may stand wherever text may. */
  hatch(what: string, make: (unique: string) => string = (unique) => `Canary${unique}`): string {
    return this.add(what, make(randomBytes(6).toString('hex')));
  }

  /** One that the system itself made, such as a link. */
  add(what: string, value: string): string {
    this.values.set(what, value);
    return value;
  }

  /** What of them stands in a text, in whatever form it may have been written; each with where it was found. */
  foundIn(where: string, text: string, except: readonly string[] = []): string[] {
    return [...this.values]
      .filter(([what, value]) => !except.includes(what) && formsOf(value).some((form) => text.includes(form)))
      .map(([what]) => `${what} in ${where}`);
  }
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('hex'),
    // Whole groups only: what follows the value would change the last one.
    bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64'),
  ];
}
