import { Injectable } from '@nestjs/common';
import type { SavedView } from '@caredrop/contracts';
import { PrismaService } from '../database/prisma.service.js';
import { viewsOf } from './saved-view.js';

@Injectable()
export class SavedViewsQueries {
  constructor(private readonly prisma: PrismaService) {}

  /** The user's views of all lists, by name. */
  of(userId: string): Promise<SavedView[]> {
    return viewsOf(this.prisma, userId);
  }
}
