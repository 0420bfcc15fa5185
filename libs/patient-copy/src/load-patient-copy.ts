import type { Messages } from './generated/messages.js';
import { ownValue } from './own-value.js';
import type {
  AdviceCopy,
  AgainCopy,
  CantCopy,
  CaptionCopy,
  CheckCopy,
  CopyLanguage,
  LaterCopy,
  PatientCopy,
  RequestCopy,
  ScanCopy,
} from './patient-copy.js';

type Part = 'page' | 'later' | 'advice' | 'again' | 'cant' | 'captions' | 'check' | 'request' | 'scan';

/** The list of all chunks is a separate chunk, so that the page first loads only the chunk that its HTML names. */
async function load(part: Part, id: string): Promise<unknown> {
  const { loaders } = await import('./generated/loaders.js');
  const loader = ownValue(loaders[part], id);
  if (!loader) throw new Error(`There is no catalogue for ${id}.`);
  return loader();
}

/**
 * Loads the sentences that the patient's page shows first, in one language, for browsers. They are a separate
 * chunk; `href` is its URL, if known. Rejects when there is no catalogue with this id, or when the chunk
 * cannot be loaded.
 */
export async function loadPatientCopy(id: string, href?: string): Promise<PatientCopy> {
  const loaded = href ? import(/* @vite-ignore */ href) : load('page', id);
  const { default: messages, language } = (await loaded) as { default: Messages; language: CopyLanguage };
  return { ...messages, language };
}

const loadPart =
  <Copy>(part: Part) =>
  async (id: string): Promise<Copy> =>
    ((await load(part, id)) as { default: Copy }).default;

/** The sentences that the form may need, for browsers. Rejects like {@link loadPatientCopy}. */
export const loadLaterCopy = loadPart<LaterCopy>('later');

/** The captions of the guide, for browsers. Rejects like {@link loadPatientCopy}. */
export const loadCaptions = loadPart<CaptionCopy>('captions');

/** The sentences of the scanner, for browsers. Rejects like {@link loadPatientCopy}. */
export const loadScanCopy = loadPart<ScanCopy>('scan');

/**
 * The sentences about a chosen file, for browsers; loaded once the form has appeared. Rejects like
 * {@link loadPatientCopy}.
 */
export const loadAdviceCopy = loadPart<AdviceCopy>('advice');

/** The reasons why the clinic asks again, for browsers. Rejects like {@link loadPatientCopy}. */
export const loadAgainCopy = loadPart<AgainCopy>('again');

/** The sentences for patients who cannot send the document, for browsers. Rejects like {@link loadPatientCopy}. */
export const loadCantCopy = loadPart<CantCopy>('cant');

/** The sentences of a request for several documents, for browsers. Rejects like {@link loadPatientCopy}. */
export const loadRequestCopy = loadPart<RequestCopy>('request');

/** The sentences of the patient check, for browsers. Rejects like {@link loadPatientCopy}. */
export const loadCheckCopy = loadPart<CheckCopy>('check');
