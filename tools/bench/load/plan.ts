/** Requests for the load generator to send. */
export interface Plan {
  origin: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Each free sender takes the next path. */
  paths: string[];
  headers?: Record<string, string>;
  body?: { document: number; type: 'photo' | 'pdf' } | { bytes: number } | { json: unknown[] };
  /** Number of senders, each with its own connection. */
  atOnce: number;
  /** Cycles through the paths for this long (ms); without it each path is requested once. */
  forMs?: number;
}

/** The results. Times in ms. */
export interface Outcome {
  /** From the call to the last byte received, per request, in order of completion. */
  latencies: number[];
  firstBytes: number[];
  statuses: Record<string, number>;
  bytesReceived: number;
  elapsedMs: number;
  /** CPU time of the generator: if it approaches `elapsedMs`, the generator was the bottleneck. */
  cpuMs: number;
}
