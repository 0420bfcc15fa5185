import { againReasons } from '@caredrop/contracts';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { screen } from '@testing-library/react';
import { readLinkVerdict } from '../link/link-verdict.js';
import type { Invalid } from '../page-state.js';
import { renderWith } from '../testing/english.js';
import { UsedLink } from '../ui/used-link.js';
import { AgainNote } from './again-note.js';
import { openAgain } from './open-again.js';

const { again } = patientCopy('en');
const part = { language: 'en', copy: again };

describe('a link that asks for a document again', () => {
  it.each(againReasons)('the reason %s has its own sentence', async (reason) => {
    renderWith(<AgainNote part={part} reason={reason} words={null} />);
    expect(await screen.findByText(again[reason]())).toBeVisible();
  });

  it('the reason is shown in the language of the page', async () => {
    const arabic = patientCopy('ar');
    renderWith(<AgainNote part={part} reason="blurred" words={null} />, arabic);
    expect(await screen.findByText(arabic.again.blurred())).toBeVisible();
  });

  it('a reason from a later version is shown as a general request', async () => {
    renderWith(<AgainNote part={part} reason="upside_down" words={null} />);
    expect(await screen.findByText(again.own_words())).toBeVisible();
  });

  it("the clinician's own words are shown as plain text in their own direction", async () => {
    const words = '<b>both</b> sides\nالصفحة الثانية';
    renderWith(<AgainNote part={part} reason="own_words" words={words} />);
    await screen.findByText(again.own_words());
    const shown = screen.getByText(/both/);
    expect(shown.textContent).toBe(words);
    expect(shown).toHaveAttribute('dir', 'auto');
    expect(shown.querySelector('b')).toBeNull();
  });

  it('unexpected values in the response to a link check are ignored', async () => {
    expect(await openAgain({ reason: 7, words: {} }, null)).toMatchObject({ reason: '', words: null });
    const known = { reason: 'blurred', words: 'Both sides' };
    expect(await openAgain(known, 'pl')).toMatchObject(known);
    expect(await openAgain(known, 'xx')).toMatchObject(known);
  });
});

it.each([
  ['2026-11-23T10:00:00.000Z', 'Your clinic has sent you a new link on 23 Nov 2026'],
  [null, 'Your clinic made a new link for you on 21 Nov 2026'],
])(
  'when a document was asked for again on 21 Nov (texted: %s), the page of its used link shows the date of the new link',
  (replacementSentAt, sentence) => {
    const data = {
      receivedAt: '2026-11-20T10:00:00.000Z',
      patientRefId: 'P-1',
      replacedAt: '2026-11-21T10:00:00.000Z',
      replacementSentAt,
    };
    const verdict = readLinkVerdict(410, { status: 'fail', message: 'Used', code: 'link_used', data });
    if (verdict.kind !== 'refused' || !verdict.rejection.receipt) throw new Error('expected a used link');
    const { rejection } = verdict;
    const state: Invalid = { phase: 'invalid', rejection, chosen: null, unconfirmed: null };
    renderWith(
      <UsedLink state={state} rejection={{ ...rejection, receipt: rejection.receipt! }} own token="t" />,
    );
    expect(screen.getByText(new RegExp(`^${sentence}`))).toBeVisible();
    expect(screen.queryByText('You do not need to send it again.')).not.toBeInTheDocument();
  },
);
