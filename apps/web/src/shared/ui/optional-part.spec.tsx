import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { optionalPart } from './optional-part.js';

const page = (Part: ReturnType<typeof optionalPart<object>>) => (
  <Suspense fallback="loading">
    <h1>Dashboard</h1>
    <Part />
  </Suspense>
);

it('a part that was loaded is shown in its page', async () => {
  render(page(optionalPart(async () => () => <p>12 to do</p>)));
  expect(await screen.findByText('12 to do')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

it('a part that cannot be loaded is left out, and the page around it stays', async () => {
  const { container } = render(page(optionalPart(() => Promise.reject(new TypeError('Failed to fetch')))));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(container).toHaveTextContent(/^Dashboard$/);
});
