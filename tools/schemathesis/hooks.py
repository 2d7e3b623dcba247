"""What schemathesis does not know by itself: an archive is a body of bytes."""

import schemathesis

schemathesis.serializer.alias("application/gzip", "application/octet-stream")
