import { fillText, patientCopy } from '@caredrop/patient-copy/sync';
import { againReasonOf, againText } from '../again-rules/again-rules.js';
import type { Config } from '../config.js';
import type { Token } from '../generated/prisma/client.js';
import { languageOfTexts } from '../offered-languages/offered.js';
import { deadlineText } from '../reminder-plan/reminder-plan.js';
import { smsIn, type TemplateTexts } from '../template-texts/template-texts.js';

type Settings = Pick<
  Config,
  'LANGUAGES' | 'CLINIC_TEXTS' | 'CLINIC_NAME' | 'CLINIC_CONTACT_PHONE' | 'CLINIC_TIME_ZONE'
>;

/** Placeholder for the link in a text that is stored or passed on; filled in at the moment of sending. */
export const LINK_PLACE = '{link}';

/**
 * The default text of a link, with a placeholder for the link: that of its template in the link's language, otherwise
 * the clinic's own, otherwise the catalogue's. The text of a link that asks again says why, in the catalogue's words. A
 * reminder uses neither the template nor that reason.
 */
export function linkText(
  kind: 'sms' | 'reminder',
  { language, expiresAt, againReason }: Pick<Token, 'language' | 'expiresAt' | 'againReason'>,
  settings: Settings,
  ofTemplate: TemplateTexts = [],
): string {
  const reason = kind === 'sms' ? againReasonOf(againReason) : null;
  if (reason) return againText({ language }, reason, settings.LANGUAGES);
  const { id, tag } = languageOfTexts(language, settings.LANGUAGES);
  const templated = kind === 'sms' ? smsIn(ofTemplate, id) : null;
  if (templated) return withLinkPlace(templated);
  const deadline = deadlineText(expiresAt, settings.CLINIC_TIME_ZONE, tag);
  const own = settings.CLINIC_TEXTS[id];
  const text = own?.[kind];
  if (text !== undefined) {
    const clinic = own?.clinicName ?? settings.CLINIC_NAME ?? '';
    return fillText(text, { clinic, deadline, phone: settings.CLINIC_CONTACT_PHONE ?? '' });
  }
  const { sms } = patientCopy(id);
  return kind === 'sms' ? sms.invitation({ link: LINK_PLACE }) : sms.reminder({ deadline, link: LINK_PLACE });
}

/** Appends the placeholder if it is missing: the patient could not act on a text without the link. */
const withLinkPlace = (text: string): string => (text.includes(LINK_PLACE) ? text : `${text} ${LINK_PLACE}`);

/** The default text of a link in each language that the clinic offers. */
export const textsByLanguage = (
  token: Pick<Token, 'expiresAt' | 'againReason'>,
  settings: Settings,
  ofTemplate: TemplateTexts,
): Record<string, string> =>
  Object.fromEntries(
    settings.LANGUAGES.map(({ id }) => [
      id,
      linkText('sms', { ...token, language: id }, settings, ofTemplate),
    ]),
  );
