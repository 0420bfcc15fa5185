export { inspectPdf, pdfFindings, type PdfFinding } from './inspect-pdf.js';
export { refusedFinding, type PdfPolicy, type PdfRule } from './pdf-policy.js';
