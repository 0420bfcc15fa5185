import type { Story } from '../people/story.ts';
import type { World } from '../world/world.ts';

interface Text {
  to: string;
  body: string;
}

/**
 * Checks that a text message is sent at most once; and exactly once when the clinician saw it accepted,
 * unless Twilio itself was broken.
 */
export async function checkTexts(
  { standIns }: World,
  stories: Story[],
  twilioBroken: boolean,
): Promise<string[]> {
  const texted = stories.filter(({ texted }) => texted);
  if (texted.length === 0) return [];
  const answer = await (await fetch(`${standIns.smsUrl}/messages`)).json();
  const texts = listOf(answer);
  return texted.flatMap(({ token, texted }) => {
    const times = texts.filter(({ body }) => body.includes(token.token)).length;
    if (times > 1) return [`text for ${token.patient_ref_id}: sent ${String(times)} times`];
    if (times === 0 && texted?.status === 200 && !twilioBroken)
      return [`text for ${token.patient_ref_id}: LOST, said to be sent`];
    return [];
  });
}

function listOf(answer: unknown): Text[] {
  const list = Array.isArray(answer) ? answer : (answer as { messages: unknown[] }).messages;
  return list as Text[];
}
