import { Module } from '@nestjs/common';
import { DeleteView } from './delete-view.js';
import { RenameView } from './rename-view.js';
import { SaveView } from './save-view.js';
import { SavedViewsController } from './saved-views.controller.js';
import { SavedViewsQueries } from './saved-views.queries.js';

@Module({
  controllers: [SavedViewsController],
  providers: [SaveView, RenameView, DeleteView, SavedViewsQueries],
})
export class SavedViewsModule {}
