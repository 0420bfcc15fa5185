-- Filters of lists that users have saved under a name.
CREATE TABLE "saved_views" (
  "id" uuid PRIMARY KEY,
  "user_id" uuid NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "list" text NOT NULL,
  "name" text NOT NULL,
  "query" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX "saved_views_user_id_idx" ON "saved_views" ("user_id");
