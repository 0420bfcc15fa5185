// Compiles locales/*.po into src/generated: `npm run build` does this before it compiles the package.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareWithEnglish, paramsOf } from './check-locale.ts';
import { readLocale, type Locale } from './read-locale.ts';
import { allModule, catalogueModules, languagesModule, loadersModule, typesModule } from './write-modules.ts';

const home = path.resolve(import.meta.dirname, '..');
const target = path.join(home, 'src/generated');

const locales = readdirSync(path.join(home, 'locales'))
  .filter((file) => file.endsWith('.po'))
  .map((file) =>
    readLocale(path.basename(file, '.po'), readFileSync(path.join(home, 'locales', file), 'utf8')),
  )
  // English comes first: it is the default language of a clinic that does not list any.
  .sort((one, other) => Number(isEnglish(other)) - Number(isEnglish(one)) || one.id.localeCompare(other.id));
const [english] = locales;
if (!english || !isEnglish(english)) throw new Error('locales/en.po is missing');
for (const locale of locales.slice(1)) compareWithEnglish(english, locale);

function isEnglish({ id }: Locale): boolean {
  return id === 'en';
}

rmSync(target, { recursive: true, force: true });
mkdirSync(path.join(target, 'catalogues'), { recursive: true });
const write = (name: string, text: string) => writeFileSync(path.join(target, name), text);
for (const locale of locales) {
  for (const [end, module] of Object.entries(catalogueModules(locale)))
    write(`catalogues/${locale.id}${end}.ts`, module);
}
write('messages.ts', typesModule(paramsOf(english)));
write('languages.ts', languagesModule(locales));
write('loaders.ts', loadersModule(locales));
write('all.ts', allModule(locales));
