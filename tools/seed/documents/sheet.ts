/** One sheet of paper, whether it becomes a photo, a screenshot or a PDF. No real people. */
export interface Sheet {
  letterhead: string;
  address: string;
  date: string;
  title: string;
  facts: [label: string, value: string][];
  paragraphs: string[];
  table?: { head: string[]; rows: string[][] };
  signature?: { name: string; role: string };
}
