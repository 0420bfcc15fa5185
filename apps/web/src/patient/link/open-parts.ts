import type { Fields } from '../answers.js';
import { openAgain } from '../again/open-again.js';
import { openInstructions } from '../instructions/instructions.js';
import type { Link } from './link-verdict.js';

/** Adds what the clinic wrote for this link to the page. */
export async function openParts(link: Link, { askedAgain, instructions }: Fields): Promise<void> {
  if (askedAgain) link.again = await openAgain(askedAgain, link.language);
  link.instructions = openInstructions(instructions);
}
