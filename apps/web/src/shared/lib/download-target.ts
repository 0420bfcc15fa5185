import { saveBlob } from './save-blob.js';

/** Downloads of at least this many bytes are written to disk while they arrive, if the browser supports it. */
const largeBytes = 64 * 1024 * 1024;

/** Where a download goes. */
export interface DownloadTarget {
  /** Reads the body. `onBytes` gets the number of bytes so far. */
  receive: (response: Response, onBytes: (bytes: number) => void) => Promise<Blob>;
  /** Saves the received file, unless it was written to the user's file already. */
  save: (file: Blob) => void;
  /** Removes the file that the user picked, after a failure and if the browser can. */
  discard: () => Promise<void>;
}

/** Only in browsers based on Chromium. */
type SavePicker = (options: { suggestedName: string }) => Promise<SaveHandle>;
type SaveHandle = FileSystemFileHandle & { remove?: () => Promise<void> };

/**
 * Chooses where to put a download of about `bytes`. A large one goes straight to a file that the user picks, so that it
 * does not fill the memory of the browser. Null when the user picks none. Call it in the handler of a click: browsers
 * show the picker only then.
 */
export async function downloadTarget(name: string, bytes: number): Promise<DownloadTarget | null> {
  const picker = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (bytes < largeBytes || !picker) return memory(name);
  try {
    return disk(await picker({ suggestedName: name }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    return memory(name);
  }
}

const memory = (name: string): DownloadTarget => ({
  receive: (response, onBytes) => new Response(counted(response, onBytes)).blob(),
  save: (file) => saveBlob(file, name),
  discard: () => Promise.resolve(),
});

const disk = (handle: SaveHandle): DownloadTarget => ({
  receive: async (response, onBytes) => {
    // A failure aborts the stream, and the file then contains none of the download.
    await counted(response, onBytes).pipeTo(await handle.createWritable());
    return handle.getFile();
  },
  save: () => undefined,
  // The picker has created an empty file. A browser that cannot remove it leaves it empty.
  discard: async () => handle.remove?.(),
});

function counted(
  { body }: Response,
  onBytes: (bytes: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return body!.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.length;
        onBytes(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
}
