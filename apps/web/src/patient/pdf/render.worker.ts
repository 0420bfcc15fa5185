import './response-bytes.js';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
