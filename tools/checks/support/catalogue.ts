import ts from 'typescript';
import { errorCodes, errors } from '@caredrop/contracts';
import { messages } from '@caredrop/contracts/messages';
import { loadAdviceCopy, loadScanCopy } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { isTest, parse, textOf, typeScriptFiles } from './sources.ts';

const catalogueFiles = ['libs/contracts/src/messages.ts', 'libs/contracts/src/errors.ts'];

/** A message's key and its text, in which `PLACEHOLDER` stands for each value. */
type Message = readonly [key: string, text: string];
type Entry = string | ((...values: string[]) => string);
const PLACEHOLDER = '{}';
/** Patient sentences with fewer words, such as "Ask for a new link", also occur in staff-facing text. */
const MIN_WORDS = 6;

const catalogue: Message[] = Object.entries(messages).flatMap(([group, entries]) =>
  Object.entries(entries).map(([key, entry]) => [`${group}.${key}`, textWith(entry as Entry)] as const),
);

function textWith(entry: Entry): string {
  return typeof entry === 'string'
    ? entry
    : entry(...Array.from({ length: entry.length }, () => PLACEHOLDER));
}

/** The sentences of errors, except that of a refused text message, which is built elsewhere. */
const sentences: Message[] = errorCodes
  .filter((code) => code !== 'sms_refused')
  .map((code) => [`errors.${code}`, errors[code].text.replaceAll(/\{\w+\}/g, PLACEHOLDER)]);

/** Parameters for any sentence for patients, each with the value `PLACEHOLDER`. */
const placeholders = new Proxy({}, { get: () => PLACEHOLDER });

const { language: _tag, ...patientGroups } = patientCopy('en');
const pageSentences = sentencesOf(patientGroups);
const scanSentences = sentencesOf({ scan: await loadScanCopy('en') });
const adviceSentences = sentencesOf({ advice: await loadAdviceCopy('en') });
const patientSentences = [...pageSentences, ...scanSentences, ...adviceSentences];

function sentencesOf(group: object, prefix = ''): Message[] {
  return Object.entries(group).flatMap(([name, entry]: [string, object]) =>
    typeof entry === 'function'
      ? [[`${prefix}${name}`, (entry as (params: object) => string)(placeholders)] as const]
      : sentencesOf(entry, `${prefix}${name}.`),
  );
}

/** The sources that may contain user-facing messages, without tests and the catalogue itself. */
export function speakingSources(): ts.SourceFile[] {
  return ['apps', 'libs']
    .flatMap(typeScriptFiles)
    .filter((file) => /^(apps|libs)\/[^/]+\/src\//.test(file))
    .filter((file) => !isTest(file) && !file.startsWith('libs/testing/') && !catalogueFiles.includes(file))
    .map(parse);
}

/** Catalogue keys that no source uses. */
export function deadMessages(sources: ts.SourceFile[]): string[] {
  const said = sources.map((source) => source.text.replaceAll(/\s+/g, '')).join('\n');
  return catalogue
    .map(([key]) => key)
    .filter((key) => !new RegExp(`\\bmessages\\.${key.replace('.', '\\.')}\\b`).test(said));
}

/**
 * Patients' sentences that neither a source nor the page uses. A sentence is referenced by its full name
 * (`form.upload`), or selected from its group by a name in quotes.
 */
export function deadSentences(sources: ts.SourceFile[], page: string): string[] {
  const said = [...sources.map((source) => source.text.replaceAll(/\s+|\?(?=\.)/g, '')), page].join('\n');
  const dead = pageSentences
    .map(([key]) => key)
    .filter((key) => !said.includes(key) && !said.includes(`'${key.split('.')[1]}'`) && !isCode(key));
  const deadInParts = (sentences: Message[], isSaid: (said: string, key: string) => boolean) =>
    sentences.map(([key]) => key).filter((key) => !isSaid(said, key));
  return [
    ...dead,
    ...deadInParts(scanSentences, isSaidByScanner),
    ...deadInParts(adviceSentences, isSaidAboutFiles),
  ];
}

/**
 * Sentences of the scanner are referenced by their full name (`scanCopy.page`), or through their group
 * (`advice.full`, `actions[action]`).
 */
function isSaidByScanner(said: string, key: string): boolean {
  const [name, ...rest] = key.split('.').toReversed();
  return rest.length === 1
    ? said.includes(`scanCopy.${name}`) || said.includes(`'${name}'`)
    : new RegExp(`\\b(${rest[0]}|why)\\.${name}\\b|'${name}'`).test(said);
}

/**
 * Sentences about files are referenced by their full name (`adviceCopy.cut`, `how.print`), or selected from
 * their group by a name in quotes.
 */
function isSaidAboutFiles(said: string, key: string): boolean {
  const [name, group] = key.split('.').toReversed();
  const whole = group === 'advice' ? 'adviceCopy' : group;
  return said.includes(`'${name}'`) || said.includes(`${whole}.${name}`);
}

/** A code of the API may occur in any response. */
const isCode = (key: string): boolean => errorCodes.some((code) => key === `errors.${code}`);

/** Error codes that no source mentions. */
export function deadErrors(sources: ts.SourceFile[]): string[] {
  const said = sources.map((source) => source.text).join('\n');
  return errorCodes.filter((code) => !new RegExp(`'${code}'|keys\\.${code}\\b`).test(said));
}

/** Places where a source repeats a catalogue message literally. */
export function copiedMessages(sources: ts.SourceFile[]): string[] {
  const ofPatients = patientSentences.filter(([, text]) => text.split(' ').length >= MIN_WORDS);
  const ofStaff = catalogue.map(([key, text]) => [`messages.${key}`, text] as const);
  const known = [...ofStaff, ...sentences, ...ofPatients].map(
    ([key, text]) => [patternOf(text), key] as const,
  );
  return sources.flatMap((source) =>
    literals(source).flatMap(({ text, line }) =>
      known
        .filter(([pattern]) => pattern.test(text))
        .map(([, key]) => `${source.fileName}:${line} repeats ${key}`),
    ),
  );
}

/** A pattern for a whole message, with arbitrary text in place of its placeholders. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split(PLACEHOLDER).map(escape).join('.+')}$`);
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
