/** Deletes what was chosen for a link on this device. Never throws: the browser deletes it within a day anyway. */
export async function forgetDraft(token: string): Promise<void> {
  try {
    const { Keep } = await import('../keep/keep.js');
    await (await Keep.open(token))?.wipe();
  } catch {
    // The chunk did not load.
  }
}
