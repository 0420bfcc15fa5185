import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Lets the error of an event handler reach the consumer as it was thrown. Nest's own filter would log it and put
 * 'Internal server error' in its place.
 */
@Catch()
export class CauseFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
