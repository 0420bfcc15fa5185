import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';

/** Waits for the toast of a failure. Its sentence must not be anywhere else on the page. */
export const expectToastOnly = (sentence: string) =>
  waitFor(() => expect(screen.getByText(sentence).closest('[role="alert"]')).toBeVisible());
