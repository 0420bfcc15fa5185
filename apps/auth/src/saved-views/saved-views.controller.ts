import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { renameViewBody, saveViewBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { DeleteView } from './delete-view.js';
import { RenameView } from './rename-view.js';
import { SaveView } from './save-view.js';
import { SavedViewsQueries } from './saved-views.queries.js';

/** The signed-in user's own saved views; no call reaches those of another user. */
@Callers('gateway')
@Controller('auth/saved-views')
export class SavedViewsController {
  constructor(
    private readonly queries: SavedViewsQueries,
    private readonly save: SaveView,
    private readonly rename: RenameView,
    private readonly remove: DeleteView,
  ) {}

  @Get()
  async own(@CurrentPrincipal() { userId }: Principal) {
    return success({ views: await this.queries.of(userId) });
  }

  @Post()
  async saveOwn(@CurrentPrincipal() { userId }: Principal, @Body() body: unknown) {
    return success({ view: await this.save.execute(userId, parse(saveViewBody, body)) });
  }

  @Patch(':id')
  async renameOwn(@CurrentPrincipal() { userId }: Principal, @Param('id') id: string, @Body() body: unknown) {
    const { name } = parse(renameViewBody, body);
    return success({ view: await this.rename.execute(userId, id, name) });
  }

  @Delete(':id')
  async deleteOwn(@CurrentPrincipal() { userId }: Principal, @Param('id') id: string) {
    await this.remove.execute(userId, id);
    return success(null);
  }
}
