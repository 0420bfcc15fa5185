import type { Sheet } from '@caredrop/contracts';
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

/** The content of the sheet that a clinic prints for a patient, in the language of the link's texts. */
export function sheetOf(
  { patientRefId, language, expiresAt }: Pick<Token, 'patientRefId' | 'language' | 'expiresAt'>,
  settings: Settings,
): Sheet {
  const { id, tag, direction } = languageOfTexts(language, settings.LANGUAGES);
  const clinic = settings.CLINIC_TEXTS[id]?.clinicName ?? settings.CLINIC_NAME ?? null;
  const phone = settings.CLINIC_CONTACT_PHONE;
  const { form, sheet } = patientCopy(id);
  return {
    language: id,
    direction,
    title: form.request(clinicParams(clinic)),
    reference: patientRefId,
    scan: sheet.scan(),
    send: sheet.send(),
    type: sheet.type(),
    until: sheet.until({ deadline: deadlineText(expiresAt, settings.CLINIC_TIME_ZONE, tag) }),
    help: phone ? sheet.help({ phone }) : null,
  };
}
