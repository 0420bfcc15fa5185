import { chooseLanguage } from '@caredrop/patient-copy';
import { usableStorage } from './storage.js';

const place = 'caredrop.language';

/** The list of languages at the top of upload.html; its options are the languages that the clinic offers. */
export const languageList = () => document.getElementById('language') as HTMLSelectElement;

/** The language that the list currently shows. */
export const shownLanguage = (): string =>
  (document.getElementById('language') as HTMLSelectElement | null)?.value || 'en';

/** The language in which the page opens: the patient's choice on this device, otherwise the browser's. */
export function firstLanguage({ options }: HTMLSelectElement): string {
  const chosen = usableStorage('localStorage').getItem(place);
  const offered = [...options].map(({ value: id }) => ({ id }));
  return chooseLanguage([chosen ?? '', ...navigator.languages], offered).id;
}

export const rememberLanguage = (id: string): void => usableStorage('localStorage').setItem(place, id);

/** The clinic's name in a language of the list; null when none is configured. */
export const clinicNameIn = (list: HTMLSelectElement, id: string): string | null =>
  list.querySelector<HTMLOptionElement>(`[value=${id}]`)?.dataset.clinic || null;
