/** The properties of a form field, from pdf.js, that are used here. */
export interface FormField {
  subtype: string;
  fieldType?: string;
  fieldValue?: unknown;
  annotationFlags?: number;
  /** Left, bottom, right, top; in points of the page. */
  rect: number[];
  multiLine?: boolean;
  password?: boolean;
}

/** A rectangle on the canvas, in pixels. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Hidden, or not to be shown on a screen (PDF 32000-1, 12.5.3). */
const invisible = 2 | 32;
/** The margin inside a field that is ignored, because the border is drawn there. Pixels. */
const border = 6;
/** Largest text size. Points. */
const textSize = 12;
const lineHeight = 1.2;

/** The visible text of a text or choice field; null for hidden or empty fields, passwords and other annotations. */
export function visibleText(field: FormField): string | null {
  const { subtype, fieldType, fieldValue, annotationFlags = 0, password } = field;
  if (subtype !== 'Widget' || (annotationFlags & invisible) !== 0 || password) return null;
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return null;
  const text = Array.isArray(fieldValue) ? fieldValue.join('\n') : fieldValue;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/**
 * Writes the values of fields in which nothing was drawn: some programs store a value without its appearance, or with a
 * font that the file does not contain, and leave the drawing to the viewer.
 *
 * @param transform from the page to the canvas, as the six numbers of a matrix
 * @param scale pixels per point
 */
export function drawMissingValues(
  context: CanvasRenderingContext2D,
  fields: readonly FormField[],
  transform: readonly number[],
  scale: number,
): void {
  for (const field of fields) {
    const text = visibleText(field);
    const box = boxOf(field.rect, transform);
    if (text && box.width > 0 && box.height > 0 && isEmpty(context, box))
      write(context, text, box, field, scale);
  }
}

function boxOf([left = 0, bottom = 0, right = 0, top = 0]: number[], transform: readonly number[]): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [x1, y1] = [a * left + c * bottom + e, b * left + d * bottom + f];
  const [x2, y2] = [a * right + c * top + e, b * right + d * top + f];
  const [x, y] = [Math.round(Math.min(x1, x2)) + border, Math.round(Math.min(y1, y2)) + border];
  return {
    ...{ x, y },
    width: Math.round(Math.abs(x2 - x1)) - 2 * border,
    height: Math.round(Math.abs(y2 - y1)) - 2 * border,
  };
}

function isEmpty(context: CanvasRenderingContext2D, { x, y, width, height }: Box): boolean {
  const { data } = context.getImageData(x, y, width, height);
  const pixels = new Uint32Array(data.buffer);
  return pixels.every((pixel) => pixel === pixels[0]);
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, width, height }: Box,
  { multiLine }: FormField,
  scale: number,
): void {
  const size = Math.min(textSize * scale, multiLine ? Infinity : height);
  context.save();
  context.fillStyle = '#000';
  context.textBaseline = 'top';
  context.font = `${size}px sans-serif`;
  const lines = text.split(/\r\n?|\n/).flatMap((line) => (multiLine ? wrap(context, line, width) : [line]));
  lines.forEach((line, at) => context.fillText(line, x, y + at * size * lineHeight, width));
  context.restore();
}

/** Breaks a paragraph into lines. A word that is wider than `width` gets its own line. */
function wrap(context: CanvasRenderingContext2D, paragraph: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of paragraph.split(' ')) {
    const longer = `${lines[lines.length - 1]} ${word}`.trimStart();
    if (context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter((line, at) => line !== '' || at > 0);
}
