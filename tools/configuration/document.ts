import { z } from 'zod';
import { programOf, type ProcessName } from '../stack/service-names.ts';
import { meanings } from './meanings.ts';
import { secretSettings } from './secret-settings.ts';
import { schemaOf } from './settings-of.ts';

export interface Setting {
  name: string;
  /** Empty when undocumented, which a check rejects. */
  meaning: string;
  /** As text; undefined when there is none. */
  fallback: string | undefined;
  required: boolean;
  secret: boolean;
}

/** Every setting of a service, in the order of its schema. */
export async function settingsTable(service: ProcessName): Promise<Setting[]> {
  const { shape } = await schemaOf(service);
  const known = meanings(programOf(service).app);
  return Object.entries(shape).map(([name, schema]) => ({
    name,
    meaning: known.get(name) ?? '',
    ...defaultOf(schema as z.ZodType),
    secret: secretSettings.has(name),
  }));
}

/**
 * The schema's result for a missing value: a default, undefined, or an error, which means that it is
 * required.
 */
function defaultOf(schema: z.ZodType): Pick<Setting, 'fallback' | 'required'> {
  const result = schema.safeParse(undefined);
  if (!result.success) return { fallback: undefined, required: true };
  return { fallback: textOf(writtenDefault(schema) ?? result.data), required: false };
}

/** The default text of a transformed setting, as an operator would write it. */
function writtenDefault(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodPipe)) return undefined;
  const input = schema.in as z.ZodType;
  const { data } = input.safeParse(undefined);
  return writtenDefault(input) ?? (typeof data === 'string' ? data : undefined);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.join(',') || undefined;
  if (typeof value === 'string') return value || undefined;
  const text = JSON.stringify(value);
  return text === '{}' ? undefined : text;
}

const INTRODUCTION = `# Configuration

Every setting of every service, made from the schemas that check them at start by \`npm run configuration\`. All are
environment variables. A service that finds one missing or wrong names it and does not start; it never prints a value.
In containers the values that are no secrets stand in \`deploy/settings\`, for docker compose and Kubernetes alike.

The file of \`CLINIC_TEXTS\` has a part for each language, and every part is optional. Texts may contain \`{clinic}\`, \`{deadline}\` and \`{phone}\`, and must
contain \`{link}\`; what is missing is as the product says it. An error names the language and the key:

\`\`\`json
{
  "en": {
    "clinicName": "Harbour Street Surgery",
    "sms": "{clinic}: please send us your document by {deadline}. Questions? {phone} {link}",
    "reminder": "{clinic} is still waiting for your document: {link}"
  },
  "pl": { "clinicName": "Przychodnia Harbour Street" }
}
\`\`\`

Containers find it below \`/etc/caredrop/texts\`: put it into the folder \`clinic-texts\` beside \`docker-compose.yml\`, or in Kubernetes into a ConfigMap named
\`clinic-texts\`. Then set \`CLINIC_TEXTS=/etc/caredrop/texts/<file>\` for the gateway and the token service.

*Default* "none" means: may be left out. *Secret*: comes from \`.env\`, a Secret or a vault, never from a file in the
repository. Times end in their unit: \`_MS\`, \`_SECONDS\`, \`_MINUTES\`, \`_HOURS\`, \`_DAYS\`.
`;

/** The text of docs/configuration.md. */
export async function configurationPage(services: readonly ProcessName[]): Promise<string> {
  const sections = await Promise.all(services.map(section));
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

async function section(service: ProcessName): Promise<string> {
  const rows = (await settingsTable(service)).map(row);
  const head = '| name | meaning | default | secret |\n|---|---|---|---|';
  return `## ${service}\n\n${head}\n${rows.join('\n')}\n`;
}

function row({ name, meaning, fallback, required, secret }: Setting): string {
  const given = required ? '**must be set**' : fallback === undefined ? 'none' : `\`${fallback}\``;
  return `| \`${name}\` | ${meaning.replaceAll('|', '\\|')} | ${given} | ${secret ? 'yes' : ''} |`;
}
