#!/usr/bin/env node
import { databaseCommand } from './database-command.js';

databaseCommand(process.argv.slice(2)).then(
  (text) => process.stdout.write(`${text}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
