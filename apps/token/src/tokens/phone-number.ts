import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';

/** Numbers reserved for fiction: the library does not accept them, but people try the product with them. */
const fictional = /^\+447700900\d{3}$/;
const mobileTypes = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Converts user input to a mobile number in E.164: UK national (07…), +44…, 0044…, spaces and brackets, or an
 * international number with its +. Null for anything that cannot be texted, and for every country not in
 * `countries`: attackers earn money from texts to premium and satellite numbers. Numbers of the Channel Islands and the
 * Isle of Man, which also begin with +44, are accepted as UK numbers too.
 */
export function toE164(typed: string, countries: readonly CountryCode[]): string | null {
  const number = parsed(typed);
  if (!number) return null;
  return number.countryCallingCode === '44' ? ukMobile(number, countries) : foreignMobile(number, countries);
}

/** Whether user input is a valid number that cannot be texted because it is a landline. */
export const isLandline = (typed: string): boolean => parsed(typed)?.getType() === 'FIXED_LINE';

const parsed = (typed: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(typed.trim().replace(/^00/, '+'), 'GB');

/** Accepts any possible mobile number, assigned or not: numbering plans change faster than libraries. */
function ukMobile(number: PhoneNumber, countries: readonly CountryCode[]): string | null {
  if (!countries.includes('GB') && !countries.includes(number.country ?? 'GB')) return null;
  const mobile = number.isPossible() && /^\+447\d{9}$/.test(number.number);
  return (mobile && number.getType() !== 'FIXED_LINE') || fictional.test(number.number)
    ? number.number
    : null;
}

function foreignMobile(number: PhoneNumber, countries: readonly CountryCode[]): string | null {
  const { country } = number;
  if (!country || !countries.includes(country) || !number.isValid()) return null;
  return mobileTypes.has(number.getType() ?? '') ? number.number : null;
}
