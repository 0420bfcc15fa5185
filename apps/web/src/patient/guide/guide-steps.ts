/**
 * The guide in words: text alternative beside the video, captions in it, and what `make-guide.mjs` films.
 * Seconds from the start; the last step ends at 45 (spec §9).
 */
export const guideSteps = [
  {
    from: 0,
    to: 5,
    title: 'How to send a document',
    text: 'This guide shows how to send one document to your clinic. It takes 45 seconds and has no sound.',
  },
  {
    from: 5,
    to: 10,
    title: 'Open the link',
    text: 'Open the link in the message from your clinic. You do not need an account or a password.',
  },
  {
    from: 10,
    to: 15,
    title: 'Check the reference',
    text: 'Look at the reference and the last day for sending. They come from your clinic.',
  },
  {
    from: 15,
    to: 22,
    title: 'Choose your document',
    text: 'Tap Take a photo to use your camera, or Choose a file to pick a photo or a PDF that you already have.',
  },
  {
    from: 22,
    to: 28,
    title: 'Check that it is readable',
    text: 'Look at the picture. Tap Change if it is the wrong one, or not easy to read.',
  },
  {
    from: 28,
    to: 33,
    title: 'Add a comment',
    text: 'If you like, write a comment for your clinic. You can leave this empty.',
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
    text: 'Upload Successful means that your clinic has it. Save the receipt if you want one. The link cannot be used again.',
  },
] as const;

/** WebVTT captions of the steps. */
export function guideCaptions(): string {
  const cues = guideSteps.map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${text}`);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`;
