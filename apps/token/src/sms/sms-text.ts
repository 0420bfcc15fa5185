import { anyLinkWith, linkFor } from '../tokens/token-value.js';
import { LINK_PLACE } from './link-texts.js';

/** A text with the placeholder, and the link that fills it. */
export const aroundLink = (template: string, value: string, publicUrl: string) => ({
  template,
  link: linkFor(publicUrl, value),
});

/**
 * Returns the clinician's text, or the default one, with a placeholder for the link, and the `link` that fills it: the
 * one in the clinician's text if it is ours, otherwise the configured one. A shortened link becomes a placeholder too. A
 * text without a link gets one appended, since the patient could not act without it.
 */
export function takeLinkOut(
  usualText: string,
  custom: string | null,
  value: string,
  publicUrl: string,
  alsoOurs: string | null,
): { template: string; link: string } {
  const usual = aroundLink(usualText, value, publicUrl);
  if (custom === null) return usual;
  const ours = [publicUrl, alsoOurs].flatMap((origin) => (origin ? [linkFor(origin, value)] : []));
  const link = ours.find((candidate) => custom.includes(candidate)) ?? usual.link;
  const template = custom.replaceAll(anyLinkWith(value), LINK_PLACE);
  return { template: template.includes(LINK_PLACE) ? template : `${template} ${LINK_PLACE}`, link };
}
