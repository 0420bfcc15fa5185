import { describe, expect, it } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const ok = (data: object | null) => HttpResponse.json({ status: 'success', data });
const open = () => renderApp('/account-security', { user: people.ana, state: fake.state });
const choice = (name: string) => screen.findByRole('radio', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

describe('the choice of emails about new documents', () => {
  it('the saved choice is shown, and choices have a description', async () => {
    fake.use(http.get('*/api/auth/preferences', () => ok({ preferences: { documentMail: 'collected' } })));
    open();
    expect(await choice('Collected')).toBeChecked();
    for (const name of ['At once', 'Once a day', 'None']) {
      expect(await choice(name)).not.toBeChecked();
      expect(await choice(name)).toHaveAccessibleDescription();
    }
    expect(await choice('Once a day')).toHaveAccessibleDescription(/^At 07:30/);
    expect(await choice('Collected')).toHaveAccessibleDescription(/at most one email every 30 minutes/);
  });

  it('a choice is saved by the button, not by passing over it with the arrow keys', async () => {
    const saved: unknown[] = [];
    fake.use(
      http.patch('*/api/auth/preferences', async ({ request }) => {
        const body = (await request.json()) as object;
        saved.push(body);
        return ok({ preferences: body });
      }),
    );
    const { person } = open();
    await person.click(await choice('At once'));
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(await choice('Once a day')).toBeChecked();
    expect(saved).toEqual([]);
    await person.click(save());
    expect(await screen.findByText(messages.preferences.saved)).toBeVisible();
    expect(saved).toEqual([{ documentMail: 'daily' }]);
  });

  it('a choice that could not be saved is reported and stays selected', async () => {
    fake.use(
      http.patch('*/api/auth/preferences', () =>
        reject(503, 'service_unavailable', errors.service_unavailable.text),
      ),
    );
    const { person } = open();
    await person.click(await choice('None'));
    await person.click(save());
    await waitFor(() => expect(screen.queryByText(messages.preferences.saved)).toBeNull());
    expect(await screen.findByText(errors.service_unavailable.text)).toBeVisible();
    expect(await choice('None')).toBeChecked();
  });

  it('choices that fail to load are reported and loaded on Retry', async () => {
    let down = true;
    fake.use(
      http.get('*/api/auth/preferences', () =>
        down
          ? reject(503, 'service_unavailable', errors.service_unavailable.text)
          : ok({ preferences: { documentMail: 'none' } }),
      ),
    );
    const { person } = open();
    expect(await screen.findByText('Your email choice could not be fetched.')).toBeVisible();
    down = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await choice('None')).toBeChecked();
  });
});
