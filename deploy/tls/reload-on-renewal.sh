#!/bin/sh
# Serves a renewed certificate without a restart. nginx's image runs this before it starts nginx (/docker-entrypoint.d):
# from then on the files are compared once a minute. A reload keeps open connections, which keep the old certificate.
set -eu
folder=${TLS_FILES:-/etc/nginx/tls}
every=${TLS_CHECK_SECONDS:-60}

# Fails while one of the files is missing.
fingerprint() { cksum "$folder/certificate.pem" "$folder/key.pem"; }

watch() {
  served=$(fingerprint) || served=
  while sleep "$every"; do
    found=$(fingerprint) || continue
    [ "$found" != "$served" ] || continue
    # Certificate and key are two files: between their replacements they do not match, and a reload would fail.
    if nginx -t -q; then
      nginx -s reload
      served=$found
      echo 'certificate renewed: nginx reloaded'
    else
      echo 'certificate changed, but nginx rejects it: the old one is still served' >&2
    fi
  done
}

watch &
