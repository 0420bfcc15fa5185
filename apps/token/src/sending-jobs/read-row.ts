import {
  createTokenBody,
  limits,
  sendEmailBody,
  type SendingReason,
  type SendingRow,
} from '@caredrop/contracts';
import type { Language } from '@caredrop/patient-copy';
import { DateTime } from 'luxon';
import type { Config } from '../config.js';
import { foldedName } from '../template-texts/template-texts.js';
import type { NamedVersion, TemplateVersion } from '../template-texts/template-versions.js';
import { isLandline, toE164 } from '../tokens/phone-number.js';
import { daysFrom } from '../tokens/token.js';

/**
 * A row whose cells are all valid. At least one of `phoneNumber` and `emailAddress` is set, and exactly one of `days` and
 * `until`.
 */
export interface ReadRow extends TemplateVersion {
  reference: string;
  phoneNumber: string | null;
  emailAddress: string | null;
  nickname: string | null;
  language: string | null;
  /** Days from when the link is made. */
  days: number | null;
  until: Date | null;
}

/** The values for cells that a row leaves empty. */
export interface RowDefaults {
  language: string | null;
  days: number;
}

/** The clinic's templates by their folded names. */
export type TemplatesByName = ReadonlyMap<string, NamedVersion>;

export type RowSettings = Pick<Config, 'SMS_COUNTRIES' | 'LANGUAGES' | 'CLINIC_TIME_ZONE'>;

type Cells = Required<Omit<SendingRow, 'line'>>;
type Lifetime = Pick<ReadRow, 'days' | 'until'>;
type Contact = Pick<ReadRow, 'phoneNumber' | 'emailAddress'>;

/** Reads the cells of one row. Returns the reason, a string, if the row cannot be sent. */
export function readRow(
  cells: Cells,
  usual: RowDefaults,
  settings: RowSettings,
  templates: TemplatesByName,
  now: Date,
): ReadRow | SendingReason {
  const { patientRefId, nickname } = createTokenBody.shape;
  const reference = patientRefId.safeParse(cells.reference);
  if (!reference.success) return cells.reference.trim() ? 'reference_long' : 'reference_missing';
  const contact = readContact(cells, settings);
  if (typeof contact === 'string') return contact;
  const name = nickname.safeParse(cells.nickname);
  if (!name.success) return 'nickname_long';
  const language = cells.language.trim() ? languageOf(cells.language, settings.LANGUAGES) : usual.language;
  if (language === undefined) return 'language_unknown';
  const lifetime = readDue(cells.due, usual.days, settings.CLINIC_TIME_ZONE, now);
  if (!lifetime) return 'due_invalid';
  const template = templateOf(cells.template, templates);
  if (!template) return 'template_unknown';
  return { reference: reference.data, ...contact, nickname: name.data, language, ...lifetime, ...template };
}

/** A row with an invalid number or address is not sent at all, even if its other contact is valid. */
function readContact(
  { phone, email }: Cells,
  { SMS_COUNTRIES: countries }: RowSettings,
): Contact | SendingReason {
  const [hasPhone, hasEmail] = [phone.trim() !== '', email.trim() !== ''];
  if (!hasPhone && !hasEmail) return 'contact_missing';
  const phoneNumber = hasPhone ? toE164(phone, countries) : null;
  if (hasPhone && !phoneNumber) return isLandline(phone) ? 'phone_landline' : 'phone_invalid';
  const address = hasEmail ? sendEmailBody.shape.email.safeParse(email) : null;
  if (address && !address.success) return 'email_address_invalid';
  return { phoneNumber, emailAddress: address?.data ?? null };
}

/** Finds a language by id, English name or its own name; undefined for one that is not offered. */
function languageOf(typed: string, offered: readonly Language[]): string | undefined {
  const wanted = typed.trim().toLowerCase();
  const english = new Intl.DisplayNames(['en'], { type: 'language' });
  return offered.find(({ id, name }) =>
    [id, name, english.of(id) ?? id].some((known) => known.toLowerCase() === wanted),
  )?.id;
}

/** Undefined for a name that no template has. */
function templateOf(typed: string, templates: TemplatesByName): TemplateVersion | undefined {
  if (!typed.trim()) return { templateId: null, templateVersion: null };
  const found = templates.get(foldedName(typed));
  return found && { templateId: found.templateId, templateVersion: found.templateVersion };
}

const dateFormats = ['yyyy-MM-dd', 'd/M/yyyy', 'd.M.yyyy'];

/** Reads a number of days, or a date: the last day on which the link works, in the clinic's time zone. */
function readDue(typed: string, usualDays: number, timeZone: string, now: Date): Lifetime | null {
  const due = typed.trim();
  if (!due) return { days: usualDays, until: null };
  if (/^\d{1,3}$/.test(due)) return isLifetime(Number(due)) ? { days: Number(due), until: null } : null;
  const day = dateFormats
    .map((format) => DateTime.fromFormat(due, format, { zone: timeZone }))
    .find(({ isValid }) => isValid);
  if (!day) return null;
  const today = DateTime.fromJSDate(now, { zone: timeZone }).startOf('day');
  const ahead = Math.round(day.diff(today, 'days').days);
  return isLifetime(ahead) ? { days: null, until: day.endOf('day').toJSDate() } : null;
}

const isLifetime = (days: number): boolean => days >= limits.expiryDaysMin && days <= limits.expiryDaysMax;

/** When a link that is made now expires; null if its last day is over. */
export function expiryOf({ days, until }: Lifetime, now: Date): Date | null {
  if (days !== null) return daysFrom(now, days);
  return until !== null && until > now ? until : null;
}
