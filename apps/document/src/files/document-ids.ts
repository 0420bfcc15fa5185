/** Identity of a stored object, authenticated with it. */
export interface DocumentIds {
  documentId: string;
  tokenId: string;
  /** The clinician whose document it was when it was uploaded; stays when it is handed over. */
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
