/** What is left to do after a rotation of FILE_URL_KEYS: one command per key, because `retire` takes one key. */
export const retireText = (keyIds: string[]): string =>
  [
    'In 15 minutes, when every URL signed with an older key has expired, retire each of them:',
    ...keyIds.map((id) => `npm run keys -- retire ${id} --ring FILE_URL_KEYS`),
  ].join('\n');
