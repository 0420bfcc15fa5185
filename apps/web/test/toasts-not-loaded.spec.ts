import { expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

jest.unstable_mockModule('../src/shared/ui/toasts.js', () => {
  throw new Error('the connection is gone');
});
const { toast } = await import('../src/shared/ui/toast.js');

it('a failure is shown even if the toast module could not be loaded', async () => {
  const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
  toast.success('Sent');
  toast.error('Failed to revoke the link');
  await waitFor(() => expect(alert).toHaveBeenCalledWith('Failed to revoke the link'));
  expect(alert).toHaveBeenCalledTimes(1);
});
