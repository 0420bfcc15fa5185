import { Module } from '@nestjs/common';
import { AddMember } from './add-member.js';
import { AdminTeamsController } from './admin-teams.controller.js';
import { ArchiveTeam } from './archive-team.js';
import { CreateTeam } from './create-team.js';
import { InternalTeamsController } from './internal-teams.controller.js';
import { RemoveMember } from './remove-member.js';
import { RenameTeam } from './rename-team.js';
import { TeamsController } from './teams.controller.js';
import { TeamsQueries } from './teams.queries.js';
import { WatchTeam } from './watch-team.js';

@Module({
  controllers: [TeamsController, AdminTeamsController, InternalTeamsController],
  providers: [TeamsQueries, CreateTeam, RenameTeam, ArchiveTeam, AddMember, RemoveMember, WatchTeam],
})
export class TeamsModule {}
