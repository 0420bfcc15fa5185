import { messages } from '@caredrop/contracts';

/** Placeholder for the link in a text that is stored or passed on; filled in at the moment of sending. */
const LINK_PLACE = '{link}';

/**
 * The text without its link. `link` fills the placeholder again: the link as typed when it is one of ours,
 * otherwise the configured one. A text without any link gets it appended, since the patient could not act
 * without it.
 */
export function takeLinkOut(
  custom: string | null,
  value: string,
  publicUrl: string,
  alsoOurs: string | null,
): { template: string; link: string } {
  const configured = `${publicUrl}/upload?token=${value}`;
  if (custom === null) return { template: messages.sms.defaultText(LINK_PLACE), link: configured };
  const ours = [publicUrl, alsoOurs].flatMap((origin) => (origin ? [`${origin}/upload?token=${value}`] : []));
  const link = ours.find((candidate) => custom.includes(candidate)) ?? configured;
  const template = custom.replaceAll(link, LINK_PLACE);
  return { template: template.includes(LINK_PLACE) ? template : `${template} ${LINK_PLACE}`, link };
}
