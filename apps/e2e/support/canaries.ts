import { randomBytes } from 'node:crypto';

/** Secrets and personal details by kind. Each is unique, so wherever it appears, it has leaked. */
export class Canaries {
  private readonly values = new Map<string, string>();

  /** Adds a new one for use in any text field. */
  hatch(what: string, make: (unique: string) => string = (unique) => `Canary${unique}`): string {
    return this.add(what, make(randomBytes(6).toString('hex')));
  }

  /** Adds one that the system itself generated, such as a link. */
  add(what: string, value: string): string {
    this.values.set(what, value);
    return value;
  }

  /** Returns "<kind> in <where>" for each canary that occurs in the text, plain or in a common encoding. */
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
    // Whole groups only: the following characters would change the last one.
    bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64'),
  ];
}
