/**
 * The guide as text: the alternative beside the video, its captions, and what `make-guide.mjs` films. Times
 * are seconds from the start; the last step ends at 45.
 */
export const guideSteps = [
  {
    from: 0,
    to: 5,
    title: 'How to send a document',
    text: 'How to send one document to your clinic. This video has no sound.',
  },
  {
    from: 5,
    to: 10,
    title: 'Open the link',
    text: 'Open the link in the message from your clinic. You do not need an account.',
  },
  {
    from: 10,
    to: 15,
    title: 'Check the reference',
    text: 'Check the reference, and the last day for sending.',
  },
  {
    from: 15,
    to: 22,
    title: 'Choose your document',
    text: 'Tap Take a photo to use your camera, or Choose a file to send one you already have.',
  },
  {
    from: 22,
    to: 28,
    title: 'Check that it is readable',
    text: 'Check that it is easy to read. Tap Change to choose another one.',
  },
  {
    from: 28,
    to: 33,
    title: 'Add a comment',
    text: 'Add a comment for your clinic, if you like.',
  },
  {
    from: 33,
    to: 39,
    title: 'Upload',
    text: 'Tap Upload Document. Keep the page open until the bar is full.',
  },
  {
    from: 39,
    to: 45,
    title: 'Done',
    text: 'Your clinic has it now. Save the receipt if you like. The link cannot be used again.',
  },
] as const;

/** WebVTT captions of the steps. */
export function guideCaptions(): string {
  const cues = guideSteps.map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${text}`);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`;
