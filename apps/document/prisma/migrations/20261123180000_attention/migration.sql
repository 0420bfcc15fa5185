-- What a person has hidden from their own list of what needs attention.
CREATE TABLE "document_snoozes" (
  "document_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "until" timestamptz(3) NOT NULL,
  CONSTRAINT "document_snoozes_pkey" PRIMARY KEY ("document_id", "user_id"),
  CONSTRAINT "document_snoozes_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "document_snoozes_user_id_until_idx" ON "document_snoozes" ("user_id", "until");
