import type { SendChannel } from '@caredrop/contracts';

/** Repeated here, because the lists must not load the schemas of the contracts. */
export const channels = ['sms', 'email'] as const satisfies readonly SendChannel[];
