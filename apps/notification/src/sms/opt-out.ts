/** Words with which a recipient opts out of our texts or opts in again (Twilio's defaults for English). */
const stop = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE']);
const start = new Set(['START', 'YES', 'UNSTOP']);

/**
 * What a received text asks for. Twilio's own interpretation (`OptOutType`, with Advanced Opt-Out) takes
 * precedence; otherwise the whole message must be the word.
 */
export function optOutWish(params: Record<string, string>): 'stop' | 'start' | null {
  const word = (params.OptOutType ?? params.Body ?? '').trim().toUpperCase();
  if (stop.has(word)) return 'stop';
  return start.has(word) ? 'start' : null;
}
