/**
 * Deletes the draft of a link on this device. Never throws: a draft that remains expires within a day, and is then
 * deleted when a link is next opened in this browser.
 */
export async function forgetDraft(token: string): Promise<void> {
  try {
    const { Keep } = await import('../keep/keep.js');
    await (await Keep.open(token))?.wipe();
  } catch {
    // The chunk did not load.
  }
}
