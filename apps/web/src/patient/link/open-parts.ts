import type { Fields } from '../response-fields.js';
import { openAgain } from '../again/open-again.js';
import { openInstructions } from '../instructions/instructions.js';
import { openRequest } from '../request/open-request.js';
import type { Link } from './link-verdict.js';

/** Adds to `link` what the clinic wrote for it, and the request for several documents to which it belongs. */
export async function openParts(link: Link, { askedAgain, instructions, request }: Fields): Promise<void> {
  if (askedAgain) link.again = await openAgain(askedAgain, link.language);
  if (request) link.request = await openRequest(request, link.language);
  link.instructions = openInstructions(instructions);
}
