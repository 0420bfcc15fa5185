import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { root } from '../stack/paths.ts';

/** Formats the text of a file that is generated, as `npm run format` would. Throws if it cannot be parsed. */
export async function formatted(file: string, text: string): Promise<string> {
  const settings = JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(file, text, settings);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
