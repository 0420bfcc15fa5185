import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { appError } from '@caredrop/service-kit';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { isCrossSite } from '../edge/same-origin.js';
import { isPlainUpload } from '../routing/is-plain-upload.js';

/**
 * Prevents another site's form or script from making a browser act here, including signing in and sending a
 * document.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  private readonly allowed: readonly string[];

  constructor(@Inject(CONFIG) config: Config) {
    this.allowed = [new URL(config.PUBLIC_URL).origin, ...config.ALLOWED_ORIGINS];
  }

  /**
   * Throws 403 for a request from another site, unless its method is safe (GET, HEAD, OPTIONS) or it may be the
   * patient's form in an old browser.
   */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { method, headers } = request;
    if (isCrossSite(method, headers, this.allowed) && !isOldForm(request)) throw appError('forbidden');
    return true;
  }
}

/**
 * The patient's form in a browser that predates `Sec-Fetch-Site`: such a browser sends `Origin: null` because of our
 * referrer policy. The request is allowed, since its only credential is the link in its URL, which any program can use
 * as well.
 */
const isOldForm = (request: FastifyRequest): boolean =>
  isPlainUpload(request) &&
  request.headers.origin === 'null' &&
  request.headers['sec-fetch-site'] === undefined;
