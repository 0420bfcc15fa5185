import { patientCopy } from '@caredrop/patient-copy/sync';
import { screen } from '@testing-library/react';
import { renderWith } from '../testing/english.js';
import { Instructions, openInstructions } from './instructions.js';

const english = { language: 'en', direction: 'ltr' as const, text: '<b>Both</b> sides.\nUse daylight.' };
const arabic = { language: 'ar', direction: 'rtl' as const, text: 'صوّر الوجهين' };

describe('the instructions of a link', () => {
  it('instructions are shown as plain text with their line breaks', () => {
    renderWith(<Instructions texts={[english]} />);
    const shown = screen.getByText(/Both/);
    expect(shown.textContent).toBe(english.text);
    expect(shown.querySelector('b')).toBeNull();
  });

  it('instructions are shown in the language of the page', () => {
    renderWith(<Instructions texts={[english, arabic]} />, patientCopy('ar'));
    expect(screen.getByText(arabic.text)).toHaveAttribute('dir', 'rtl');
    expect(screen.queryByText(/Both/)).toBeNull();
  });

  it("instructions in the clinic's default language keep its direction on a page in another language", () => {
    renderWith(<Instructions texts={[english]} />, patientCopy('ar'));
    const shown = screen.getByText(/Both/);
    expect(shown).toHaveAttribute('lang', 'en');
    expect(shown).toHaveAttribute('dir', 'ltr');
  });

  it('unexpected values in the response to a link check are ignored', () => {
    expect(openInstructions(undefined)).toBeNull();
    expect(openInstructions('text')).toBeNull();
    expect(openInstructions([null, { language: 'en', text: ' ' }, { text: 'x' }])).toBeNull();
    const read = openInstructions([arabic, { language: 'pl', direction: 7, text: 'Obie strony' }]);
    expect(read?.texts).toEqual([arabic, { language: 'pl', direction: 'ltr', text: 'Obie strony' }]);
  });
});
