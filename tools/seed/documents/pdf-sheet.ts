import { pdfFile, pdfText } from '@caredrop/testing';
import { wrap } from './draw-sheet.ts';
import type { Sheet } from './sheet.ts';

const LEFT = 64;
const WIDTH = 595 - 2 * LEFT;
const BOTTOM = 90;

/** Renders sheets as a PDF with real text; a long sheet continues on a second page. */
export function pdfSheets(...sheets: Sheet[]): Buffer {
  return pdfFile(sheets.flatMap((sheet) => new Setter(sheet).pages));
}

/** Sets text on A4 pages from the top down. */
class Setter {
  readonly pages: string[] = [];
  private operators: string[] = [];
  private y = 0;

  constructor(sheet: Sheet) {
    this.open(sheet);
    for (const [label, value] of sheet.facts) {
      this.words('F1', 10, LEFT, label);
      this.words('F2', 10, LEFT + 120, value);
      this.y -= 16;
    }
    this.y -= 12;
    if (sheet.table) this.table(sheet.table);
    for (const paragraph of sheet.paragraphs) this.paragraph(paragraph, sheet);
    if (sheet.signature) this.signature(sheet.signature);
    this.close();
  }

  private open({ letterhead, address, date, title }: Sheet): void {
    this.y = 780;
    this.operators.push(
      `0.04 0.31 0.42 rg ${String(LEFT)} ${String(this.y - 18)} 5 32 re f 0.1 0.13 0.18 rg`,
    );
    this.words('F2', 16, LEFT + 14, letterhead);
    this.y -= 16;
    this.words('F1', 9, LEFT + 14, address);
    this.y -= 40;
    this.words('F1', 10, LEFT + WIDTH - date.length * 5, date);
    this.y -= 34;
    this.words('F2', 18, LEFT, title);
    this.y -= 32;
  }

  private paragraph(paragraph: string, sheet: Sheet): void {
    // Helvetica's letters are about half as wide as they are high, good enough for left-aligned text.
    const lines = wrap(paragraph, WIDTH, (line) => line.length * 5.25);
    if (this.y - lines.length * 16 < BOTTOM) {
      this.close();
      this.open(sheet);
    }
    for (const line of lines) {
      this.words('F1', 11, LEFT, line);
      this.y -= 16;
    }
    this.y -= 10;
  }

  private table({ head, rows }: NonNullable<Sheet['table']>): void {
    const column = WIDTH / head.length;
    [head, ...rows].forEach((cells, row) => {
      cells.forEach((cell, index) => {
        this.words(row === 0 ? 'F2' : 'F1', 10, LEFT + 4 + index * column, cell);
      });
      const line = `${String(LEFT)} ${String(this.y - 6)} m ${String(LEFT + WIDTH)} ${String(this.y - 6)} l S`;
      this.operators.push(`${row === 0 ? '0.04 0.31 0.42' : '0.84 0.86 0.88'} RG 0.8 w ${line}`);
      this.y -= 21;
    });
    this.y -= 14;
  }

  private signature({ name, role }: NonNullable<Sheet['signature']>): void {
    this.y -= 40;
    this.words('F2', 11, LEFT, name);
    this.y -= 15;
    this.words('F1', 10, LEFT, role);
  }

  private words(font: string, size: number, x: number, words: string): void {
    this.operators.push(
      `BT /${font} ${String(size)} Tf ${String(x)} ${String(this.y)} Td (${pdfText(words)}) Tj ET`,
    );
  }

  private close(): void {
    this.words('F1', 8, LEFT, '');
    this.operators.push(
      `BT /F1 8 Tf ${String(LEFT)} 50 Td (Page ${String(this.pages.length + 1)} - fictional, for demonstration) Tj ET`,
    );
    this.pages.push(this.operators.join('\n'));
    this.operators = [];
  }
}
