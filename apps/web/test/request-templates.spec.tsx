import { describe, expect, it } from '@jest/globals';
import { errors, type RequestTemplate } from '@caredrop/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { reject } from './fake-api.js';
import { expectToastOnly } from './expect-toast-only.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const asDora = () => renderApp('/admin/request-templates', { user: people.dora, state: fake.state });
const asAna = () => renderApp('/generate-link', { user: people.ana, state: fake.state });
const card: RequestTemplate = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Insurance card',
  texts: [
    { language: 'en', instructions: 'Photograph both sides.\nUse daylight.', sms: null },
    { language: 'ar', instructions: 'صوّر الوجهين', sms: 'البطاقة: {link}' },
  ],
  expiryDays: 7,
  reminders: false,
  version: 3,
  changed_by: { firstName: 'Dora', lastName: 'Diaz' },
  changed_at: '2026-11-20T10:00:00.000Z',
};
const newer: RequestTemplate = { ...card, version: 4, changed_by: { firstName: 'Erik', lastName: 'Holm' } };
const dialog = async () => within(await screen.findByRole('dialog'));
const part = async (language: string) => within((await dialog()).getByRole('group', { name: language }));

/** Records the bodies of the calls that change templates. */
function changes() {
  const sent: unknown[] = [];
  const keep = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ status: 'success', data: { template: card } });
  };
  fake.use(
    http.post('*/api/admin/request-templates', keep),
    http.patch('*/api/admin/request-templates/:id', keep),
  );
  return sent;
}

/** Refuses every change, because Erik Holm has made the next version in the meantime. */
function rejectsChanges() {
  fake.use(
    http.patch('*/api/admin/request-templates/:id', () => {
      fake.state.templates = [newer];
      return reject(409, 'template_changed', errors.template_changed.text);
    }),
  );
}

