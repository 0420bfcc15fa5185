-- The language in which the clinic writes to the patient; null: none was chosen.
ALTER TABLE "tokens" ADD COLUMN "language" text;
