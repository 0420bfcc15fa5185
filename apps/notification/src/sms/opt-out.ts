/** Words by which a person stops our texts, and takes that back (Twilio's defaults for English). */
const stop = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE']);
const start = new Set(['START', 'YES', 'UNSTOP']);

/**
 * What a text sent to us asks for. Twilio's own reading (`OptOutType`, with Advanced Opt-Out) goes first; else
 * the whole message must be the word.
 */
export function optOutWish(params: Record<string, string>): 'stop' | 'start' | null {
  const word = (params.OptOutType ?? params.Body ?? '').trim().toUpperCase();
  if (stop.has(word)) return 'stop';
  return start.has(word) ? 'start' : null;
}
