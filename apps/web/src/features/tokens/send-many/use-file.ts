import { sendingLimits, type SendingRow } from '@caredrop/contracts';
import { useState } from 'react';
import { copy } from './copy.js';
import { FILE_BYTES_MAX, fileText, isWorkbook } from './file-text.js';

export interface ChosenFile {
  name: string;
  rows: SendingRow[];
  ignored: string[];
}

const { problems, columnNames } = copy.file;

/** Reads a file in the browser; returns the reason as a string if that is not possible. */
async function read(file: File): Promise<ChosenFile | string> {
  if (file.size > FILE_BYTES_MAX) return problems.large;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isWorkbook(bytes)) return problems.workbook;
  const { readRows } = await import('./read-rows.js');
  const result = readRows(fileText(bytes));
  if (!('problem' in result)) return { name: file.name, ...result };
  if (result.problem === 'empty') return problems.empty;
  if (result.problem === 'quotes') return problems.quotes(result.line);
  if (result.problem === 'rows') return problems.rows(result.count, sendingLimits.rowsMax);
  return problems[result.problem](columnNames[result.column]);
}

/** The file that was chosen last. */
export function useFile() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const choose = async (chosen: File) => {
    setReading(true);
    const result = await read(chosen).catch(() => problems.unreadable);
    setReading(false);
    setFile(typeof result === 'string' ? null : result);
    setProblem(typeof result === 'string' ? result : null);
  };
  return { file, problem, reading, choose };
}
