/** Whether a text contains a web address that begins with a scheme or with `www.`. */
export const holdsAddress = (text: string): boolean => /\bhttps?:|\bwww\./i.test(text);

export const inEachLanguageOnce = (texts: readonly { language: string }[]): boolean =>
  new Set(texts.map(({ language }) => language)).size === texts.length;
