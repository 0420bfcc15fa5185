-- Failed sign-ins since the last success, however long ago: unlike "attempts", no quiet spell resets them.
ALTER TABLE "attempt_counters" ADD COLUMN "in_a_row" integer NOT NULL DEFAULT 0;

-- Somebody asked for a link that sets a password. The id is that of the event that says so: only for such a request, while
-- it is open, is a link minted. No foreign key: its lock on the user's row could deadlock with a sign-in.
CREATE TABLE "password_link_requests" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "purpose" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  -- A password was set or the account disabled: no link is minted any more.
  "closed_at" timestamptz(3),
  CONSTRAINT "password_link_requests_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "password_link_requests_purpose_known" CHECK ("purpose" IN ('reset', 'invite'))
);

CREATE INDEX "password_link_requests_user_id_idx" ON "password_link_requests" ("user_id");
CREATE INDEX "password_link_requests_expires_at_idx" ON "password_link_requests" ("expires_at");
