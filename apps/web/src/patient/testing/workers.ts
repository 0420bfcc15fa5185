/** Workers, which jsdom lacks: each replies to every message with `reply`. */
export const fakeWorker = (reply: unknown) =>
  class {
    onmessage: ((message: { data: unknown }) => void) | null = null;
    postMessage() {
      queueMicrotask(() => this.onmessage?.({ data: reply }));
    }
    terminate() {}
  };
