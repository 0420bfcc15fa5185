-- Request templates of the clinic (docs/adr/0050).
CREATE TABLE "request_templates" (
  "id" uuid NOT NULL,
  "name" text NOT NULL,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "archived_at" timestamptz(3),
  CONSTRAINT "request_templates_pkey" PRIMARY KEY ("id")
);

-- What patients read. A row is never changed or deleted: links refer to it.
CREATE TABLE "request_template_versions" (
  "template_id" uuid NOT NULL,
  "version" integer NOT NULL,
  "texts" jsonb NOT NULL,
  "expiry_days" integer,
  "reminders" boolean,
  "author_id" uuid NOT NULL,
  "author_first_name" text NOT NULL,
  "author_last_name" text NOT NULL,
  "written_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "request_template_versions_pkey" PRIMARY KEY ("template_id", "version"),
  CONSTRAINT "request_template_versions_template_id_fkey" FOREIGN KEY ("template_id")
    REFERENCES "request_templates" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The version that the check of a file has found for a row.
ALTER TABLE "sending_rows"
  ADD COLUMN "template_id" uuid,
  ADD COLUMN "template_version" integer;

-- The version with which a link was made. Without a foreign key, which would check the whole table now.
ALTER TABLE "tokens"
  ADD COLUMN "template_id" uuid,
  ADD COLUMN "template_version" integer;
