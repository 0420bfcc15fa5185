import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { PeopleModule } from '../people/people.module.js';
import { SubjectsModule } from '../subjects/subjects.module.js';
import { ExportEntries } from './export-entries.js';
import { ExportsController } from './exports.controller.js';

@Module({
  imports: [EntriesModule, PeopleModule, SubjectsModule],
  controllers: [ExportsController],
  providers: [ExportEntries],
})
export class ExportsModule {}