describe('the request templates screen', () => {
  it('a template can be written in two languages, each in its own text direction', async () => {
    fake.state.languages = ['en', 'ar', 'pl'];
    const sent = changes();
    const { person } = asDora();
    const write = await screen.findByRole('button', { name: 'New template' });
    // Enabled once the clinic's languages are known.
    await waitFor(() => expect(write).toBeEnabled());
    await person.click(write);
    await person.click((await dialog()).getByRole('button', { name: 'Save template' }));
    expect(await screen.findByText(errors.template_name_required.text)).toBeVisible();
    expect(screen.getByText(errors.instructions_required.text)).toBeVisible();
    await person.type((await dialog()).getByLabelText('Name'), 'Insurance card');
    const english = (await part('English')).getByLabelText('Instructions for the patient');
    expect(english.closest('[dir]')).toHaveAttribute('dir', 'ltr');
    expect(english).toHaveAttribute('lang', 'en');
    await person.type(english, 'Both sides');
    await person.selectOptions((await dialog()).getByLabelText('Add a language'), 'ar');
    const arabic = await part('Arabic (العربية)');
    const words = arabic.getByLabelText('Instructions for the patient');
    expect(words.closest('[dir]')).toHaveAttribute('dir', 'rtl');
    expect(words).toHaveAttribute('lang', 'ar');
    await person.type(words, 'صوّر');
    await person.type(arabic.getByLabelText('Text message'), 'البطاقة');
    expect(arabic.getByText(/sent as 2 text messages/)).toBeVisible();
    await person.type((await dialog()).getByLabelText('Days until the link expires'), '7');
    await person.click((await dialog()).getByRole('button', { name: 'Save template' }));
    expect(await screen.findByText('The template “Insurance card” has been saved')).toBeVisible();
    expect(sent).toEqual([
      {
        name: 'Insurance card',
        items: null,
        expiryDays: 7,
        reminders: true,
        texts: [
          { language: 'en', instructions: 'Both sides', sms: '' },
          { language: 'ar', instructions: 'صوّر', sms: 'البطاقة' },
        ],
      },
    ]);
  });

  it('a change to an outdated version is refused, and the input stays in the dialog', async () => {
    fake.state.templates = [card];
    rejectsChanges();
    const { person } = asDora();
    await person.click(await screen.findByRole('button', { name: 'Edit' }));
    const words = (await part('English')).getByLabelText('Instructions for the patient');
    await person.type(words, ' No flash.');
    await person.click((await dialog()).getByRole('button', { name: 'Save changes' }));
    expect(
      await screen.findByText(/^Since you opened this template, Erik Holm has changed it\./),
    ).toBeVisible();
    expect(words).toHaveValue('Photograph both sides.\nUse daylight. No flash.');
  });

  it('until the newer version of a template has been loaded, the rejection of a change names no author', async () => {
    fake.state.templates = [card];
    rejectsChanges();
    const { person } = asDora();
    await person.click(await screen.findByRole('button', { name: 'Edit' }));
    fake.use(http.get('*/api/request-templates', () => HttpResponse.error()));
    await person.click((await dialog()).getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(errors.template_changed.text)).toBeVisible();
    expect(screen.queryByText(/has changed it\./)).toBeNull();
  });

  it('the rejection of an outdated change is shown next to the buttons, because the top of the dialog may be out of view', async () => {
    fake.state.templates = [card];
    rejectsChanges();
    const { person } = asDora();
    await person.click(await screen.findByRole('button', { name: 'Edit' }));
    await person.click((await dialog()).getByRole('button', { name: 'Save changes' }));
    const notice = await screen.findByText(/Erik Holm has changed it\./);
    const { getByLabelText, getByRole } = await dialog();
    const isBefore = (one: Node, other: Node) =>
      one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBefore(getByLabelText('Plan reminders'), notice)).toBe(true);
    expect(isBefore(notice, getByRole('button', { name: 'Save changes' }))).toBe(true);
  });

  it('an attempt to save a template with an error moves the focus to the field', async () => {
    const { person } = asDora();
    const write = await screen.findByRole('button', { name: 'New template' });
    await waitFor(() => expect(write).toBeEnabled());
    await person.click(write);
    await person.type((await dialog()).getByLabelText('Name'), 'Insurance card');
    await person.click((await dialog()).getByRole('button', { name: 'Save template' }));
    expect((await part('English')).getByLabelText('Instructions for the patient')).toHaveFocus();
  });

  it('after the rejection of an outdated change, saving again replaces the newer version', async () => {
    fake.state.templates = [card];
    const versions: unknown[] = [];
    fake.use(
      http.patch('*/api/admin/request-templates/:id', async ({ request }) => {
        versions.push(((await request.json()) as RequestTemplate).version);
        if (versions.length > 1) return HttpResponse.json({ status: 'success', data: { template: card } });
        fake.state.templates = [newer];
        return reject(409, 'template_changed', errors.template_changed.text);
      }),
    );
    const { person } = asDora();
    await person.click(await screen.findByRole('button', { name: 'Edit' }));
    await person.click((await dialog()).getByRole('button', { name: 'Save changes' }));
    expect(
      await screen.findByText(/^Since you opened this template, Erik Holm has changed it\./),
    ).toBeVisible();
    await person.click((await dialog()).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(versions).toEqual([3, 4]));
  });
});

