import { languages } from '@caredrop/patient-copy';

/** `Polish (Polski)`: for staff, in English and in the language itself. */
export function languageName(id: string): string {
  const english = new Intl.DisplayNames(['en'], { type: 'language' }).of(id) ?? id;
  const own = languages.find((language) => language.id === id)?.name;
  return own === undefined || own === english ? english : `${english} (${own})`;
}
