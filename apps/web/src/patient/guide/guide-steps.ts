import type { CaptionCopy } from '@caredrop/patient-copy';

/**
 * The guide's steps, which define its captions, its text alternative, and what `make-guide.mjs` films. Times are
 * seconds from the start; the last step ends at 45.
 */
export const guideSteps = [
  { from: 0, to: 5, caption: 'start' },
  { from: 5, to: 10, caption: 'open' },
  { from: 10, to: 15, caption: 'check' },
  { from: 15, to: 22, caption: 'choose' },
  { from: 22, to: 28, caption: 'read' },
  { from: 28, to: 33, caption: 'comment' },
  { from: 33, to: 39, caption: 'upload' },
  { from: 39, to: 45, caption: 'done' },
] as const;

/** Generates WebVTT captions of the steps; the build writes them as a file for each language. */
export function guideCaptions(captions: CaptionCopy): string {
  const cues = guideSteps.map(
    ({ from, to, caption }) => `${clock(from)} --> ${clock(to)}\n${captions[caption]()}`,
  );
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`;
