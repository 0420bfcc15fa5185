import { limits } from '@caredrop/contracts';

/** Sizes around the limit for uploads (spec §5: 'size under 5MB'). */
export const sizes = {
  /** The largest that is taken. */
  justUnder: limits.uploadBytes - 1,
  /** The smallest that is refused. */
  limit: limits.uploadBytes,
  justOver: limits.uploadBytes + 1,
} as const;
