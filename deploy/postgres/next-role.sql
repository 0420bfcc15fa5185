-- Gives a service a second role with another password, which acts as the first: the service can be rolled from one to
-- the other while both are valid. The second role owns nothing, so the two can alternate.
--
--   docker compose exec -T postgres psql --username postgres --set owner=caredrop_token --set next=caredrop_token_2 \
--     --set password=… < deploy/postgres/next-role.sql
\set ON_ERROR_STOP on
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'next') AS is_new \gset
\if :is_new
CREATE ROLE :"next" LOGIN IN ROLE :"owner";
\endif
ALTER ROLE :"next" LOGIN PASSWORD :'password';
-- Its sessions act as the owner: what it creates belongs to the service, not to a temporary role.
ALTER ROLE :"next" SET role = :'owner';
