/** Identity of a stored object, authenticated with its bytes. */
export interface DocumentIds {
  documentId: string;
  tokenId: string;
  /**
   * The clinician who owned the document when it was uploaded. Does not change when the document is assigned to
   * another.
   */
  sealedFor: string;
  patientRefId: string;
}

/** The object's bytes are not the expected document: changed, truncated, swapped, or of an unknown format. */
export class DocumentTampered extends Error {
  constructor(reason: string) {
    super(`A stored document cannot be verified: ${reason}`);
    this.name = 'DocumentTampered';
  }
}
