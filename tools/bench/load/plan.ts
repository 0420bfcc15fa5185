/** What the load generator is to send. */
export interface Plan {
  origin: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Taken in turn by whichever sender is free. */
  paths: string[];
  headers?: Record<string, string>;
  body?: { document: number; type: 'photo' | 'pdf' } | { bytes: number } | { json: unknown[] };
  /** Senders, each with a connection of its own. */
  atOnce: number;
  /** Goes round the paths until so many ms are over; without it each path is asked once. */
  forMs?: number;
}

/** What came of it. Times in ms. */
export interface Outcome {
  /** From the first byte sent to the last one received, of each request in the order of their ends. */
  latencies: number[];
  firstBytes: number[];
  statuses: Record<string, number>;
  bytesReceived: number;
  elapsedMs: number;
  /** Processor time of the generator: when it nears `elapsedMs`, it has measured itself. */
  cpuMs: number;
}
