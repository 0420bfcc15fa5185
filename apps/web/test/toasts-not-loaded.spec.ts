import { expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

jest.unstable_mockModule('../src/shared/ui/toasts.js', () => {
  throw new Error('the connection is gone');
});
const { toast } = await import('../src/shared/ui/toast.js');

it('a failure is said also when the part that shows toasts could not be loaded', async () => {
  const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
  toast.success('Sent');
  toast.error('Failed to revoke the link');
  await waitFor(() => expect(alert).toHaveBeenCalledWith('Failed to revoke the link'));
  expect(alert).toHaveBeenCalledTimes(1);
});
