/**
 * Deletes the draft of a link on this device. Never throws: the draft expires within a day and is deleted the next time
 * that a link is opened in this browser.
 */
export async function forgetDraft(token: string): Promise<void> {
  try {
    const { Keep } = await import('../keep/keep.js');
    await (await Keep.open(token))?.wipe();
  } catch {
    // The chunk did not load.
  }
}
