import { messages } from '@caredrop/contracts';

/** The place of the link in a text that is stored or handed on; it is filled at the moment of sending. */
export const LINK_PLACE = '{link}';

/**
 * The text with its link taken out. `link` is what fills it again: the link as typed when it is one of ours,
 * else the configured one. A text without any link gets it at the end: without it nobody could act on it.
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
