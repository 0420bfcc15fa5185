import path from 'node:path';

// Each Jest worker has its own stack: some files stop parts of it, or use up an address's limits.
const homes = (process.env.CAREDROP_HOME ?? '').split(path.delimiter);
const worker = Number(process.env.JEST_WORKER_ID ?? 1) - 1;
process.env.CAREDROP_HOME = homes[worker % homes.length];
