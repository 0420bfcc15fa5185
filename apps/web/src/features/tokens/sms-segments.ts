const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€';

/** How many segments a text is sent (and paid for) as: GSM 7-bit where possible, otherwise UCS-2. */
export function smsSegments(text: string): number {
  if (text === '') return 0;
  const plain = [...text].every((sign) => basic.includes(sign) || extended.includes(sign));
  if (!plain) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  const length = [...text].reduce((sum, sign) => sum + (extended.includes(sign) ? 2 : 1), 0);
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
