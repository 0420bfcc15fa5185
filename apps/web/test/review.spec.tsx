import { describe, expect, it } from '@jest/globals';
import { errors } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aDocument, inDays } from './builders.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string, historyState?: unknown) =>
  renderApp(route, { user: people.ana, state: fake.state, historyState });
const panel = async () => within(await screen.findByRole('region', { name: 'Review' }));
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

function fillList() {
  const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map((file_name, index) =>
    aDocument({ file_name, patient_ref_id: `P-${index}`, created_at: inDays(-index), seen: false }),
  );
  fake.state.documents.push(...documents);
  return documents;
}

describe('the review of a document', () => {
  it('marking a document as reviewed or filed shows who did it, and can be undone', async () => {
    const [document] = fillList();
    const { person } = open(`/documents/${document!.id}`);
    expect((await panel()).getByText('No one has marked this document yet.')).toBeVisible();
    await person.click((await panel()).getByRole('button', { name: 'Mark as reviewed' }));
    expect(await (await panel()).findByText(/^Reviewed by Ana Li on /)).toHaveFocus();
    await person.click((await panel()).getByRole('button', { name: 'Mark as filed' }));
    expect(await (await panel()).findByText(/^Filed by Ana Li on /)).toBeVisible();
    expect((await panel()).queryByRole('button', { name: /^Mark/ })).toBeNull();
    await person.click((await panel()).getByRole('button', { name: 'Undo' }));
    expect(await (await panel()).findByText('No one has marked this document yet.')).toBeVisible();
  });

  it('a change that someone else made first is reported and shown', async () => {
    const [document] = fillList();
    const { person } = open(`/documents/${document!.id}`);
    const button = (await panel()).getByRole('button', { name: 'Mark as reviewed' });
    document!.review = { state: 'filed', by: { firstName: 'Dora', lastName: 'Li' }, at: inDays(0) };
    await person.click(button);
    expect(await screen.findByText(errors.review_changed.text)).toBeVisible();
    expect(await (await panel()).findByText(/^Filed by Dora Li on /)).toBeVisible();
  });

  it('a document that cannot be opened cannot be marked', async () => {
    const document = aDocument({ file_url: null });
    fake.state.documents.push(document);
    open(`/documents/${document.id}`);
    expect((await panel()).getByText(/It can be reviewed once it can be opened/)).toBeVisible();
    expect((await panel()).queryByRole('button')).toBeNull();
  });

  it('the list shows the state of each document and filters by it, and the filter is kept in the URL', async () => {
    const [document] = fillList();
    document!.review = { state: 'reviewed', by: { firstName: 'Ana', lastName: 'Silva' }, at: inDays(0) };
    const { person, address } = open('/documents');
    expect((await row(/a\.pdf/)).getByText('reviewed')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('Review'), 'New');
    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull());
    expect(screen.getByText('2 documents')).toBeVisible();
    expect(address()).toBe('/documents?review=new');
  });

  it('an administrator’s list is filtered by the service', async () => {
    fillList();
    const { person } = renderApp('/admin/documents', { user: people.dora, state: fake.state });
    await screen.findByText('a.pdf');
    await person.selectOptions(screen.getByLabelText('Review'), 'Filed');
    await waitFor(() => expect(fake.calls.some((call) => call.includes('review=filed'))).toBe(true));
  });
});

describe('unread documents', () => {
  it('a document is marked as unread until it has been opened', async () => {
    fillList();
    const { person, router } = open('/documents');
    expect((await row(/a\.pdf/)).getByText('Unread')).toBeInTheDocument();
    await person.click((await row(/a\.pdf/)).getByRole('link', { name: 'View' }));
    await panel();
    await router.navigate(-1);
    expect((await row(/a\.pdf/)).queryByText('Unread')).toBeNull();
    expect((await row(/b\.pdf/)).getByText('Unread')).toBeInTheDocument();
  });
});

describe('going through a list of documents', () => {
  it('Next, Previous, J and K go through the filtered list, and Back returns to the list', async () => {
    const [first, second] = fillList();
    fake.state.documents.push(aDocument({ file_name: 'hidden.pdf', file_type: 'image/png' }));
    const { person, address, router } = open('/documents?fileType=pdf');
    await person.click((await row(/a\.pdf/)).getByRole('link', { name: 'View' }));
    expect(await screen.findByText('Document 1 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await person.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(address()).toBe(`/documents/${second!.id}`));
    expect(await screen.findByText('Document 2 of 3')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText('Document 1 of 3')).toBeVisible();
    await person.keyboard('j');
    expect(await screen.findByText('Document 2 of 3')).toBeVisible();
    await person.keyboard('j');
    expect(await screen.findByText('Document 3 of 3')).toBeVisible();
    await person.keyboard('jkK');
    await waitFor(() => expect(address()).toBe(`/documents/${first!.id}`));
    await router.navigate(-1);
    await waitFor(() => expect(address()).toBe('/documents?fileType=pdf'));
  });

  it('the keys J and K do nothing with a modifier or while a dialog is open', async () => {
    const [first, second, third] = fillList();
    const trail = [first!.id, second!.id, third!.id];
    const { person, address } = open(`/documents/${second!.id}`, { trail });
    await screen.findByText('Document 2 of 3');
    await person.keyboard('{Control>}j{/Control}{Alt>}k{/Alt}');
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('dialog');
    await person.keyboard('jkk{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(`/documents/${second!.id}`);
    await person.keyboard('j');
    await waitFor(() => expect(address()).toBe(`/documents/${third!.id}`));
  });

  it('a document that was not opened from a list has no buttons for the next and the previous one', async () => {
    const [first] = fillList();
    open(`/documents/${first!.id}`);
    await panel();
    for (const name of ['Next', 'Previous']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
