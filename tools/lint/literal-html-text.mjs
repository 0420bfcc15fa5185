// The counterpart of no-literal-text.mjs for a page written as HTML: text belongs in a catalogue, and the
// page has a placeholder for it. Planted violations are in tools/checks/no-literal-text.spec.ts.
import { parseFragment } from 'parse5';
import { SPOKEN, hasWords } from './no-literal-text.mjs';

const isPlaceholder = (text) => !hasWords(text.replace(/\{\{[\w.]+\}\}/g, ''));

/** Elements whose content is not displayed. */
const SILENT = new Set(['script', 'style']);

/**
 * The text that people see or hear on a parsed page, in document order, including attributes that contain words and the
 * content of <template> and <noscript>.
 *
 * @param {object} node @returns {string[]}
 */
export function literalTexts(node) {
  if (node.nodeName === '#text') return textOf(node);
  if (SILENT.has(node.nodeName)) return [];
  const spoken = (node.attrs ?? []).filter(({ name }) => SPOKEN.has(name)).map(({ value }) => value);
  const children = [...(node.content ? [node.content] : []), ...(node.childNodes ?? [])];
  return [...spoken.filter(hasWords), ...children.flatMap(literalTexts)];
}

/** With scripting, as parse5 assumes, the content of <noscript> in the body is one text. */
function textOf({ value, parentNode }) {
  if (parentNode?.nodeName === 'noscript') return literalTexts(parseFragment(value));
  const text = value.replace(/\s+/g, ' ').trim();
  return hasWords(text) ? [text] : [];
}

/**
 * The texts of a page that are written out instead of using a placeholder.
 *
 * @param {object} document @returns {string[]}
 */
export const textsWithoutPlaceholder = (document) =>
  literalTexts(document).filter((text) => !isPlaceholder(text));
