import { errorCodes, errors, type ErrorCode } from '@caredrop/contracts';
import {
  loadAdviceCopy,
  loadCaptions,
  loadLaterCopy,
  loadPatientCopy,
  loadScanCopy,
} from './load-patient-copy.js';
import { clinicParams, withLater } from './patient-copy.js';
import { patientCopy } from './sync.js';

const copy = patientCopy('en');
const sentences = copy.errors as unknown as Record<string, (params: object) => string>;
/** Returns each parameter's name in braces, as in the errors of the API. */
const inBraces = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** The general codes that a patient's browser can receive; they come first in `errors.ts`. */
const generalCodes = [
  'bad_request',
  'payload_too_large',
  'unsupported_media_type',
  'https_required',
  'rate_limited',
  'forbidden',
  'not_found',
] as const satisfies ErrorCode[];

/** Also the codes of links for patients, uploads and the server, which come last in `errors.ts`. */
const patientCodes = [...generalCodes, ...errorCodes.slice(errorCodes.indexOf('link_missing'))];

describe('the English catalogue', () => {
  // Patients, clinics and tests of other systems rely on these sentences.
  it.each([
    [copy.form.upload(), 'Upload Document'],
    [copy.done.uploaded(), 'Upload Successful'],
    [copy.done.notice(), 'File uploaded successfully!'],
    [copy.link.invalid(), 'Invalid Token'],
    [copy.link.validating(), 'Validating upload token...'],
    [copy.link.nowUsed(), 'This upload link is now used and invalid.'],
    [copy.form.comment(), 'Comment (optional)'],
    [copy.guide.watch(), 'Watch 45s guide'],
    [copy.errors.page_failed(), 'Something went wrong. Please try again.'],
    [
      copy.sms.reminder({ deadline: '14:05 on Thursday 3 December', link: 'L' }),
      'Your clinic is still waiting for your document. Please send it by 14:05 on Thursday 3 December: L',
    ],
    [copy.sms.invitation({ link: 'L' }), 'You have been invited to upload a document securely: L'],
  ])('a fixed sentence is unchanged: %s', (sentence, fixed) => expect(sentence).toBe(fixed));

  it.each(patientCodes)('the English catalogue has a sentence for the code %s', (code) => {
    expect(Object.keys(sentences)).toContain(code);
  });

  it.each(Object.keys(sentences).filter((code) => !code.startsWith('page_')))(
    'the sentence for %s is the same as in the API',
    (code) => {
      expect(sentences[code]!(inBraces)).toBe(errors[code as ErrorCode].text);
    },
  );

  it('the page and the API have the same sentence for a comment that is too long', () => {
    const expected = errors.too_long.text.replace('{field}', 'Comment');
    expect(sentences.page_comment_too_long!(inBraces)).toBe(expected);
  });

  it('sentences name the clinic, or say "your clinic" when it has no name', () => {
    expect(copy.form.request(clinicParams('Harbour Street Surgery'))).toBe(
      'Harbour Street Surgery has asked you for one document.',
    );
    expect(copy.form.request(clinicParams(null))).toBe('Your clinic has asked you for one document.');
    expect(copy.footer.contact(clinicParams(null))).toContain('Contact your clinic in');
  });

  it('a number chooses the plural form', () => {
    expect(copy.form.commentOver({ over: 1 })).toBe('Please shorten it by 1 character.');
    expect(copy.form.commentOver({ over: 1200 })).toBe('Please shorten it by 1200 characters.');
  });

  it("the scanner's sentences load separately from the page's", async () => {
    const scanCopy = await loadScanCopy('en');
    expect(scanCopy.actionsOn.retake({ number: 2 })).toBe('Retake page 2');
    expect(scanCopy.advice.tooLarge({ fit: 1 })).toMatch(/^The first 1 page fits\./);
    expect(scanCopy.advice.tooLarge({ fit: 4 })).toMatch(/^The first 4 pages fit\./);
    expect(Object.keys(copy)).not.toContain('scan');
    await expect(loadScanCopy('xx')).rejects.toThrow('There is no catalogue for xx.');
  });

  it('a browser loads the form’s sentences later, and then has the same sentences as the services', async () => {
    const first = await loadPatientCopy('en');
    expect(first.changed).toBeUndefined();
    expect(Object.keys(first)).not.toContain('sms');
    const whole = withLater(first, await loadLaterCopy('en'));
    expect(whole.language.tag).toBe('en-GB');
    expect(Object.keys(whole.errors).sort()).toEqual(Object.keys(copy.errors).sort());
    expect(whole.changed!.convert()).toBe(copy.changed.convert());
    expect((await loadAdviceCopy('en')).takePhoto()).toMatch(/^Take a photo/);
    expect((await loadCaptions('en')).open()).toBe(copy.captions.open());
  });
});
