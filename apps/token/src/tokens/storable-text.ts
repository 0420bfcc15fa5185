/** C0 and C1 controls except tab and line breaks: Postgres cannot store NUL, and no reader needs the others. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text that people have typed, without control characters; null when nothing is left. */
export const storableText = (text: string): string | null =>
  text.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim() || null;
