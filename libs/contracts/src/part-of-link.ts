/**
 * Longer than a typical reference, such as a UUID without dashes. A link has 43 letters and digits, and knowing all
 * but a few of them is as good as knowing the link.
 */
const partOfLink = /[A-Za-z0-9]{33,}/;

/** Whether a text contains a link's value or most of one, and so must not be stored in readable form. */
export const holdsPartOfLink = (text: string): boolean => partOfLink.test(text);

/** Characters of a link's value that are stored in plain text, and by which links are found. */
const VISIBLE = 8;

/** A search text in which each link, whole value or most of one is replaced by the visible start of its value. */
export const shortenLinks = (text: string): string =>
  text.replace(/\S+/g, (word) => partOfLink.exec(word)?.[0].slice(0, VISIBLE) ?? word);
