import type { Scenario } from '../users/scenario.ts';
import type { Harness } from '../harness/harness.ts';

interface Text {
  to: string;
  body: string;
}

/**
 * Checks that a text message is sent at most once; and exactly once when the clinician saw it accepted,
 * unless Twilio itself was broken.
 */
export async function checkTexts(
  { emulators }: Harness,
  scenarios: Scenario[],
  twilioBroken: boolean,
): Promise<string[]> {
  const texted = scenarios.filter(({ texted }) => texted);
  if (texted.length === 0) return [];
  const received: unknown = await (await fetch(`${emulators.smsUrl}/messages`)).json();
  const texts = listOf(received);
  return texted.flatMap(({ token, texted }) => {
    const times = texts.filter(({ body }) => body.includes(token.token)).length;
    if (times > 1) return [`text for ${token.patient_ref_id}: sent ${String(times)} times`];
    if (times === 0 && texted?.status === 200 && !twilioBroken)
      return [`text for ${token.patient_ref_id}: LOST, although reported as sent`];
    return [];
  });
}

function listOf(received: unknown): Text[] {
  const list = Array.isArray(received) ? received : (received as { messages: unknown[] }).messages;
  return list as Text[];
}
