import { formatSize, type AdviceCopy, type PatientCopy } from '@caredrop/patient-copy';
import type { ChosenFile, PdfWarning } from '../chosen-file.js';
import type { FileProblem } from '../file-rules.js';
import type { Thing } from './thing.js';

/** What to do about a file that cannot be sent, in paragraphs. */
export function adviceTexts(
  copy: PatientCopy,
  adviceCopy: AdviceCopy,
  problem: FileProblem,
  chosen: ChosenFile | null,
): string[] {
  const { advice, thing } = problem;
  const { file, ready } = chosen ?? {};
  if (ready && problem === chosen?.problem) return readyTexts(copy, adviceCopy, chosen);
  const what = thing && file ? [adviceCopy.is[thing]({ name: file.name })] : [];
  if (advice === 'split' && !thing) return [adviceCopy.split(), printText(adviceCopy)];
  if (advice === 'shrinkFailed') return [adviceCopy.shrinkFailed(), adviceCopy.how.screenshotOnly()];
  if (advice === 'convertFailed') what.push(adviceCopy.convertFailed());
  return [...what, ...(thing ? waysOn(adviceCopy, thing) : [adviceCopy[advice]()])];
}

function readyTexts(
  copy: PatientCopy,
  adviceCopy: AdviceCopy,
  { file, ready, problem }: ChosenFile,
): string[] {
  const { change, file: made } = ready!;
  // The text for 'picture' says that the file cannot be opened, but this one was.
  const texts =
    problem?.thing && problem.thing !== 'picture' ? [adviceCopy.is[problem.thing]({ name: file.name })] : [];
  if (change.pages) texts.push(adviceCopy.toPdf({ pages: change.pages }));
  else if (change.by === 'convert') texts.push(adviceCopy.convert());
  else
    texts.push(
      adviceCopy.shrink({ before: formatSize(copy, file.size), after: formatSize(copy, made.size) }),
    );
  return change.firstOnly ? [...texts, adviceCopy.firstOnly()] : texts;
}

/** What to know about a PDF that can be sent but may not be accepted. */
export function warningTexts(copy: PatientCopy, adviceCopy: AdviceCopy, warning: PdfWarning): string[] {
  const { pdf } = adviceCopy;
  if (warning === 'password') return copy.changed ? [copy.changed.protectedPdf()] : [];
  if (warning === 'incomplete') return [pdf.incomplete(), pdf.sendAnyway()];
  return [pdf[warning](), printText(adviceCopy), pdf.sendAnyway()];
}

function waysOn(adviceCopy: AdviceCopy, thing: Thing): string[] {
  const { how } = adviceCopy;
  switch (thing) {
    case 'word':
    case 'sheet':
    case 'slides':
    case 'pages':
    case 'text':
    case 'email':
      return [printText(adviceCopy), how.screenshot()];
    case 'webPage':
      return [how.download(), printText(adviceCopy)];
    case 'archive':
      return [how.unpack()];
    case 'dicom':
      return [how.askHospital()];
    case 'tiff':
    case 'raw':
    case 'heic':
    case 'jxl':
    case 'picture':
      return [how.screenshotOnly()];
    case 'video':
    case 'sound':
    case 'unknown':
      return [adviceCopy.takePhoto()];
  }
}

/** Explains how to make a PDF on this kind of device. An iPad identifies itself as a Mac. */
function printText({ how }: AdviceCopy): string {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1))
    return how.printIphone();
  return /Android/.test(userAgent) ? how.printAndroid() : how.printComputer();
}
