import type { CommandConfig } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

/** What to print, and whether what was looked at holds: decides the exit code. */
export interface Printed {
  text: string;
  holds: boolean;
}
export type Options = Partial<Record<'file' | 'checkpoint' | 'out' | 'key', string>>;
export type Command = (config: CommandConfig, options: Options) => Promise<Printed>;

export const said = (text: string): Printed => ({ text, holds: true });

/** A setting that this command cannot do without. */
export function needed<Name extends keyof CommandConfig>(
  config: CommandConfig,
  name: Name,
): NonNullable<CommandConfig[Name]> {
  const value = config[name];
  if (value === undefined || value === null) throw new Error(`${name} is not set`);
  return value;
}

export async function withDatabase<T>(url: string, work: (prisma: PrismaService) => Promise<T>): Promise<T> {
  const prisma = new PrismaService(url, 2);
  try {
    return await work(prisma);
  } finally {
    await prisma.$disconnect();
  }
}

/** Public keys whose signatures count: today's and those before it. */
export const knownKeys = (config: CommandConfig) => [
  needed(config, 'AUDIT_SIGNING_KEY'),
  ...(config.AUDIT_OLD_KEYS ?? []),
];
