import type { Frame } from './frames.js';
import type { Opened } from './protocol.js';

/** One request to an inspector process, and the frames of its reply. Used once. */
export interface Exchange<R> {
  readonly request: object;
  /** Must not change until the exchange ends. */
  readonly body: Buffer;
  /** Findings so far, in case the inspector ends before it finishes the file. */
  readonly opened?: Opened | undefined;
  /**
   * Returns memory for the bytes of the next frame. Throws `ImplausibleReply` when no frame of this size may
   * follow.
   */
  bufferFor(size: number): Buffer;
  /** Returns the result once a frame completes it; undefined until then. Throws `ImplausibleReply`. */
  onFrame(frame: Frame): R | undefined;
}
