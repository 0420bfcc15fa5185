import core from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import type { Params } from './message-params.ts';
import type { Locale } from './read-locale.ts';

/** Its types describe the CommonJS module as Node does not load it. */
const MessageFormat = core as unknown as new (locale: string) => object;

const note = '// Written by build/main.ts from locales/.\n';

interface Tree<Leaf> {
  [name: string]: Leaf | Tree<Leaf>;
}

/** `form.upload` → `{ form: { upload } }`. */
function treeOf<Leaf>(entries: Iterable<readonly [key: string, leaf: Leaf]>): Tree<Leaf> {
  const tree: Tree<Leaf> = {};
  for (const [key, leaf] of entries) {
    const names = key.split('.');
    const last = names.pop()!;
    let at = tree;
    for (const name of names) at = at[name] ??= {};
    at[last] = leaf;
  }
  return tree;
}

/** A language's messages as functions. */
export const catalogueModule = ({ tag, messages }: Locale): string =>
  functionsModule(tag, partsOf(messages).page);

/** A language's messages for the scanner, which load with it. */
export const scanCatalogueModule = ({ tag, messages }: Locale): string =>
  functionsModule(tag, partsOf(messages).scan);

/** A language's messages for patients who cannot send the document, which load with that dialog. */
export const cantCatalogueModule = ({ tag, messages }: Locale): string =>
  functionsModule(tag, partsOf(messages).cant);

/** A language's messages about a chosen file, which load when the form has appeared. */
export const adviceCatalogueModule = ({ tag, messages }: Locale): string =>
  functionsModule(tag, partsOf(messages).advice);

/** A language's messages that only services send. */
export const serviceCatalogueModule = ({ tag, messages }: Locale): string =>
  functionsModule(tag, partsOf(messages).service);

/** The compiler cannot infer that a message which is a plural only returns a string: importers cast. */
const functionsModule = (tag: string, messages: ReadonlyMap<string, string>) =>
  `${note}// @ts-nocheck\n${compileModule(new MessageFormat(tag), treeOf(messages))}`;

/** Entries of the page, those of the scanner, of `cant.` and about files without their prefix, and those that only services send. */
function partsOf<Value>(entries: ReadonlyMap<string, Value>) {
  const page = new Map<string, Value>();
  const scan = new Map<string, Value>();
  const cant = new Map<string, Value>();
  const advice = new Map<string, Value>();
  const service = new Map<string, Value>();
  for (const [key, value] of entries) {
    if (key.startsWith('scan.')) scan.set(key.slice('scan.'.length), value);
    else if (key.startsWith('cant.')) cant.set(key.slice('cant.'.length), value);
    else if (key.startsWith('advice.')) advice.set(key.slice('advice.'.length), value);
    else if (key.startsWith('plain.') || key.startsWith('thanks.')) service.set(key, value);
    else page.set(key, value);
  }
  return { page, scan, cant, advice, service };
}

/** The types of a catalogue's parts: every message with its parameters. */
export function typesModule(params: ReadonlyMap<string, Params>): string {
  const withParams = [...params].filter(([key, { size }]) => key.startsWith('errors.') && size > 0);
  const names = withParams.map(([key, own]) => [key.slice('errors.'.length), [...own.keys()]] as const);
  const { page, scan, cant, advice, service } = partsOf(params);
  return `${note}
export interface Messages ${typeOf(treeOf(page))}

export interface ScanMessages ${typeOf(treeOf(scan))}

export interface CantMessages ${typeOf(treeOf(cant))}

export interface AdviceMessages ${typeOf(treeOf(advice))}

export interface ServiceMessages ${typeOf(treeOf(service))}

/** The parameters of the failures that have any. */
export const errorParams: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(names))};
`;
}

function typeOf(node: Params | Tree<Params>): string {
  if (node instanceof Map) return `(${paramsType(node)}) => string`;
  const lines = Object.entries(node as Tree<Params>).map(
    ([name, child]) => `readonly ${name}: ${typeOf(child)};`,
  );
  return `{\n${lines.join('\n')}\n}`;
}

const types = { text: 'string | number', number: 'number', choice: 'string' } as const;

function paramsType(params: Params): string {
  const fields = [...params].map(([name, use]) => `${name}: ${types[use]}`);
  return fields.length === 0 ? '' : `params: { ${fields.join('; ')} }`;
}

/** The list of languages, without their messages. */
export function languagesModule(locales: readonly Locale[]): string {
  const list = locales.map(({ id, tag, name, direction, reviewed }) => ({
    id,
    tag,
    name,
    direction,
    reviewed,
  }));
  return `${note}
export const languages = ${JSON.stringify(list, null, 2)} as const;
`;
}

const loaderLines = (locales: readonly Locale[], part: string, type: string) =>
  locales
    .map(({ id }) => {
      const module = `import('./catalogues/${id}${part}.js')`;
      return `  ${JSON.stringify(id)}: () => ${module} as Promise<{ default: ${type} }>,`;
    })
    .join('\n');

/** Apart from the page's loaders, which every patient's browser loads. */
export const cantLoadersModule = (
  locales: readonly Locale[],
): string => `${note}import type { CantMessages } from './messages.js';

export const cantLoaders: Record<string, () => Promise<{ default: CantMessages }>> = {
${loaderLines(locales, '.cant', 'CantMessages')}
};
`;

/** The parts of every catalogue that browsers need, as chunks that load alone. */
export function loadersModule(locales: readonly Locale[]): string {
  const lines = (part: string, type: string) => loaderLines(locales, part, type);
  return `${note}import type { AdviceMessages, Messages, ScanMessages } from './messages.js';

export const loaders: Record<string, () => Promise<{ default: Messages }>> = {
${lines('', 'Messages')}
};

export const scanLoaders: Record<string, () => Promise<{ default: ScanMessages }>> = {
${lines('.scan', 'ScanMessages')}
};

export const adviceLoaders: Record<string, () => Promise<{ default: AdviceMessages }>> = {
${lines('.advice', 'AdviceMessages')}
};
`;
}

/** Every catalogue at once, without the parts for the scanner and about files. */
export function allModule(locales: readonly Locale[]): string {
  const imports = locales.flatMap(({ id }, at) => [
    `import _${at} from './catalogues/${id}.js';`,
    `import _${at}_service from './catalogues/${id}.service.js';`,
    `import _${at}_cant from './catalogues/${id}.cant.js';`,
  ]);
  const lines = locales.map(
    ({ id }, at) =>
      `  ${JSON.stringify(id)}: { ..._${at}, ..._${at}_service, cant: _${at}_cant } as ServiceCatalogue,`,
  );
  return `${note}import type { CantMessages, Messages, ServiceMessages } from './messages.js';
${imports.join('\n')}

export type ServiceCatalogue = Messages & ServiceMessages & { readonly cant: CantMessages };

export const catalogues: Record<string, ServiceCatalogue> = {
${lines.join('\n')}
};
`;
}
