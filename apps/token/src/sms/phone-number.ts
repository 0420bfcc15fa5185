import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Reserved for fiction, so no library calls them valid; everyone tries the product with them (api.md 1a.15). */
const fictional = /^\+447700900\d{3}$/;

/**
 * A mobile number in E.164 from what a person typed: UK national (07…), +44…, 0044…, spaces and brackets, or
 * an international number with its +. Null for anything that cannot be texted.
 */
export function toE164(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed.trim().replace(/^00/, '+'), 'GB');
  if (!number) return null;
  if (fictional.test(number.number)) return number.number;
  if (number.getType() === 'FIXED_LINE') return null;
  if (number.countryCallingCode === '44')
    return number.isPossible() && /^\+447\d{9}$/.test(number.number) ? number.number : null;
  return number.isValid() ? number.number : null;
}
