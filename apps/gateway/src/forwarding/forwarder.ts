import { Inject, Injectable } from '@nestjs/common';
import { failureSchema, linkBody, type ErrorCode } from '@caredrop/contracts';
import {
  appError,
  AppError,
  inSpan,
  json as jsonOf,
  requestContext,
  traceHeaders,
  type Logger,
} from '@caredrop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { CallerAccess } from '../access/caller-access.js';
import { LinkEnumerationLimiter } from '../access/link-enumeration-limiter.js';
import { RejectedUploads } from '../access/rejected-uploads.js';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { hasBody } from '../edge/has-body.js';
import type { Route, UpstreamService } from '../routing/routes.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { clientGone } from './client-gone.js';
import { responseHeaders, requestHeaders } from './headers.js';
import { passingBody, rejectDeclaredLength, wholeBody } from './request-body.js';
import { linkValue, queryOf, upstreamPath } from './upstream-path.js';

const SECOND = 1000;
/** How long a service may take before its response starts, and how long it may pause during the response. */
const timeouts = { headersTimeout: 60 * SECOND, bodyTimeout: 60 * SECOND };
/** An upload may wait for its turn at the document service, which has its own limits (10 minutes). */
const uploadTimeouts = { headersTimeout: 11 * 60 * SECOND, bodyTimeout: 60 * SECOND };

/**
 * Responses of a declared length up to this are buffered, except those to uploads and HEAD; all others are streamed.
 */
const WHOLE_BYTES = 64 * 1024;

type Call = Dispatcher.RequestOptions;

interface UpstreamResponse extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  body: Dispatcher.ResponseData['body'] | Buffer;
}

/** Forwards a call to the service of its route and returns the response, as a stream unless it is small. */
@Injectable()
export class Forwarder {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly limiter: LinkEnumerationLimiter,
    private readonly refusedUploads: RejectedUploads,
    private readonly access: CallerAccess,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SMALL_BODY_MS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * `json`: a body that replaces the request's, which has already been read. Throws the gateway's own 4xx errors, and
   * 503 when the service does not respond.
   */
  async forward(route: Route, request: FastifyRequest, reply: FastifyReply, json?: object): Promise<void> {
    if (route.service === 'gateway') throw new Error('the gateway handles this route itself');
    const gone = clientGone(reply.raw);
    const inUrl = linkOf(route, request);
    if (inUrl !== null) await this.admit(route, request.clientAddress, inUrl);
    const call = await this.callFor(route, route.service, request, json);
    const inBody = linkIn(route, call);
    if (inBody !== null) await this.admit(route, request.clientAddress, inBody);
    const link = inUrl ?? inBody;
    const response = await this.asked(route, route.service, { ...call, signal: gone }).catch(
      (error: unknown) => {
        if (!gone.aborted) throw this.rejectionFor(route, error);
        return null;
      },
    );
    if (!response) return void reply.hijack();
    if (link !== null) await this.learn(route, request.clientAddress, link, response.statusCode);
    if (route.proof) this.access.noteProof(failureCode(response));
    this.send(route, response, reply);
  }

