import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../stack/paths.ts';
import { commentsOf, pageProse, titlesOf, unplainWords } from './support/plain-words.ts';
import { parse } from './support/sources.ts';

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const sources = tracked.filter((file) => /\.(tsx?|mjs)$/.test(file)).map(parse);
const pages = tracked.filter((file) => file.endsWith('.md'));
const planted = (text: string): ts.SourceFile =>
  ts.createSourceFile('planted.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

describe('plain words', () => {
  it('no comment contains a discouraged phrase', () => {
    expect(sources.flatMap(commentsOf).flatMap(unplainWords)).toEqual([]);
  });

  it('no test title contains a discouraged phrase', () => {
    expect(sources.flatMap(titlesOf).flatMap(unplainWords)).toEqual([]);
  });

  it('no documentation page contains a discouraged phrase', () => {
    const texts = pages.map((page) => pageProse(page, readFileSync(path.join(root, page), 'utf8')));
    expect(texts.flatMap(unplainWords)).toEqual([]);
  });
});

describe('detection of discouraged phrases', () => {
  it.each([
    '/** Nobody calls it. */ const a = 1;',
    'const a = 1; // started anew',
    '/**\n * The gateway looks\n * at the header.\n */\nconst a = 1;',
    '// The service is\n// told so.\nconst a = 1;',
    'const a = <p>{/* Anybody can see it. */}</p>;',
    'const a = `${b /* mend it */}`;',
  ])('a discouraged phrase in a comment is reported: %j', (text) => {
    expect(commentsOf(planted(text)).flatMap(unplainWords)).toHaveLength(1);
  });

  it.each(["it('is told', run);", "describe('somebody', run);", "it.each([1])('a folder of its own', run);"])(
    'a discouraged phrase in a title is reported: %j',
    (text) => {
      expect(titlesOf(planted(text)).flatMap(unplainWords)).toHaveLength(1);
    },
  );

  it('a discouraged phrase in a page is reported with its line', () => {
    const found = unplainWords(pageProse('page.md', '# Page\n\nFine.\nEvents are put\naside.\n'));
    expect(found).toEqual(['page.md:4: "put aside" (write: dead-letter)']);
  });

  it.each([
    'const nobody = "told"; // a string and a name',
    '// The message "nobody is told" and the queue `parked` are quoted.\nconst a = 1;',
    'const a = <p>// told in a text</p>;',
  ])('names, strings and quotations are not reported: %j', (text) => {
    expect(commentsOf(planted(text)).flatMap(unplainWords)).toEqual([]);
  });

  it('code blocks and code spans of a page are not reported', () => {
    const text = 'Run `mend` or “told”:\n\n```\nnobody\n```\n';
    expect(unplainWords(pageProse('page.md', text))).toEqual([]);
  });
});
