#!/bin/sh
# Runs SeaweedFS in one process with a single key pair, that of the document service.
set -eu
umask 077
cat >/tmp/s3.json <<JSON
{"identities":[{"name":"caredrop","credentials":[{"accessKey":"$S3_ACCESS_KEY_ID","secretKey":"$S3_SECRET_ACCESS_KEY"}],"actions":["Admin","Read","Write","List"]}]}
JSON
exec weed server -dir=/data -s3 -s3.config=/tmp/s3.json -ip.bind=0.0.0.0 -volume.max=0
