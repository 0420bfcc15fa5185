import { failureSchema } from '@caredrop/contracts';
import { Pool } from 'undici';
import type { z } from 'zod';
import { CLIENT_ADDRESS_HEADER } from '../context/client-address.js';
import { requestContext } from '../context/request-context.js';
import { AppError } from '../errors/app-error.js';
import { inSpan } from '../telemetry/in-span.js';
import { histogram } from '../telemetry/metrics.js';
import { pathPattern } from '../telemetry/path-pattern.js';
import { traceHeaders } from '../telemetry/traceparent.js';
import type { InternalIdentity } from './internal-identity.js';

/**
 * Another service did not respond, failed, responded with something invalid, or rejected this service. What it did is
 * unknown, unless it rejected the call. `upstreamStatus` is null if there was no response, or none that could be read
 * as JSON.
 */
export class ServiceCallFailed extends AppError {
  constructor(
    readonly service: string,
    readonly upstreamStatus: number | null,
    reason: string,
  ) {
    super('service_unavailable');
    this.name = 'ServiceCallFailed';
    this.cause = reason;
  }
}

interface CallOptions {
  /** Timeout of the whole call, in milliseconds. */
  timeoutMs?: number;
  /** `false`: call as the service itself even while handling a user's request. */
  onBehalf?: boolean;
}

/** A connection is replaced after this time by one to whichever replica the name then resolves to. */
const CONNECTION_MAX_AGE_MS = 10_000;

/** Calls other services over HTTP with our identity, on behalf of the user whose request is being handled. */
export class InternalClient {
  private readonly pools: Map<string, Pool>;
  private readonly calls = histogram(
    'internal_call_duration_seconds',
    'Duration of calls to other services; status none means no response',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    ['service', 'status'],
  );

  constructor(
    private readonly identity: InternalIdentity,
    services: Record<string, string>,
    connections = 32,
  ) {
    this.pools = new Map(
      Object.entries(services).map(([name, url]) => [
        name,
        new Pool(url, { connections, clientTtl: CONNECTION_MAX_AGE_MS }),
      ]),
    );
  }

  /**
   * POSTs `body` and returns the envelope's validated `data`. A 4xx other than 401 and 403 with a valid envelope is
   * thrown as the called service's AppError, any other failure of the call as {@link ServiceCallFailed}.
   */
  async post<Schema extends z.ZodType>(
    service: string,
    path: string,
    body: unknown,
    schema: Schema,
    options: CallOptions = {},
  ): Promise<z.output<Schema>> {
    const { status, payload } = await this.traced(service, path, body, options);
    if (status >= 400 && status < 500) throw rejection(service, status, payload);
    if (status >= 300) throw new ServiceCallFailed(service, status, 'failed');
    const data = schema.safeParse((payload as { data?: unknown } | null)?.data);
    if (!data.success) throw new ServiceCallFailed(service, status, 'the response does not match its schema');
    return data.data;
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }

  private traced(service: string, path: string, body: unknown, options: CallOptions) {
    const route = pathPattern(path);
    const attributes = { 'http.request.method': 'POST', 'http.route': route, 'peer.service': service };
    return inSpan(`POST ${service} ${route}`, { kind: 'client', attributes }, async (span) => {
      const end = this.calls.startTimer({ service });
      try {
        const response = await this.send(service, path, body, options);
        end({ status: String(response.status) });
        span.setAttribute('http.response.status_code', response.status);
        return response;
      } catch (error) {
        end({ status: 'none' });
        throw error;
      }
    });
  }

  private async send(service: string, path: string, body: unknown, options: CallOptions) {
    const pool = this.pools.get(service);
    if (!pool) throw new Error(`No address configured for service ${service}`);
    const headers = await this.headersFor(service, options.onBehalf ?? true);
    try {
      const response = await pool.request({
        method: 'POST',
        path,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(options.timeoutMs ?? 5000),
      });
      return { status: response.statusCode, payload: await response.body.json() };
    } catch (error) {
      throw new ServiceCallFailed(service, null, error instanceof Error ? error.message : 'no response');
    }
  }

  private async headersFor(service: string, onBehalf: boolean): Promise<Record<string, string>> {
    const context = requestContext.current();
    const token = await this.identity.tokenFor(service, onBehalf ? requestContext.principal() : null);
    return {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-request-id': requestContext.requestId(),
      ...traceHeaders(),
      ...(context?.publicOrigin ? { 'x-public-origin': context.publicOrigin } : {}),
      ...(context?.clientAddress ? { [CLIENT_ADDRESS_HEADER]: context.clientAddress } : {}),
    };
  }
}

function rejection(service: string, status: number, payload: unknown): AppError {
  const parsed = failureSchema.safeParse(payload);
  // 401 and 403 mean that this service itself is not trusted, which is never the user's fault.
  if (!parsed.success || status === 401 || status === 403)
    return new ServiceCallFailed(service, status, 'rejected this service');
  const { code, message, params, data } = parsed.data;
  const error = new AppError(code, { status, params, ...(data && { data }) });
  // A service of another version may have another sentence for the code.
  error.message = message;
  return error;
}
