import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';

const TWILIO_ORIGIN = 'https://api.twilio.com';

/**
 * Twilio's own HTTP client, with two features it has no option for: another server with the same API (the
 * emulator), and a timeout for the whole request. Its own `timeout` only detects silence on the socket.
 */
export class TwilioHttpClient extends twilio.RequestClient {
  constructor(
    timeoutMs: number,
    private readonly apiUrl: string | undefined,
  ) {
    super({ timeout: timeoutMs, keepAlive: true, autoRetry: false });
    this.axios.interceptors.request.use((config) => {
      config.signal = AbortSignal.timeout(timeoutMs);
      return config;
    });
  }

  override request<Data>(options: RequestClient.RequestOptions<Data>) {
    const uri = this.apiUrl ? options.uri.replace(TWILIO_ORIGIN, this.apiUrl) : options.uri;
    return super.request<Data>({ ...options, uri });
  }
}
