-- Entries are numbered from 1: an entry below would be listed, but not signed or exported. NOT VALID, because checking the
-- existing entries would lock a large table; `audit verify` reports those.
ALTER TABLE "entries" ADD CONSTRAINT "entries_seq_positive" CHECK ("seq" >= 1) NOT VALID;
