import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { failure } from '@caredrop/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { requestContext } from '../context/request-context.js';
import type { AppError } from '../errors/app-error.js';
import { toAppError } from '../errors/to-app-error.js';

/**
 * Writes a failure as the JSend envelope, or cuts the connection if the response has already started. 4xx is caused by
 * the caller and logged as info, 5xx by the server and logged as error.
 */
@Catch()
export class EnvelopeExceptionFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.write(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  write(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toAppError(thrown);
    this.log(error, thrown, request);
    if (reply.sent || reply.raw.headersSent) {
      // The response has started: cut the connection, so that the client does not mistake a part for the
      // whole.
      reply.raw.destroy();
      return;
    }
    const body = failure(error, requestContext.requestId());
    void reply.status(error.status).headers(error.headers).type('application/json; charset=utf-8').send(body);
  }

  private log(error: AppError, thrown: unknown, request: FastifyRequest): void {
    const fields = { status: error.status, code: error.code, route: request.routeOptions?.url ?? 'unknown' };
    if (error.status < 500) return this.logger.info(fields, 'request refused');
    this.logger.error({ ...fields, err: thrown }, 'request failed');
  }
}
