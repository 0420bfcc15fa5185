import { errorCodes, errors, retiredErrorCodes } from '@caredrop/contracts';

const introduction = `# Error codes

Written by \`npm run configuration\` from \`libs/contracts/src/errors.ts\`. Every code has one English sentence, which is
the \`message\` of the envelope; a name in braces is a member of \`params\`. The table shows the usual status: a field that
fails its check always returns 400, and [the API rules](api.md) describe the other exceptions.

| Code | HTTP | Sentence |
|---|---|---|
`;

/** The text of docs/errors.md. */
export const errorsPage = (): string =>
  introduction +
  errorCodes.map((code) => `| \`${code}\` | ${errors[code].status} | ${errors[code].text} |\n`).join('') +
  `\nRetired codes, which are never used again: ${retiredErrorCodes.map((code) => `\`${code}\``).join(', ')}.\n`;
