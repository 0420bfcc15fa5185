import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Role } from '@caredrop/contracts';
import { inSpan, type SpanFacts } from '../telemetry/in-span.js';
import { currentTraceparent } from '../telemetry/traceparent.js';

/** The signed-in user on whose behalf a request is made. */
export interface Principal {
  userId: string;
  role: Role;
  sessionId: string;
  firstName: string;
  lastName: string;
  /**
   * The user has given a fresh proof of identity (password, and code if there is a second factor):
   * docs/adr/0023.
   */
  recentProof: boolean;
  /** The user's teams. The user may work on their links and documents too. */
  teams: string[];
  /** The colleagues whom the user currently covers. The user may work on their links and documents too. */
  covers: string[];
  /** Auth's signature over the rest (docs/adr/0027); absent only while `PRINCIPALS_UNVOUCHED` is `accept`. */
  voucher?: string;
}

export interface RequestContext {
  requestId: string;
  /** Null for patients, services acting for themselves, and event handlers. */
  principal: Principal | null;
  /** Origin of the browser's page, for absolute links; null outside a browser's request. */
  publicOrigin: string | null;
  /** The calling service; null at the gateway and in event handlers. */
  caller: string | null;
  /** The client's address as the gateway saw it; null or absent outside a browser's request. */
  clientAddress?: string | null;
  /** The browser's User-Agent header, cut to 512 characters; not to be logged or stored unchanged. */
  userAgent?: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Properties of the current request, available without passing them through every function. */
export const requestContext = {
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  current: (): RequestContext | undefined => storage.getStore(),
  requestId: (): string => storage.getStore()?.requestId ?? randomUUID(),
  principal: (): Principal | null => storage.getStore()?.principal ?? null,
};

/** Provides `messaging` with the actor and the request id for an event; handlers run with the request id only. */
export const messagingContext = {
  current: () => {
    const context = storage.getStore();
    return context && { correlationId: context.requestId, actor: context.principal?.userId ?? null };
  },
  run: <T>({ correlationId }: { correlationId: string; actor: string | null }, work: () => Promise<T>) =>
    storage.run({ requestId: correlationId, principal: null, publicOrigin: null, caller: null }, work),
  /** The current trace context; sent with events. */
  traceparent: currentTraceparent,
  inSpan: <T>(name: string, facts: SpanFacts, work: () => Promise<T>) => inSpan(name, facts, work),
};
