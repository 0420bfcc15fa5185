import { fields, text } from '../response-fields.js';

/** What the clinic has written in one language. */
export interface Written {
  language: string;
  direction: 'ltr' | 'rtl';
  text: string;
}

/** Reads texts in several languages without trusting them; the clinic's default language comes first. */
export const readWritten = (data: unknown): Written[] =>
  (Array.isArray(data) ? data : []).map(fields).flatMap(toWritten);

function toWritten({ language, direction, text: words }: Record<string, unknown>): Written[] {
  const [written, id] = [text(words), text(language)];
  return written && id
    ? [{ language: id, direction: direction === 'rtl' ? 'rtl' : 'ltr', text: written }]
    : [];
}

/** The text in this language if the clinic has written in it, otherwise the one in its default language. */
export const writtenIn = (texts: Written[], id: string): Written | undefined =>
  texts.find(({ language }) => language === id) ?? texts[0];
