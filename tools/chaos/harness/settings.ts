import type { ServiceName } from '../../stack/service-names.ts';

/**
 * Short durations, so that a round is quick: what takes minutes in production takes seconds here. Only
 * the lengths differ; their order (lease < longest claim < age of an attempt) is the same as in production.
 */
export const short = {
  leaseMs: 2_500,
  maxClaimMs: 6_000,
  settleAfterMs: 1_000,
  renewMs: 700,
  attemptMaxAgeMs: 9_000,
  /** Longer than any write to the store may take, even when processes are suspended. */
  lateWriteMs: 12_000,
  purgeRetryMs: 1_000,
  mailLeaseMs: 4_000,
} as const;

const ms = (value: number): string => String(value);

export const settings: Partial<Record<ServiceName, Record<string, string>>> = {
  gateway: {
    RATE_LIMITS: JSON.stringify({
      credentials: 0,
      link: 0,
      upload: 0,
      read: 0,
      write: 0,
      file: 0,
      callback: 0,
    }),
  },
  token: {
    CLAIM_LEASE_MS: ms(short.leaseMs),
    CLAIM_MAX_MS: ms(short.maxClaimMs),
    SETTLE_AFTER_MS: ms(short.settleAfterMs),
    SWEEP_INTERVAL_MS: '250',
  },
  document: {
    RENEW_INTERVAL_MS: ms(short.renewMs),
    CONFIRM_RETRY_MS: '150',
    ATTEMPT_MAX_AGE_MS: ms(short.attemptMaxAgeMs),
    LATE_WRITE_MS: ms(short.lateWriteMs),
    SWEEP_INTERVAL_MS: '500',
    PURGE_INTERVAL_MS: '300',
    PURGE_RETRY_MS: ms(short.purgeRetryMs),
    S3_TIMEOUT_MS: '3000',
    SCAN_TIMEOUT_MS: '1500',
    RESCAN_INTERVAL_MS: '500',
    BODY_IDLE_MS: '10000',
    STOP_WITHIN_MS: '8000',
  },
  notification: {
    MAIL_POLL_MS: '250',
    MAIL_TIMEOUT_MS: '2500',
    MAIL_LEASE_MS: ms(short.mailLeaseMs),
    MAIL_RETRY_MS: '150',
    TWILIO_TIMEOUT_MS: '2500',
    SMS_PER_CLINICIAN_PER_DAY: '100000',
    SMS_PER_NUMBER_PER_DAY: '100000',
    SMS_RECONCILE_MS: '500',
    SMS_CHECK_AFTER_MS: '2000',
    SMS_LOST_AFTER_MS: '20000',
  },
};
