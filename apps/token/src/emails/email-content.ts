import type { DescribeLinkEmailResponse } from '@caredrop/contracts/internal';
import { clinicParams } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import type { Config } from '../config.js';
import type { Token } from '../generated/prisma/client.js';
import { languageOfTexts } from '../offered-languages/offered.js';
import { deadlineText } from '../reminder-plan/reminder-plan.js';

type Settings = Pick<
  Config,
  'LANGUAGES' | 'CLINIC_TEXTS' | 'CLINIC_NAME' | 'CLINIC_CONTACT_PHONE' | 'CLINIC_TIME_ZONE'
>;
type Content = Omit<Extract<DescribeLinkEmailResponse, { outcome: 'found' }>, 'outcome' | 'to' | 'link'>;

/**
 * The wording of the email with a link, in the language of the link's texts. It contains neither the reference nor
 * anything about the patient's health: others may read the mailbox, and a wrong address reaches a stranger. A reminder has
 * the catalogue's sentence for reminders by text, with its link below.
 */
export function emailContent(
  { language, expiresAt }: Pick<Token, 'language' | 'expiresAt'>,
  settings: Settings,
  isReminder = false,
): Content {
  const { id, tag, direction } = languageOfTexts(language, settings.LANGUAGES);
  const name = settings.CLINIC_TEXTS[id]?.clinicName ?? settings.CLINIC_NAME ?? null;
  const phone = settings.CLINIC_CONTACT_PHONE;
  const { clinic, email, form, preview, sheet, sms } = patientCopy(id);
  const deadline = deadlineText(expiresAt, settings.CLINIC_TIME_ZONE, tag);
  return {
    language: id,
    direction,
    subject: preview.title(clinicParams(name)),
    before: isReminder
      ? [sms.reminder({ deadline, link: '' }).trimEnd()]
      : [form.request(clinicParams(name)), sheet.send()],
    after: [
      isReminder ? sheet.send() : sheet.until({ deadline }),
      ...(phone ? [sheet.help({ phone })] : []),
      email.unexpected(),
    ],
    clinic: name ?? clinic.unnamed(),
    footer: email.automatic(),
  };
}
