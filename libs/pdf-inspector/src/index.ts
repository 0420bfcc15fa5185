export { inspectPdf, pdfFindings, type PdfFinding } from './inspect-pdf.js';
export { refusedFinding, type PdfPolicy } from './pdf-policy.js';
