import core from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import type { Params } from './message-params.ts';
import { withIsolates } from './isolate-values.ts';
import { browserParts, partsOf } from './parts.ts';
import type { Locale } from './read-locale.ts';

/** The package's types describe its CommonJS module, which is not the one that Node loads. */
const MessageFormat = core as unknown as new (locale: string) => object;

const note = '// Written by build/main.ts from locales/.\n';

interface Tree<Leaf> {
  [name: string]: Leaf | Tree<Leaf>;
}

/** Turns `form.upload` into `{ form: { upload } }`. */
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

/** The modules of one language, by the suffix of their names: `.scan` is `catalogues/pl.scan.ts`. */
export function catalogueModules(locale: Locale): Record<string, string> {
  const { id, tag, name, direction } = locale;
  const messages = direction === 'rtl' ? withIsolates(locale.messages) : locale.messages;
  const { page, ...others } = partsOf(messages);
  const language = `export const language = ${JSON.stringify({ id, tag, name, direction })};\n`;
  const modules = Object.entries(others).map(([part, own]): [string, string] => [
    `.${part}`,
    functionsModule(tag, own),
  ]);
  return { '': `${functionsModule(tag, page)}\n${language}`, ...Object.fromEntries(modules) };
}

/**
 * The compiler cannot infer that a message consisting only of a plural returns a string, so importers cast.
 */
const functionsModule = (tag: string, messages: ReadonlyMap<string, string>) =>
  `${note}// @ts-nocheck\n${compileModule(new MessageFormat(tag), treeOf(messages))}`;

/** The type's name: `AdviceMessages` for `advice`, but `Messages` for the page. */
const messagesOf = (part: string) =>
  part === 'page' ? 'Messages' : `${part[0]!.toUpperCase()}${part.slice(1)}Messages`;

/** The types of a catalogue's parts: every message with its parameters. */
export function typesModule(params: ReadonlyMap<string, Params>): string {
  const withParams = [...params].filter(([key, { size }]) => key.startsWith('errors.') && size > 0);
  const names = withParams.map(([key, own]) => [key.slice('errors.'.length), [...own.keys()]] as const);
  const types = Object.entries(partsOf(params)).map(
    ([part, own]) => `export interface ${messagesOf(part)} ${typeOf(treeOf(own))}`,
  );
  return `${note}
${types.join('\n\n')}

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
  const fields = [...params].map(([name, { chooses }]) => `${name}: ${types[chooses ?? 'text']}`);
  return fields.length === 0 ? '' : `params: { ${fields.join('; ')} }`;
}

/** The module with the list of languages, without their messages. */
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

/** The module that loads the parts of every catalogue that browsers need, as separate chunks. */
export function loadersModule(locales: readonly Locale[]): string {
  const maps = browserParts.map((part) => {
    const end = part === 'page' ? '' : `.${part}`;
    const lines = locales.map(
      ({ id }) => `    ${JSON.stringify(id)}: () => import('./catalogues/${id}${end}.js'),`,
    );
    return `  ${part}: {\n${lines.join('\n')}\n  },`;
  });
  const names = browserParts.map((part) => JSON.stringify(part)).join(' | ');
  return `${note}/** The modules are compiled from text: importers cast them. */
export const loaders: Record<${names}, Record<string, () => Promise<unknown>>> = {
${maps.join('\n')}
};
`;
}

/** The module with all catalogues at once, without the scanner, the patient check and the advice about files. */
export function allModule(locales: readonly Locale[]): string {
  const ends = ['', '.later', '.again', '.captions', '.cant', '.request', '.service'];
  const imports = locales.flatMap(({ id }, at) =>
    ends.map((end) => `import _${at}${end.replace('.', '_')} from './catalogues/${id}${end}.js';`),
  );
  const lines = locales.map(
    ({ id }, at) =>
      `  ${JSON.stringify(id)}: { ..._${at}, ..._${at}_service, ..._${at}_later, captions: _${at}_captions, ` +
      `again: _${at}_again, ` +
      `cant: _${at}_cant, request: _${at}_request, ` +
      `errors: { ..._${at}.errors, ..._${at}_later.errors } } as WholeCatalogue,`,
  );
  return `${note}import type { AgainMessages, CantMessages, CaptionsMessages, LaterMessages, Messages, RequestMessages, ServiceMessages } from './messages.js';
${imports.join('\n')}

export type WholeCatalogue = Messages &
  LaterMessages &
  ServiceMessages & { readonly again: AgainMessages; readonly captions: CaptionsMessages; readonly cant: CantMessages; readonly request: RequestMessages };

export const catalogues: Record<string, WholeCatalogue> = {
${lines.join('\n')}
};
`;
}
