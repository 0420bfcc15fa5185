import ts from 'typescript';
import { textOf } from './sources.ts';

/** Text written for readers, and where it begins. */
export interface Prose {
  file: string;
  /** Line of the first character, from 1. */
  line: number;
  text: string;
}

/** Words and phrases that plain English avoids, and what to write instead. */
const habits: readonly (readonly [pattern: string, instead: string])[] = [
  ['anew', 'again'],
  ['meanwhile', 'at the same time, in the meantime, until then'],
  ['besides', 'in addition, also, other than'],
  ['for ever', 'permanently'],
  ['as ever', 'as before'],
  ['wholly', 'completely'],
  ['in vain', 'without success'],
  ['(?:is|are|was|were|be|been) had', 'exists, is available'],
  ['nobody', 'no user, no service'],
  ['somebody|anybody|everybody', 'a user, a client'],
  ['whoever|whomever', 'the user who'],
  ['mend(?:s|ed|ing)?', 'fix, repair'],
  ['tell(?:s|ing)? of', 'report, describe'],
  ['told', 'notified, configured'],
  ['look(?:s|ed|ing)? at', 'read, check, look up'],
  // Only at the end of a phrase: "of its own version" is plain.
  [
    'of (?:its|their|our|your|his|her) own(?=\\s*(?:[^\\w\\s]|$)|\\s+(?:to|in|by|and|or|that|which|from|with|for|so|as|at|on)\\b)',
    'own, separate',
  ],
  ['past Prisma', 'raw SQL'],
  ['put(?:s|ting)? aside', 'dead-letter'],
  ['parked', 'dead-lettered'],
  ['in between', 'between'],
  ['stand-ins?', 'fake, emulator'],
  ['throws a sentence', 'throws'],
];

const patterns = habits.map(
  ([pattern, instead]) =>
    [
      new RegExp(String.raw`(?<![\w-])(?:${pattern.replaceAll(' ', String.raw`\s+`)})(?![\w-])`, 'gi'),
      instead,
    ] as const,
);

/** Returns a text's discouraged phrases, as `file:line: "word"`, except in code spans and double-quoted messages. */
export function unplainWords({ file, line, text }: Prose): string[] {
  const prose = text
    .replaceAll(/^[ \t]*(?:\*|\/\/)/gm, blank)
    .replaceAll(/`[^`\n]*`|"[^"\n]*"|“[^”]*”/g, blank);
  return patterns.flatMap(([pattern, instead]) =>
    [...prose.matchAll(pattern)].map(({ 0: words, index }) => {
      const at = line + prose.slice(0, index).split('\n').length - 1;
      return `${file}:${String(at)}: "${words.replaceAll(/\s+/g, ' ')}" (write: ${instead})`;
    }),
  );
}

/** Spaces of the same length, so that positions stay the same. */
const blank = (found: string): string => found.replaceAll(/[^\n]/g, ' ');

/** The comments of a source. Consecutive line comments are one. */
export function commentsOf(source: ts.SourceFile): Prose[] {
  const found = new Map<number, ts.CommentRange>();
  const add = (ranges: readonly ts.CommentRange[] = []): void => {
    for (const range of ranges) found.set(range.pos, range);
  };
  const visit = (node: ts.Node): void => {
    // The text of an element may contain slashes; it has no comments.
    if (ts.isJsxText(node) || ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    children.forEach(visit);
    if (children.length > 0) return;
    add(ts.getLeadingCommentRanges(source.text, node.pos));
    if (node.parent.kind < ts.SyntaxKind.JsxElement || node.parent.kind > ts.SyntaxKind.JsxClosingFragment)
      add(ts.getTrailingCommentRanges(source.text, node.end));
  };
  visit(source);
  const ordered = [...found.values()].toSorted((a, b) => a.pos - b.pos);
  const merged: { pos: number; end: number }[] = [];
  for (const { pos, end, kind } of ordered) {
    const last = merged.at(-1);
    const gap = last && source.text.slice(last.end, pos);
    if (last && kind === ts.SyntaxKind.SingleLineCommentTrivia && gap?.trim() === '') last.end = end;
    else merged.push({ pos, end });
  }
  return merged.map(({ pos, end }) => proseAt(source, pos, source.text.slice(pos, end)));
}

const testFunctions = new Set(['it', 'test', 'describe', 'check', 'step', 'asClinician', 'asAdmin']);

/** The titles of a source's tests and groups. */
export function titlesOf(source: ts.SourceFile): Prose[] {
  const found: Prose[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && testFunctions.has(functionOf(node.expression))) {
      const [title] = node.arguments;
      const text = textOf(title);
      if (title && text !== undefined) found.push(proseAt(source, title.getStart(source), text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `it`, for `it(…)`, `it.each(rows)(…)` and `it.skip(…)`. */
function functionOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  const isChain = ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee);
  return isChain ? functionOf(callee.expression) : '';
}

function proseAt(source: ts.SourceFile, pos: number, text: string): Prose {
  return { file: source.fileName, line: source.getLineAndCharacterOfPosition(pos).line + 1, text };
}

/** A Markdown page without its code blocks. */
export const pageProse = (file: string, text: string): Prose => ({
  file,
  line: 1,
  text: text.replaceAll(/^```[\s\S]*?^```/gm, blank),
});
