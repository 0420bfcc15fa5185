import type { ChainEntry } from '../chain/entry.js';
import { parseCsv } from '../exports/csv.js';
import { areColumns, fromCells } from '../exports/entry-columns.js';
import { EXPORT_FORMAT, type Proof } from '../exports/proof.js';

export interface ExportFile {
  entries: ChainEntry[];
  proof: Proof;
}

/** Thrown for a file that is not an export, or not a complete one. */
export class UnreadableExport extends Error {
  constructor(reason: string) {
    super(`This is not a complete export of Caredrop's audit: ${reason}`);
    this.name = 'UnreadableExport';
  }
}

/** Reads a JSON or CSV export. Throws {@link UnreadableExport}. */
export function readExport(text: string): ExportFile {
  const file = text.trimStart().startsWith('{') ? readJson(text) : readCsv(text);
  if (file.proof?.format !== EXPORT_FORMAT)
    throw new UnreadableExport('its proof is missing or has another format');
  return file;
}

function readJson(text: string): ExportFile {
  const { entries, proof } = parse(text) as Partial<ExportFile>;
  if (!Array.isArray(entries) || !proof) throw new UnreadableExport('its end is missing');
  return { entries, proof };
}

function readCsv(text: string): ExportFile {
  const [names, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  if (!names || !areColumns(names)) throw new UnreadableExport('its columns are unknown');
  const last = rows.pop();
  if (last?.[0] !== 'proof') throw new UnreadableExport('its last line is missing');
  return { entries: rows.map((cells) => fromCells(cells, names)), proof: parse(last[1] ?? '') as Proof };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableExport('it cannot be read');
  }
}
