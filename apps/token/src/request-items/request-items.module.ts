import { Module } from '@nestjs/common';
import { RequestItemQueries } from './request-items.queries.js';

@Module({ providers: [RequestItemQueries], exports: [RequestItemQueries] })
export class RequestItemsModule {}
