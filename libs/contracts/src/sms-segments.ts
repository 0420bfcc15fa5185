const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€';

export type SmsEncoding = 'gsm' | 'ucs2';

/** GSM 7-bit if it contains every character of the text, otherwise UCS-2. */
export const smsEncoding = (text: string): SmsEncoding =>
  [...text].every((sign) => basic.includes(sign) || extended.includes(sign)) ? 'gsm' : 'ucs2';

/** The number of segments that a text is sent (and billed) as. */
export function smsSegments(text: string): number {
  if (text === '') return 0;
  if (smsEncoding(text) === 'ucs2') return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  const length = [...text].reduce((sum, sign) => sum + (extended.includes(sign) ? 2 : 1), 0);
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
