import { saveBlob } from './save-blob.js';

/** Downloads from this size on are written to disk while they arrive, where the browser can. Bytes. */
const largeBytes = 64 * 1024 * 1024;

/** Where a download goes. */
export interface DownloadTarget {
  /** Reads the body. `onBytes` gets the number of bytes so far. */
  receive: (response: Response, onBytes: (bytes: number) => void) => Promise<Blob>;
  /** Gives a received file to the user, unless it is where the user wanted it already. */
  save: (file: Blob) => void;
  /** Removes what was begun, after a failure. */
  discard: () => Promise<void>;
}

/** Chrome and Edge only. */
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
    // A failure aborts the file, which then keeps nothing of the download.
    await counted(response, onBytes).pipeTo(await handle.createWritable());
    return handle.getFile();
  },
  save: () => undefined,
  // The picker has made an empty file. A browser that cannot remove it leaves it empty.
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