  /**
   * Calls a service for a page that the gateway renders itself; the request's own body is ignored. Returns the
   * response's JSON. Throws for any status but 200, and after `withinMs`.
   */
  async read(route: Route, request: FastifyRequest, json: object, withinMs: number): Promise<unknown> {
    if (route.service === 'gateway') throw new Error('the gateway handles this route itself');
    const headers = await this.headersFor(route, route.service, request);
    const call = withJson(route, headers, route.to.path, json);
    const link = linkIn(route, call);
    if (link !== null) await this.admit(route, request.clientAddress, link);
    const signal = AbortSignal.timeout(withinMs);
    const { statusCode, body } = await this.traced(route, route.service, { ...call, signal });
    if (link !== null) await this.learn(route, request.clientAddress, link, statusCode);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${route.path} returned ${statusCode}`);
    return JSON.parse(text) as unknown;
  }

  private async admit(route: Route, address: string, link: string): Promise<void> {
    if (route.rate === 'upload') await this.refusedUploads.admit(link);
    await this.limiter.admit(address, link);
  }

  private async learn(route: Route, address: string, link: string, status: number): Promise<void> {
    if (route.rate === 'upload') await this.refusedUploads.learn(link, status);
    await this.limiter.learn(address, link, status);
  }

  /**
   * A small response is buffered completely before anything is sent, so it cannot be cut off, and is sent in
   * one piece.
   */
  private async asked(route: Route, service: UpstreamService, call: Call): Promise<UpstreamResponse> {
    const { statusCode, headers, body } = await this.traced(route, service, call);
    const streams = route.rate === 'upload' || call.method === 'HEAD' || !isSmall(headers['content-length']);
    return { statusCode, headers, body: streams ? body : Buffer.from(await body.arrayBuffer()) };
  }

  private async callFor(
    route: Route,
    service: UpstreamService,
    request: FastifyRequest,
    json?: object,
  ): Promise<Call> {
    rejectDeclaredLength(route, request.headers);
    const path = upstreamPath(route.to.path, paramsOf(request));
    const link = linkOf(route, request);
    const body = link === null && !json ? await this.bodyOf(route, request) : null;
    const headers = await this.headersFor(route, service, request);
    if (link !== null) return withLink(route, headers, path, link, request);
    if (json) return withJson(route, headers, path, json);
    const method = request.method === 'HEAD' ? 'HEAD' : route.to.method;
    return {
      method,
      path: path + queryOf(request.raw.url ?? ''),
      headers,
      body,
      ...timeoutsOf(route),
    };
  }

  /**
   * Buffers the request's body, which is small: documents are streamed in `withLink`. The caller's access is checked
   * again once the body is complete.
   */
  private async bodyOf(route: Route, request: FastifyRequest): Promise<Buffer | null> {
    if (route.method === 'GET' || !hasBody(request.headers)) return null;
    const body = await wholeBody(route, request.raw, this.config.SMALL_BODY_MS);
    await this.access.checkAgain(route);
    return body.length > 0 ? body : null;
  }

  private async headersFor(
    route: Route,
    service: UpstreamService,
    request: FastifyRequest,
  ): Promise<Headers> {
    const identity = {
      token: await this.upstreams.tokenFor(service, requestContext.principal()),
      requestId: requestContext.requestId(),
      publicOrigin: requestContext.current()?.publicOrigin ?? '',
      clientAddress: request.clientAddress,
    };
    return requestHeaders(request.headers, identity, route);
  }

  /** Calls the service within a trace span that ends when the response starts. */
  private traced(route: Route, service: UpstreamService, call: Call): Promise<Dispatcher.ResponseData> {
    const attributes = {
      'http.request.method': call.method,
      'http.route': route.to.path,
      'peer.service': service,
    };
    return inSpan(
      `${call.method} ${service} ${route.to.path}`,
      { kind: 'client', attributes },
      async (span) => {
        const headers = { ...(call.headers as Headers), ...traceHeaders() };
        const response = await this.ask(route, service, { ...call, headers });
        span.setAttribute('http.response.status_code', response.statusCode);
        return response;
      },
    );
  }

  /**
   * A GET or HEAD that fails is retried once: the service may have just closed the connection, as during a rolling
   * update.
   */
  private async ask(route: Route, service: UpstreamService, call: Call): Promise<Dispatcher.ResponseData> {
    if (route.rate === 'upload') return this.upstreams.upload(call);
    try {
      return await this.upstreams.request(service, call);
    } catch (error) {
      if (call.method !== 'GET' && call.method !== 'HEAD') throw error;
      if ((call.signal as AbortSignal).aborted) throw error;
      return await this.upstreams.request(service, call);
    }
  }

  private send(route: Route, response: UpstreamResponse, reply: FastifyReply): void {
    if (!Buffer.isBuffer(response.body))
      response.body.on('error', (error) => {
        // Fastify cuts the connection: a partial response must not look complete.
        if (!reply.raw.destroyed)
          this.logger.warn({ ...nameOf(route), err: error }, 'upstream response aborted');
      });
    const headers = responseHeaders(response.headers, route.rate === 'file');
    void reply.status(response.statusCode).headers(headers).send(response.body);
  }

  private rejectionFor(route: Route, error: unknown): AppError {
    if (error instanceof AppError) return error;
    this.logger.warn({ ...nameOf(route), err: error }, 'a service did not respond');
    return appError('service_unavailable');
  }
}

const isSmall = (length: string | string[] | undefined): boolean => Number(length ?? Infinity) <= WHOLE_BYTES;

const timeoutsOf = (route: Route) => (route.rate === 'upload' ? uploadTimeouts : timeouts);
const nameOf = (route: Route) => ({ service: route.service, route: route.path });

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>;

/** The link's value in a call; null on routes without one. */
const linkOf = (route: Route, request: FastifyRequest): string | null =>
  route.link === null ? null : linkValue(paramsOf(request).token ?? '');

const linkJson = jsonOf(linkBody);

/** The link that the body of a call names; null on routes without one, and for a body that the service will refuse. */
function linkIn(route: Route, { body }: Call): string | null {
  if (!route.findsLink || !(typeof body === 'string' || Buffer.isBuffer(body))) return null;
  const named = linkJson.safeParse(body.toString());
  return named.success ? named.data.token : null;
}

const failureJson = jsonOf(failureSchema.pick({ code: true }));

/** The error code of a failure; null for other responses, and for those to HEAD, which have no body. */
function failureCode({ statusCode, body }: UpstreamResponse): ErrorCode | null {
  if (statusCode < 400 || !Buffer.isBuffer(body)) return null;
  return failureJson.safeParse(body.toString()).data?.code ?? null;
}

type Headers = ReturnType<typeof requestHeaders>;

function withLink(route: Route, headers: Headers, path: string, link: string, request: FastifyRequest): Call {
  const { method } = route.to;
  if (route.link === 'header') {
    const linked = { ...headers, 'x-link-token': link };
    const body = hasBody(request.headers) ? passingBody(route, request.raw) : null;
    return { method, path, headers: linked, body, ...timeoutsOf(route) };
  }
  return withJson(route, headers, path, { token: link });
}

function withJson(route: Route, headers: Headers, path: string, json: object): Call {
  const { 'content-length': _declared, ...rest } = headers;
  return {
    method: route.to.method,
    path,
    headers: { ...rest, 'content-type': 'application/json' },
    body: JSON.stringify(json),
    ...timeoutsOf(route),
  };
}
