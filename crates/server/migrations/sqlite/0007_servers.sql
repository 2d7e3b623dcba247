-- Several servers share a PostgreSQL database alone: here is nothing to be kept of them.
SELECT 1;
