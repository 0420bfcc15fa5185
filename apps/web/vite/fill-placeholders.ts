import { clinicParams, type PatientCopy } from '@caredrop/patient-copy';

/** Replaces each `{{key}}` with the sentence of that key, escaped for HTML. Throws when there is no such sentence. */
export const fillPlaceholders = (html: string, copy: PatientCopy): string =>
  html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => escapeHtml(sentenceOf(copy, key)));

function sentenceOf(copy: PatientCopy, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], copy);
  if (typeof found === 'string') return found;
  if (typeof found !== 'function') throw new Error(`upload.html uses ${key}, which is not in the catalogue.`);
  return (found as (params: object) => string)(clinicParams(null));
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
