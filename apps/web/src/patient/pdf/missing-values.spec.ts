import { visibleText, type FormField } from './missing-values.js';

const field = (changes: Partial<FormField>): FormField => ({
  ...{ subtype: 'Widget', fieldType: 'Tx', fieldValue: 'Maria', annotationFlags: 4, rect: [0, 0, 1, 1] },
  ...changes,
});

describe('the visible text of a form field', () => {
  it.each([
    ['of a text field', {}, 'Maria'],
    ['of a list', { fieldType: 'Ch', fieldValue: ['York'] }, 'York'],
    ['of a list with several choices', { fieldType: 'Ch', fieldValue: ['Leeds', 'York'] }, 'Leeds\nYork'],
  ])('the text %s is returned', (_what, changes, text) => expect(visibleText(field(changes))).toBe(text));

  it.each([
    ['an empty field', { fieldValue: ' ' }],
    ['a field without a value', { fieldValue: null }],
    ['a hidden field', { annotationFlags: 2 }],
    ['a field that is only printed', { annotationFlags: 4 | 32 }],
    ['a password', { password: true }],
    ['a check box', { fieldType: 'Btn', fieldValue: 'Yes' }],
    ['a note', { subtype: 'Text' }],
  ])('%s has no visible text', (_what, changes) => expect(visibleText(field(changes))).toBeNull());
});
