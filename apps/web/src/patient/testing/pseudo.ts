import {
  loadAdviceCopy,
  loadCantCopy,
  loadCheckCopy,
  loadScanCopy,
  type AdviceCopy,
  type CantCopy,
  type CheckCopy,
  type ScanCopy,
  type ServiceCopy,
} from '@caredrop/patient-copy';
import { english } from './english.js';

const mark = (text: string) => `⟦${text}${'~'.repeat(Math.ceil(text.length * 0.4))}⟧`;

function marked(node: unknown): unknown {
  if (typeof node === 'function')
    return (params: unknown) => mark((node as (params: unknown) => string)(params));
  return Object.fromEntries(Object.entries(node as object).map(([name, child]) => [name, marked(child)]));
}

const { language, ...messages } = english;

/**
 * The page's sentences, each marked and 40 % longer: text without a mark does not come from the catalogue.
 */
export const pseudo: ServiceCopy = {
  ...(marked(messages) as Omit<ServiceCopy, 'language'>),
  language,
};

export const pseudoScan = marked(await loadScanCopy('en')) as ScanCopy;
export const pseudoAdvice = marked(await loadAdviceCopy('en')) as AdviceCopy;

export const pseudoCant = marked(await loadCantCopy('en')) as CantCopy;

export const pseudoCheck = marked(await loadCheckCopy('en')) as CheckCopy;

const spoken = ['alt', 'aria-label', 'label', 'placeholder', 'title'];

/**
 * Returns all texts, and all attributes that screen readers announce, without the marked sentences. Texts that are then
 * empty are omitted.
 */
export function unmarkedTexts(root: Element): string[] {
  const nodes = [root, ...root.querySelectorAll('*')];
  const own = nodes.flatMap((node) =>
    [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE),
  );
  const texts = own.map((node) => node.textContent ?? '');
  const attributes = nodes.flatMap((node) => spoken.map((name) => node.getAttribute(name) ?? ''));
  return [...texts, ...attributes].map(withoutMarked).filter((text) => /\p{L}{2}|\d/u.test(text));
}

/** Removes marked sentences from the inside out, because a sentence may contain another one. */
function withoutMarked(text: string): string {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return less === text ? text : withoutMarked(less);
}
