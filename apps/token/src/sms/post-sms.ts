import { sendSmsResponse, type SendSmsResponse, type SendSmsRequest } from '@caredrop/contracts/internal';
import type { InternalClient } from '@caredrop/service-kit';

/** Providers can be slow; a caller waits this long for acceptance. */
const PROVIDER_TIMEOUT_MS = 20_000;

/** Hands a text to the notification service, which sends it at most once for each delivery id. */
export const postSms = (
  client: InternalClient,
  body: SendSmsRequest,
  options: { onBehalf?: boolean } = {},
): Promise<SendSmsResponse> =>
  client.post('notification', '/internal/sms', body, sendSmsResponse, {
    timeoutMs: PROVIDER_TIMEOUT_MS,
    ...options,
  });
