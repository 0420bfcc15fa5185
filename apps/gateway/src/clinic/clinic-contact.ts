import type { PatientCopy } from '@caredrop/patient-copy';
import { escapeHtml } from '@caredrop/service-kit';

/** How a patient whose link does not work reaches the clinic. */
export interface ClinicContact {
  phone?: string | undefined;
  email?: string | undefined;
  hours?: string | undefined;
}

interface Settings {
  CLINIC_CONTACT_PHONE?: string | undefined;
  CLINIC_CONTACT_EMAIL?: string | undefined;
  CLINIC_HOURS?: string | undefined;
}

export const contactOf = (settings: Settings): ClinicContact => ({
  phone: settings.CLINIC_CONTACT_PHONE,
  email: settings.CLINIC_CONTACT_EMAIL,
  hours: settings.CLINIC_HOURS,
});

/**
 * Whether this is a telephone number: at least three digits with the usual separators, and optionally a leading plus.
 */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length >= 3;

/** The number to dial. Drops the zero in '+44 (0)20 7946 0123', which is only for calls within the country. */
export const dialled = (phone: string): string =>
  (phone.startsWith('+') ? phone.replace(/\(0\)/g, '') : phone).replace(/[^\d+]/g, '');

/** The contact line as HTML; empty for a clinic that has configured nothing. */
export function contactHtml({ contact }: PatientCopy, { phone, email, hours }: ClinicContact): string {
  const parts = [
    phone && `<a href="tel:${dialled(phone)}">${escapeHtml(contact.call({ phone }))}</a>`,
    email && `<a href="mailto:${encodeURI(email)}">${escapeHtml(contact.write({ address: email }))}</a>`,
    hours && `<span dir="auto">${escapeHtml(hours)}</span>`,
  ];
  return parts.filter(Boolean).join(' ');
}
