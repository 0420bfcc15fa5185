import { limits } from '@caredrop/contracts';

/** Sizes around the limit for uploads, which must be smaller than 5 MiB. */
export const sizes = {
  /** The largest accepted. */
  justUnder: limits.uploadBytes - 1,
  /** The smallest rejected. */
  limit: limits.uploadBytes,
  justOver: limits.uploadBytes + 1,
} as const;
