import ts from 'typescript';
import { sentences, type Sentence } from '@caredrop/contracts/sentences';
import { isTest, parse, textOf, typeScriptFiles } from './sources.ts';

const catalogue = /^libs\/contracts\/src\/(messages|sentences)\.ts$/;

/** The sources that may speak to people: not the tests, and not the catalogue itself. */
export function speakingSources(): ts.SourceFile[] {
  return ['apps', 'libs']
    .flatMap(typeScriptFiles)
    .filter((file) => /^(apps|libs)\/[^/]+\/src\//.test(file))
    .filter((file) => !isTest(file) && !file.startsWith('libs/testing/') && !catalogue.test(file))
    .map(parse);
}

/** Keys of the catalogue that no source uses. */
export function deadMessages(sources: ts.SourceFile[]): string[] {
  const said = sources.map((source) => source.text.replaceAll(/\s+/g, '')).join('\n');
  return sentences
    .map(([, key]) => key)
    .filter((key) => !new RegExp(`\\bmessages\\.${key.replace('.', '\\.')}\\b`).test(said));
}

/** Places where a source writes a sentence of the catalogue by itself. */
export function copiedMessages(sources: ts.SourceFile[]): string[] {
  const known = sentences.map((sentence) => [patternOf(sentence), sentence[1]] as const);
  return sources.flatMap((source) =>
    literals(source).flatMap(({ text, line }) =>
      known
        .filter(([pattern]) => pattern.test(text))
        .map(([, key]) => `${source.fileName}:${line} says messages.${key}`),
    ),
  );
}

/** A sentence with anything where its placeholders are: a whole text, or a literal somewhere in a source. */
export function patternOf([, , text, ...filling]: Sentence, extent: 'whole' | 'part' = 'whole'): RegExp {
  const anything = filling.reduce<string>(
    (pattern, value) => pattern.replace(escape(String(value)), '.+'),
    escape(text),
  );
  const [before, after] = ['[\'"\x60>/^]', '[\'"\x60<$/]'];
  return new RegExp(extent === 'whole' ? `^${anything}$` : before + anything + after);
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function literals(source: ts.SourceFile): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isJsxText(node) ? node.text.replaceAll(/\s+/g, ' ').trim() : textOf(node);
    if (text !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
