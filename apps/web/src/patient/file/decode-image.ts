/** An upright picture that a canvas can draw. */
export interface Drawable {
  source: HTMLImageElement | HTMLCanvasElement;
  width: number;
  height: number;
  /** Whether the file contains further pictures, which are not drawn. */
  others: boolean;
  release: () => void;
}

/**
 * Decodes a picture through an <img>: the only way to have all supported browsers (Safari since 15) apply a photo's
 * orientation, and Safari (since 17) read HEIC. Rejects when the browser cannot decode it.
 */
export async function decodeByBrowser(blob: Blob): Promise<Drawable> {
  const url = URL.createObjectURL(blob);
  const image = new Image();
  try {
    await loaded(image, url);
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  const release = () => URL.revokeObjectURL(url);
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, others: false, release };
}

function loaded(image: HTMLImageElement, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    image.onload = () =>
      image.naturalWidth > 0 ? resolve() : reject(new Error('The decoded image is empty.'));
    image.onerror = () => reject(new Error('The browser cannot read this image.'));
    image.src = url;
  });
}
