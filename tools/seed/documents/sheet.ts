/** One sheet of paper, whatever it is shown as: a photo of it, a screenshot or a PDF. Nobody on it is real. */
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
