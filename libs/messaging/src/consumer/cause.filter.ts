import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Passes the error of an event handler to the consumer as thrown. Nest's own filter would log it and replace
 * it with 'Internal server error'.
 */
@Catch()
export class CauseFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