describe('the form for a new link', () => {
  it('a template fills in its settings, which can be changed, and shows what the patient reads', async () => {
    fake.state.templates = [card];
    fake.state.languages = ['en', 'ar', 'pl'];
    const sent: unknown[] = [];
    fake.use(
      http.post('*/api/tokens', async ({ request }) => {
        sent.push(await request.json());
        return reject(400, 'template_unknown', errors.template_unknown.text);
      }),
    );
    const { person } = asAna();
    await person.selectOptions(await screen.findByLabelText('Template'), 'Insurance card');
    const expiry = screen.getByLabelText('Days until the link expires');
    expect(expiry).toHaveValue('7');
    expect(screen.getByText(/^Photograph both sides/)).toHaveAttribute('lang', 'en');
    expect(screen.getByText('Written by Dora Diaz, 20 Nov 2026.')).toBeVisible();
    await person.selectOptions(await screen.findByLabelText('Language for the patient'), 'ar');
    expect(screen.getByText('صوّر الوجهين')).toHaveAttribute('dir', 'rtl');
    await person.selectOptions(screen.getByLabelText('Language for the patient'), 'pl');
    expect(screen.getByText(/no instructions in Polish \(Polski\).* reads them in English/)).toBeVisible();
    await person.clear(expiry);
    await person.type(expiry, '9');
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    await expectToastOnly(errors.template_unknown.text);
    expect(screen.getByLabelText('Template')).toHaveAccessibleDescription(/Choose another template/);
    expect(sent).toMatchObject([{ templateId: card.id, patientRefId: 'P-1', expiryDays: 9, language: 'pl' }]);
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    await screen.findByLabelText('Template');
    expect(sent[1]).not.toHaveProperty('templateId');
  });

  it('a template that has been changed since the form was opened is shown and filled in again before a link is made', async () => {
    fake.state.templates = [card];
    const [text] = card.texts;
    const changed: RequestTemplate = {
      ...card,
      texts: [{ language: 'en', sms: null, ...text, instructions: 'Only the front.' }],
      expiryDays: 3,
      version: 4,
    };
    const sent: object[] = [];
    fake.use(
      http.post('*/api/tokens', async ({ request }) => {
        sent.push((await request.json()) as object);
        fake.state.templates = [changed];
        return reject(409, 'template_outdated', errors.template_outdated.text);
      }),
    );
    const { person } = asAna();
    await person.selectOptions(await screen.findByLabelText('Template'), 'Insurance card');
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText('Only the front.')).toBeVisible();
    const field = screen.getByLabelText('Template');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/This is its new version/));
    await expectToastOnly(errors.template_outdated.text);
    expect(screen.getByLabelText('Days until the link expires')).toHaveValue('3');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { templateId: card.id, templateVersion: 3, expiryDays: 7 },
        { templateId: card.id, templateVersion: 4, expiryDays: 3 },
      ]),
    );
  });

  it('the documents of a kept draft are not sent if its template has since been given a list', async () => {
    const item = { optional: false, labels: [{ language: 'en', label: 'Front' }] };
    fake.state.templates = [card];
    const sent: object[] = [];
    fake.use(
      http.post('*/api/tokens', async ({ request }) => {
        sent.push((await request.json()) as object);
        return reject(400, 'bad_request', errors.bad_request.text);
      }),
    );
    const { person } = asAna();
    await person.selectOptions(await screen.findByLabelText('Template'), 'Insurance card');
    await person.click(await screen.findByLabelText('Ask for several documents'));
    await person.type(await screen.findByLabelText('Document 1'), 'Front');
    await person.type(screen.getByLabelText('Document 2'), 'Back');
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    cleanup();
    fake.state.templates = [{ ...card, items: [item, item], version: 4 }];
    const { person: later } = asAna();
    await screen.findByText('Photograph both sides.', { exact: false });
    await later.click(screen.getByRole('button', { name: 'Generate Link' }));
    await waitFor(() => expect(sent).toMatchObject([{ patientRefId: 'P-1', templateId: card.id }]));
    expect(sent[0]).not.toHaveProperty('items');
  });

  it('a request that is repeated from a kept draft keeps its key even if its template has since been changed', async () => {
    fake.state.templates = [card];
    const keys: (string | null)[] = [];
    fake.use(
      http.post('*/api/tokens', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.error();
      }),
    );
    const { person } = asAna();
    await person.selectOptions(await screen.findByLabelText('Template'), 'Insurance card');
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    await waitFor(() => expect(keys).toHaveLength(1));
    cleanup();
    fake.state.templates = [newer];
    const { person: later } = asAna();
    await screen.findByText('Written by Erik Holm, 20 Nov 2026.');
    await later.click(screen.getByRole('button', { name: 'Generate Link' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  });

  it('no link is made from a kept draft with a template while the templates cannot be loaded', async () => {
    fake.state.templates = [card];
    const { person } = asAna();
    await person.selectOptions(await screen.findByLabelText('Template'), 'Insurance card');
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    cleanup();
    let failing = true;
    fake.use(
      http.get('*/api/request-templates', () =>
        failing ? reject(503, 'service_unavailable', errors.service_unavailable.text) : undefined,
      ),
    );
    const { person: later } = asAna();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('button', { name: 'Generate Link' })).toBeDisabled();
    failing = false;
    await later.click(retry);
    expect(await screen.findByText('Photograph both sides.', { exact: false })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Generate Link' })).toBeEnabled();
  });

  it('the form has no template field if the clinic has no templates', async () => {
    asAna();
    await screen.findByLabelText('Patient’s phone number');
    expect(screen.queryByLabelText('Template')).toBeNull();
  });
});
