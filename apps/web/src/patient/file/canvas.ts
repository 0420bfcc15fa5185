export interface Size {
  width: number;
  height: number;
}

/** Returns a canvas with what `draw` paints, rotated clockwise by `turns` quarter turns. */
export function turnedCanvas(
  { width, height }: Size,
  turns: number,
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const sideways = turns % 2 === 1;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: sideways ? height : width,
    height: sideways ? width : height,
  });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas.');
  // JPEG has no transparency: without a background, transparent areas would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.translate(-width / 2, -height / 2);
  draw(context);
  return canvas;
}

/** Encodes the canvas as a JPEG; its pixels stay in memory until `freeCanvas` is called. */
export function toJpegBlob(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob?.type === 'image/jpeg' ? resolve(blob) : reject(new Error('This browser cannot write a JPEG.')),
      'image/jpeg',
      quality,
    );
  });
}

/** A canvas resized to zero frees its pixels at once; otherwise Safari keeps them. */
export const freeCanvas = (canvas: HTMLCanvasElement): void =>
  void Object.assign(canvas, { width: 0, height: 0 });
