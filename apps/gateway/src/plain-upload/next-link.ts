import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { linkRequestResponse, type LinkRequest } from '@caredrop/contracts';
import type { Logger } from '@caredrop/service-kit';
import type { FastifyRequest } from 'fastify';
import { LOGGER } from '../config.js';
import { Forwarder } from '../forwarding/forwarder.js';
import { routeFor } from '../routing/routes.js';

const route = routeFor('POST', '/links/request');
/** Short, because the patient is waiting for the page. */
const WITHIN_MS = 5_000;
const PAUSES_MS = [250, 500, 1_000, 2_000];

/** Asks the token service how a patient without JavaScript continues a request for several documents. */
@Injectable()
export class NextLink {
  constructor(
    private readonly forwarder: Forwarder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null when the next link could not be looked up. Never throws. */
  async find(request: FastifyRequest, token: string): Promise<LinkRequest | null> {
    try {
      return await this.afterUse(request, token);
    } catch (error) {
      // Only the error's name: a message may quote a response, which contains a link.
      const { name } = error as Error;
      this.logger.warn({ error: name }, 'could not look up the next link of a request');
      return null;
    }
  }

  /**
   * Retries while the event about the received document is on its way: until it arrives, the token service returns the
   * used link as the open one.
   */
  private async afterUse(request: FastifyRequest, token: string): Promise<LinkRequest | null> {
    for (const pause of [...PAUSES_MS, null]) {
      const body = await this.forwarder.read(route, request, { token }, WITHIN_MS);
      const found = linkRequestResponse.parse((body as { data?: unknown }).data);
      if (found.open?.token !== token) return found;
      if (pause !== null) await wait(pause);
    }
    return null;
  }
}
