import { clinicParams, type PatientCopy } from '@caredrop/patient-copy';

/** Replaces each `{{key}}` by the sentence with that key, escaped for HTML. Throws when there is no such sentence. */
export const fillPlaceholders = (html: string, copy: PatientCopy): string =>
  html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => escapeHtml(sentenceOf(copy, key)));

function sentenceOf(copy: PatientCopy, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], copy);
  if (typeof found === 'string') return found;
  if (typeof found !== 'function') throw new Error(`upload.html names ${key}, which no catalogue has.`);
  return (found as (params: object) => string)(clinicParams(null));
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
